"""Stories that the soak has told: each has broken a promise once."""

from pathlib import Path

import pytest

from tests.drivers.box import sticker
from tests.soak.evening import replay
from tests.soak.setting import Setting
from tests.soak.steps import Card, Fault, Order, Pair, PowerCut, Press, Step, Wait

pytestmark = pytest.mark.own_thread

OFF = (Press("MORE", 1.0), Press("LEFT"), Press("OK"), Press("OK"))
"""Somebody switches the box off at its menu."""

NINETY_EIGHT = Order(0, {"cmd": "new", "variant": "ninety-eight", "players": ["Ann", "Bo"]})
LOST = PowerCut(0, 1, Wait(0.0), loses=True)
"""The power fails, and the file of the game that is on is gone when it is back."""

BACKED_UP = (
    Pair(0),
    NINETY_EIGHT,
    Order(0, {"cmd": "play", "card": "8S/1"}),
    Order(0, {"cmd": "bust"}),
    Order(0, {"cmd": "deal"}),
    Wait(1.0),
)
"""A hand ends, after which the backup is brought up."""

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
        Setting(reader="node"),
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
    "a game that is lost comes back from the backup": (Setting(stick=True), (*BACKED_UP, LOST)),
    "a game that rots loses no more than is not backed up": (
        Setting(),
        (*BACKED_UP, PowerCut(0, 3, Wait(0.0), rots=True), Order(0, {"cmd": "play", "card": "9S/1"})),
    ),
}


@pytest.mark.parametrize("story", STORIES)
def test_the_promise_is_kept_now(story: str, tmp_path: Path) -> None:
    setting, steps = STORIES[story]
    assert replay(1, setting, steps, tmp_path / "data") is None
