"""Buttons connected to the node."""

import pytest

from tests.firmware.bench import Bench
from tests.firmware.board import BOOT, OK, UNDO

PINS = {"LEFT": "2", "RIGHT": "3", "OK": "4", "UNDO": "5", "BUST": "6", "MORE": "7"}


@pytest.fixture
def started(bench: Bench) -> Bench:
    return bench.start().clear()


@pytest.mark.parametrize(("name", "pin"), PINS.items())
def test_key_is_reported_once_its_contact_is_steady(started: Bench, name: str, pin: str) -> None:
    started.step(levels={pin: 0})
    assert started.run(3, each=1).heard("K") == []
    assert started.run(1, each=1).heard("K") == [("K", BOOT, "1", name, "d")]
    started.clear().step(levels={pin: 1})
    assert started.run(19, each=1).heard("K") == []
    assert started.run(1, each=1).heard("K") == [("K", BOOT, "2", name, "u")]


@pytest.mark.parametrize("milliseconds", [1, 3])
def test_spike_is_not_reported_as_a_key(started: Bench, milliseconds: int) -> None:
    started.step(levels={OK: 0})
    started.run(milliseconds - 1, each=1)
    started.step(levels={OK: 1})
    assert started.run(400).heard("K") == []


def test_spike_is_not_reported_as_a_key_in_long_steps(started: Bench) -> None:
    started.step(300, levels={OK: 0})
    started.step(300, levels={OK: 1})
    assert started.run(400).heard("K") == []


def test_spike_during_a_hold_does_not_release_the_key(started: Bench) -> None:
    started.step(levels={OK: 0})
    started.run(100).step(levels={OK: 1})
    started.run(15).step(levels={OK: 0})
    assert [words[4] for words in started.run(50).heard("K")] == ["d"]


def test_bouncing_contact_is_one_key(started: Bench) -> None:
    for level in (0, 1, 0, 1, 0, 0, 0, 1, 0):
        started.step(2, levels={OK: level})
    assert started.run(400).heard("K") == [("K", BOOT, "1", "OK", "d")]


def test_tap_of_five_milliseconds_is_down_and_up(started: Bench) -> None:
    started.step(levels={OK: 0})
    started.run(4, each=1).step(levels={OK: 1})
    assert [words[4] for words in started.run(400).heard("K")] == ["d", "u"]


def test_two_simultaneous_keys_are_both_reported(started: Bench) -> None:
    started.step(levels={OK: 0, UNDO: 0})
    assert {words[3] for words in started.run(5).heard("K")} == {"OK", "UNDO"}


def test_keys_and_cards_share_one_sequence(started: Bench) -> None:
    started.step(levels={OK: 0})
    started.run(5).pass_card("1QSF").step(levels={OK: 1})
    started.run(30)
    numbers = [(words[0], words[2]) for words in started.frames if words[0] in "KS"]
    assert numbers == [("K", "1"), ("S", "2"), ("K", "3")]
