"""A few hundred short evenings; `make soak` plays whole ones for as long as it is told."""

from pathlib import Path

import pytest

from tests.depth import FULL
from tests.soak.__main__ import commit
from tests.soak.evening import play
from tests.soak.shrink import shrunk, story

pytestmark = pytest.mark.own_thread

EVENINGS = 200
PIECES = 10
SHORT = 60.0
"""Seconds of an evening here."""


@pytest.mark.parametrize("piece", range(PIECES * (5 if FULL else 1)))
def test_no_evening_breaks_a_promise(piece: int, tmp_path: Path) -> None:
    for seed in range(piece * EVENINGS // PIECES, (piece + 1) * EVENINGS // PIECES):
        evening = play(seed, tmp_path / "data", SHORT)
        if evening.failure is not None:
            raise AssertionError(story(evening, shrunk(evening, tmp_path / "data"), commit()))
