"""The voice plays clips and names through ALSA; the test's output is a file."""

import fcntl
import subprocess
import wave
from array import array
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

import pytest

from companion.devices.voice import (
    CHUNK,
    PART,
    QUEUE,
    RATE,
    RETRY,
    SETTLED,
    VOICES,
    AlsaVoice,
    ClipError,
    aplay,
    leveled,
    read_clip,
    rendered,
    sound_outputs,
    written,
)
from companion.inputs import Input, PartBack, PartLost
from companion.message import Name
from tests.drivers.box import HandClock

ALSA = """</usr/share/alsa/alsa.conf>
pcm.heard {{ type plug slave.pcm {{ type file file "{file}" format raw slave.pcm null }} }}
"""


class Speaker:
    """A voice whose sound ALSA writes to the file `heard`."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, *own: Path) -> None:
        self.file, self.configuration = folder / "heard.raw", folder / "asound.conf"
        self.plug_in()
        monkeypatch.setenv("ALSA_CONFIG_PATH", str(self.configuration))
        self.clock, self.reports = HandClock(), list[Input]()
        self.players: list[subprocess.Popen[bytes]] = []
        self.voice = AlsaVoice(
            "heard",
            (*own, VOICES),
            clock=self.clock,
            report=self.reports.append,
            player=self._player,
        )

    def _player(self, output: str, errors: IO[bytes]) -> subprocess.Popen[bytes]:
        self.players.append(aplay(output, errors))
        return self.players[-1]

    def plug_in(self) -> None:
        self.configuration.write_text(ALSA.format(file=self.file))

    def unplug(self) -> None:
        """Remove the output, and end the process that plays to it, as ALSA does."""
        self.configuration.write_text("</usr/share/alsa/alsa.conf>\n")
        self.players[-1].kill()
        self.players[-1].wait()

    def settle(self) -> None:
        """Let the voice open its output, and find it open."""
        self.voice.step()
        self.clock.now += SETTLED
        self.voice.step()

    def say(self, *clips: str | Name, language: str = "en") -> None:
        self.voice.say(language, clips)
        while self.voice.step() == 0.0:
            pass

    def heard(self) -> bytes:
        """Close the voice and return everything that ALSA has got, without the silence."""
        playing = self.players[-1]
        assert playing.stdin is not None
        playing.stdin.close()
        playing.wait()
        self.voice.close()
        return self.file.read_bytes().strip(b"\0")


@pytest.fixture
def speaker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Speaker]:
    speaker = Speaker(tmp_path, monkeypatch, tmp_path / "own")
    yield speaker
    speaker.voice.close()


def clip(name: str, language: str = "en") -> bytes:
    return read_clip(VOICES / language / f"{name}.wav").strip(b"\0")


def places(heard: bytes, *parts: bytes) -> list[int]:
    """Return where the parts are in the sound."""
    return [heard.find(part) for part in parts]


def test_sentence_is_heard_clip_by_clip(speaker: Speaker) -> None:
    speaker.settle()
    speaker.say("97", "back-on-you")
    heard = speaker.heard()
    assert places(heard, clip("97"), clip("back-on-you")) == [
        0,
        len(heard) - len(clip("back-on-you")),
    ]


def test_one_process_plays_all_sentences(speaker: Speaker) -> None:
    speaker.settle()
    for number in ("8", "17", "27"):
        speaker.say(number)
    assert len(speaker.players) == 1
    heard = places(speaker.heard(), clip("8"), clip("17"), clip("27"))
    assert heard == sorted(heard)
    assert -1 not in heard


def test_newer_sentence_cuts_off_the_older_one(speaker: Speaker) -> None:
    speaker.settle()
    speaker.voice.say("en", ("97", "back-on-you"))
    assert speaker.voice.step() == 0.0
    speaker.say("8")
    heard = speaker.heard()
    assert heard.startswith(clip("97")[: CHUNK // 2])
    assert heard.endswith(clip("8"))
    assert clip("97") not in heard


def test_little_waits_to_be_played_after_a_cut(speaker: Speaker) -> None:
    speaker.settle()
    pipe = speaker.players[-1].stdin
    assert pipe is not None
    assert fcntl.fcntl(pipe, fcntl.F_GETPIPE_SZ) == QUEUE


def test_name_is_rendered_once_when_its_player_sits_down(
    speaker: Speaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    bo = rendered("en", "Bo")
    speaker.voice.seat("en", {"Bo": ("seat", "2")})
    speaker.settle()
    monkeypatch.setenv("PATH", "")  # whatever started now would fail
    speaker.say(Name("Bo"), "to-play")
    assert bo is not None
    assert places(speaker.heard(), bo.strip(b"\0"), clip("to-play"))[0] == 0


def test_name_that_cannot_be_said_is_a_seat(speaker: Speaker) -> None:
    speaker.voice.seat("en", {"☺ [[": ("seat", "2")})
    speaker.settle()
    speaker.say(Name("☺ [["), "to-play")
    heard = places(speaker.heard(), clip("seat"), clip("2"), clip("to-play"))
    assert heard[0] == 0
    assert heard == sorted(heard)


def test_unknown_clip_is_left_out(speaker: Speaker) -> None:
    speaker.settle()
    speaker.say("8", "our-own-call")
    assert speaker.heard() == clip("8")


def test_lost_output_is_reported_once_and_found_again(speaker: Speaker) -> None:
    speaker.settle()
    speaker.unplug()
    for _ in range(3):
        speaker.say("8")
        speaker.clock.now += RETRY
        speaker.voice.step()
        speaker.players[-1].wait()
    (lost,) = speaker.reports
    assert isinstance(lost, PartLost)
    speaker.plug_in()
    for _ in range(3):  # it has ended, is opened, and has settled
        speaker.clock.now += RETRY
        speaker.voice.step()
    assert speaker.reports == [lost, PartBack(PART)]
    speaker.say("9")
    assert clip("9") in speaker.heard()


def test_sentence_cut_off_by_a_lost_output_is_not_finished_later(speaker: Speaker) -> None:
    speaker.settle()
    speaker.voice.say("en", ("97", "back-on-you"))
    assert speaker.voice.step() == 0.0
    speaker.unplug()
    speaker.voice.step()
    speaker.plug_in()
    speaker.clock.now += RETRY
    speaker.voice.step()
    speaker.say("9")
    assert speaker.heard() == clip("9")


def test_box_without_a_sound_card_reports_nothing() -> None:
    reports: list[Input] = []
    voice = AlsaVoice("auto", clock=HandClock(), report=reports.append, outputs=list)
    voice.say("en", ("8",))
    assert voice.step() == RETRY
    assert reports == []
    voice.close()


def test_only_speakers_on_usb_are_found_by_themselves(tmp_path: Path) -> None:
    for number, name in enumerate(("vc4hdmi", "Device", "Camera")):
        card = tmp_path / f"card{number}"
        card.mkdir()
        (card / "id").write_text(f"{name}\n")
        (card / ("pcm0c" if name == "Camera" else "pcm0p")).mkdir()
        if name != "vc4hdmi":
            (card / "usbid").write_text("0d8c:0014")
    assert sound_outputs(tmp_path) == ["default:CARD=Device"]


def test_missing_aplay_is_reported_with_the_package(
    speaker: Speaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")
    speaker.voice.step()
    (lost,) = speaker.reports
    assert isinstance(lost, PartLost)
    assert "install alsa-utils" in lost.reason
    speaker.voice.close()


def recording(
    file: Path, *, seconds: float = 0.5, rate: int = 44100, channels: int = 2, level: int = 5000
) -> Path:
    """Write a WAV file of a square wave, as a recorder exports it."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with wave.open(str(file), "wb") as sound:
        sound.setnchannels(channels)
        sound.setsampwidth(2)
        sound.setframerate(rate)
        high, low = (
            level.to_bytes(2, "little", signed=True) * channels for level in (level, -level)
        )
        period = high * (rate // 400) + low * (rate // 400)
        sound.writeframes(period * round(seconds * 200))
    return file


def test_own_clip_replaces_the_bundled_one(tmp_path: Path, speaker: Speaker) -> None:
    own = recording(tmp_path / "own" / "en" / "97.wav")
    speaker.settle()
    speaker.say("97", "8")
    heard = speaker.heard()
    assert heard.startswith(read_clip(own))
    assert heard.endswith(clip("8"))


@pytest.mark.parametrize(
    ("sound", "problem"),
    [
        ({"seconds": 4.5}, "4.5 s long; cut it to 4 s"),
        ({"level": 20000}, "too loud, at 60% of full scale; record it more quietly"),
        ({"rate": 48000}, "16 bits, 48000 Hz; export it with 16 bits and 44100 Hz"),
        (None, "no sound; export it as WAV, 16 bits, 44100 Hz"),
    ],
)
def test_bad_clip_costs_only_its_own_phrase(
    tmp_path: Path,
    speaker: Speaker,
    sound: dict[str, Any] | None,
    problem: str,
) -> None:
    own = tmp_path / "own" / "en" / "97.wav"
    if sound is None:
        own.parent.mkdir(parents=True)
        own.write_text("no sound")
    else:
        recording(own, **sound)
    with pytest.raises(ClipError) as bad:
        read_clip(own)
    assert bad.value.reason == problem
    speaker.settle()
    speaker.say("97", "8")
    assert speaker.heard().startswith(clip("97"))


def test_rendering_is_leveled_and_cut_at_its_edges(tmp_path: Path) -> None:
    quiet = recording(tmp_path / "quiet.wav", level=800, rate=RATE, channels=1)
    sound = read_clip(quiet)
    louder = leveled(written(bytes(RATE) + sound + bytes(RATE)))
    assert len(sound) <= len(louder) < len(sound) + RATE // 10
    assert max(array("h", louder)) > 20000
    with pytest.raises(ClipError, match="silent"):
        leveled(written(bytes(RATE)))
