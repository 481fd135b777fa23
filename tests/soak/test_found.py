"""Stories that the soak has told: each has broken a promise once."""

from pathlib import Path

import pytest

from tests.drivers.box import sticker
from tests.soak.evening import replay
from tests.soak.setting import Setting
from tests.soak.steps import Card, Fault, Order, Pair, Press, Step, Wait

pytestmark = pytest.mark.own_thread

OFF = (Press("MORE", 1.0), Press("LEFT"), Press("OK"), Press("OK"))
"""Somebody switches the box off at its menu."""

STORIES: dict[str, tuple[Setting, tuple[Step, ...]]] = {
    "a refusal that asks ended the phone's line": (
        Setting(),
        (Pair(0), Order(0, {"cmd": "new", "variant": "ninety nine", "players": ["Ann", "Bo"]})),
    ),
    "a set of cards on a full disk ended the box": (
        Setting(),
        (
            Pair(0),
            Order(0, {"cmd": "new", "variant": "arizona-ninety-eight", "players": ["Ann", "Bo"]}),
            Fault("the disk is full"),
            Order(0, {"cmd": "play", "cards": ["QH", "QD", "QC"]}),
        ),
    ),
    "a joker on a disk that fails ended the box": (
        Setting(),
        (
            Pair(0),
            Order(0, {"cmd": "new", "variant": "arizona-ninety-eight", "players": ["Ann", "Bo"]}),
            Fault("every sync fails"),
            Card("1X24"),
        ),
    ),
    "a card refused by a full disk counted after a restart if its node had not heard so": (
        Setting(),
        (
            Pair(0),
            Order(0, {"cmd": "new", "variant": "ninety-nine", "players": ["Ann", "Bo"]}),
            Wait(8.0),
            Fault("the disk is full"),
            Card(sticker("7D")),
            Fault("the reader is unplugged"),
            Wait(1.0),
            Fault("the disk is full", ends=True),
            Wait(20.0),
            *OFF,
            Fault("the reader is unplugged", ends=True),
            Wait(5.0),
        ),
    ),
}


@pytest.mark.parametrize("story", STORIES)
def test_the_promise_is_kept_now(story: str, tmp_path: Path) -> None:
    setting, steps = STORIES[story]
    assert replay(1, setting, steps, tmp_path / "data") is None
