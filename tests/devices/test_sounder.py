"""The buzzer plays sounds note by note, timed by the given clock."""

import threading
from typing import get_args

import pytest

from companion.devices.sounder import BEEPS, TUNES, Note, Piezo, SounderKind
from companion.errors import DeviceError
from companion.inputs import PartBack, PartLost
from companion.outputs import Sound
from tests.devices.faults import fail_pin, restore_pin, tone
from tests.devices.parts import Table

SOUNDS: tuple[Sound, ...] = get_args(Sound)


def piezo(table: Table, kind: SounderKind = "passive") -> Piezo:
    return Piezo(
        table.wiring.sounder.pin,
        clock=table.clock,
        report=table.reports.append,
        kind=kind,
        pin_factory=table.pins.factory,
    )


def played(table: Table, sounder: Piezo) -> list[tuple[float, float]]:
    """Step until all is silent, and return (hertz, seconds) of each note."""
    notes = []
    while (seconds := sounder.step()) is not None:
        notes.append((tone(table.pins), seconds))
        table.clock.now += seconds
    assert tone(table.pins) == 0.0
    return notes


@pytest.mark.parametrize("sound", SOUNDS)
def test_passive_piezo_plays_the_tune(sound: Sound) -> None:
    table = Table()
    sounder = piezo(table)
    sounder.play(sound)
    heard = played(table, sounder)
    assert [hertz for hertz, _ in heard] == pytest.approx([note.hertz for note in TUNES[sound]])
    assert [seconds for _, seconds in heard] == [note.seconds for note in TUNES[sound]]


@pytest.mark.parametrize("sound", SOUNDS)
def test_active_piezo_beeps_the_rhythm(sound: Sound) -> None:
    table = Table()
    sounder = piezo(table, "active")
    sounder.play(sound)
    assert played(table, sounder) == [tuple(note) for note in BEEPS[sound]]


@pytest.mark.parametrize("tunes", [TUNES, BEEPS])
def test_sounds_are_short_and_distinct(
    tunes: dict[Sound, tuple[tuple[float, float], ...]],
) -> None:
    assert set(tunes) == set(SOUNDS)
    assert all(sum(seconds for _, seconds in notes) <= 1.0 for notes in tunes.values())
    assert len(set(tunes.values())) == len(SOUNDS)


def tones(tune: tuple[Note, ...]) -> list[Note]:
    return [note for note in tune if note.hertz]


def test_every_tone_is_within_range_of_the_reference_piezo() -> None:
    """TDK's PS1240P02BT (hardware/kits.toml) is made for 4000 Hz: 70 dB(A) at 10 cm.

    Below that its diaphragm acts as a spring, so the sound pressure falls with the square of the
    frequency: by 29 dB at 750 Hz and by 47 dB at 262 Hz.
    """
    assert all(750 <= note.hertz <= 4000 for tune in TUNES.values() for note in tones(tune))


def test_refusal_is_two_short_high_tones_and_acceptance_one_lower_tone() -> None:
    (accepted,) = tones(TUNES["accepted"])
    first, second = tones(TUNES["refused"])
    assert first.hertz == second.hertz == pytest.approx(2 * accepted.hertz)
    assert max(first.seconds, second.seconds) <= 0.1
    assert [note.hertz > 0 for note in TUNES["refused"]] == [True, False, True]


def test_early_wake_up_does_not_cut_a_note_short() -> None:
    table = Table()
    sounder = piezo(table)
    sounder.play("refused")
    sounder.step()
    table.clock.now += 0.03
    assert sounder.step() == pytest.approx(TUNES["refused"][0].seconds - 0.03)
    assert tone(table.pins) == pytest.approx(TUNES["refused"][0].hertz)


def test_new_sound_cuts_off_the_previous_one() -> None:
    table = Table()
    sounder = piezo(table)
    sounder.play("game-over")
    sounder.step()
    sounder.play("accepted")
    assert [hertz for hertz, _ in played(table, sounder)] == pytest.approx([1568])


def test_failure_is_reported_once_and_recovered() -> None:
    table = Table()
    sounder = piezo(table)
    fail_pin(table.pins, 12)
    for _ in range(2):
        sounder.play("accepted")
        assert sounder.step() is None
    assert table.reports == [PartLost("Sounder", "OSError: [Errno 5] Input/output error")]
    restore_pin(table.pins, 12)
    sounder.play("accepted")
    sounder.step()
    assert table.reports[1:] == [PartBack("Sounder")]


def test_occupied_pin_is_named() -> None:
    table = Table()
    first = piezo(table)
    with pytest.raises(DeviceError, match="Sounder: GPIO 12 cannot be used"):
        piezo(table)
    first.close()


def test_threaded_buzzer_plays_sounds_and_is_silent_when_closed() -> None:
    table = Table()
    heard = threading.Event()
    table.pins.watch(12, lambda: heard.set() if tone(table.pins) else None)
    sounder = piezo(table)
    sounder.start()
    sounder.play("bust")
    assert heard.wait(10)
    sounder.close()
    assert tone(table.pins) == 0.0
