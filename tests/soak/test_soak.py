"""Tests of thirty short evenings, or a thousand in `make test-full`; `make soak` plays whole ones
for a given time.
"""

from pathlib import Path

import pytest

from tests.depth import FULL
from tests.soak.evening import play
from tests.soak.shrink import shrunk, story

pytestmark = pytest.mark.own_thread

EVENINGS = 1000 if FULL else 30
AT_ONCE = 10
"""Evenings in one test, so that they are spread over the cores."""
SHORT = 60.0
"""Duration of an evening here, in seconds."""


@pytest.mark.slow("plays ten evenings of the whole box, in which parts fail")
@pytest.mark.parametrize("first", range(0, EVENINGS, AT_ONCE))
def test_no_evening_breaks_a_promise(first: int, tmp_path: Path) -> None:
    for seed in range(first, first + AT_ONCE):
        evening = play(seed, tmp_path / "data", SHORT)
        if evening.failure is not None:
            raise AssertionError(story(evening, shrunk(evening, tmp_path / "data")))
