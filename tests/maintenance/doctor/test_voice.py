"""The doctor examines the speaker, and the clips of the table's own voice."""

import shutil
from pathlib import Path

import pytest

from companion.devices.voice import RATE, written
from tests.maintenance.doctor.fake_pi import FakePi


def with_card(pi: FakePi) -> None:
    pi.write("/proc/asound/card1/id", "Device\n")
    pi.write("/proc/asound/card1/usbid", "0d8c:0014\n")
    pi.write("/proc/asound/card1/pcm0p/info")
    pi.write("/dev/snd/pcmC1D0p")


def installed(monkeypatch: pytest.MonkeyPatch, *programs: str) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: name if name in programs else None)


def test_box_without_a_sound_card_has_nothing_to_examine(pi: FakePi) -> None:
    assert pi.found("Speaker") == []


def test_usb_speaker_is_named(pi: FakePi, monkeypatch: pytest.MonkeyPatch) -> None:
    with_card(pi)
    installed(monkeypatch, "aplay", "espeak-ng")
    finding = pi.one("Speaker")
    assert (finding.verdict, finding.says) == ("right", "default:CARD=Device")
    assert pi.found("Speaker", '[voice]\ndevice = "none"') == []


def test_missing_programs_are_named_with_their_packages(
    pi: FakePi, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_card(pi)
    installed(monkeypatch)
    finding = pi.one("Speaker")
    assert (finding.verdict, finding.advice) == ("wrong", "sudo apt install alsa-utils")
    installed(monkeypatch, "aplay")
    names, output = pi.found("Speaker")
    assert (names.verdict, names.advice) == ("doubtful", "sudo apt install espeak-ng")
    assert output.verdict == "right"


def test_speaker_needs_the_group_audio(pi: FakePi, monkeypatch: pytest.MonkeyPatch) -> None:
    with_card(pi)
    installed(monkeypatch, "aplay", "espeak-ng")
    pi.locked.add("/dev/snd/pcmC1D0p")
    assert pi.one("Speaker").verdict == "wrong"


def test_bad_clips_of_the_own_voice_are_named(pi: FakePi, tmp_path: Path) -> None:
    voice = tmp_path / "voice" / "en"
    voice.mkdir(parents=True)
    (voice / "97.wav").write_text("no sound")
    (voice / "98.wav").write_bytes(written(bytes(10 * RATE)))
    (voice / "99.wav").write_bytes(written(bytes(RATE)))
    (voice / "ninety.wav").write_bytes(written(bytes(RATE)))
    findings = pi.found("Own voice", voice=tmp_path / "voice")
    assert [(finding.verdict, finding.says) for finding in findings] == [
        ("wrong", "en/97.wav is no sound"),
        ("wrong", "en/98.wav is 5.0 s long"),
        ("doubtful", "en/ninety.wav is the name of no phrase"),
        ("right", "1 of 125 clips in en"),
    ]
