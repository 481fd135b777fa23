"""Stories that the soak has told: each has broken a promise once."""

from pathlib import Path

import pytest

from tests.soak.evening import replay
from tests.soak.setting import Setting
from tests.soak.steps import Order, Pair, Step

STORIES: dict[str, tuple[Setting, tuple[Step, ...]]] = {
    "a refusal that asks ended the phone's line": (
        Setting(),
        (Pair(0), Order(0, {"cmd": "new", "variant": "ninety nine", "players": ["Ann", "Bo"]})),
    ),
}


@pytest.mark.parametrize("story", STORIES)
def test_the_promise_is_kept_now(story: str, tmp_path: Path) -> None:
    setting, steps = STORIES[story]
    assert replay(1, setting, steps, tmp_path / "data") is None
