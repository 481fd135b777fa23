"""Every rendering of the words matches its golden file."""

import difflib
from typing import get_args

import pytest

from companion.core.events import Event
from companion.core.refusals import Refusal
from tests.words.events import events_met
from tests.words.points_told import points_events_met
from tests.words.refusals_told import REFUSALS
from tests.words.renderings import COMMAND, FILES, GOLDEN, golden, rendered

LONGEST = 30
"""The maximum number of lines shown of a difference."""


@pytest.mark.slow("plays the games whose words it renders")
@pytest.mark.parametrize("name", FILES)
def test_every_rendering_matches_its_golden_file(name: str) -> None:
    before, now = golden(name).read_text("utf-8").splitlines(), rendered(name).splitlines()
    changes = list(difflib.unified_diff(before, now, "before", "now", n=1, lineterm=""))
    if changes:
        left = f"\n... and {len(changes) - LONGEST} more lines" if len(changes) > LONGEST else ""
        shown = "\n".join(changes[:LONGEST])
        pytest.fail(f"{shown}{left}\nIf this is meant: {COMMAND}", pytrace=False)


def test_every_golden_file_is_made() -> None:
    assert {file.stem for file in GOLDEN.iterdir()} == set(FILES)


def test_every_event_is_rendered() -> None:
    assert events_met() | points_events_met() == set(get_args(Event))


def test_every_refusal_is_rendered() -> None:
    assert {type(refusal) for refusal in REFUSALS} == set(Refusal.__subclasses__())
