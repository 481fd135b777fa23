"""Tests with stories that the soak has found: each broke a promise once."""

from pathlib import Path

import pytest

from tests.soak.evening import replay
from tests.soak.setting import Setting
from tests.soak.steps import Card, Fault, Order, Pair, Step

pytestmark = pytest.mark.own_thread

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
}


@pytest.mark.parametrize("story", STORIES)
def test_promise_of_a_found_story_is_kept(story: str, tmp_path: Path) -> None:
    setting, steps = STORIES[story]
    assert replay(1, setting, steps, tmp_path / "data") is None
