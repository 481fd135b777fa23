"""Buttons that hang on the node."""

import pytest

from tests.firmware.bench import Bench
from tests.firmware.board import BOOT, OK, UNDO

PINS = {"LEFT": "2", "RIGHT": "3", "OK": "4", "UNDO": "5", "BUST": "6", "MORE": "7"}


@pytest.fixture
def started(bench: Bench) -> Bench:
    return bench.start().clear()


@pytest.mark.parametrize(("name", "pin"), PINS.items())
def test_a_key_that_goes_down_and_up_is_told_in_the_same_step(started: Bench, name: str, pin: str) -> None:
    started.step(levels={pin: 0})
    assert started.heard("K") == [("K", BOOT, "1", name, "d")]
    started.run(25).clear().step(levels={pin: 1})
    assert started.heard("K") == [("K", BOOT, "2", name, "u")]


def test_a_contact_that_bounces_is_one_key(started: Bench) -> None:
    for level in (0, 1, 0, 1, 0, 0, 0):
        started.step(2, levels={OK: level})
    assert started.run(400).heard("K") == [("K", BOOT, "1", "OK", "d")]


def test_the_shortest_tap_is_down_and_up(started: Bench) -> None:
    started.step(levels={OK: 0})
    started.step(levels={OK: 1})
    assert [words[4] for words in started.run(400).heard("K")] == ["d", "u"]


def test_two_keys_at_once_are_both_told(started: Bench) -> None:
    started.step(levels={OK: 0, UNDO: 0})
    assert {words[3] for words in started.heard("K")} == {"OK", "UNDO"}


def test_keys_and_cards_are_counted_together(started: Bench) -> None:
    started.step(levels={OK: 0})
    started.pass_card("1QSF").run(20).step(levels={OK: 1})
    numbers = [(words[0], words[2]) for words in started.frames if words[0] in "KS"]
    assert numbers == [("K", "1"), ("S", "2"), ("K", "3")]
