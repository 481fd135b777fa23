"""A small sample of `make disagree`, and the page that documents its assumptions."""

import pytest

from tests.depth import FULL
from tests.disagree.__main__ import ALL, measure
from tests.disagree.evening import KINDS, LIGHT_SEEN, PLAYS_AT_MOST, TOTAL_HEARD
from tests.disagree.trick_evening import TRICK_KINDS
from tests.docs.pages import page, section, tables

FAULTS = 50 if FULL else 20


@pytest.mark.slow("plays twenty games with a fault in each, and searches them all")
@pytest.mark.parametrize("family", ALL)
def test_accepted_explanation_is_the_truth(family: str) -> None:
    outcomes = [measure(family, f"sample:{family}:{number}") for number in range(FAULTS)]
    assert sum(one.differences for one in outcomes) == 0
    assert sum(one.place is not None for one in outcomes) >= 0.98 * FAULTS
    assert sum(one.place is not None and one.place < 3 for one in outcomes) >= 0.9 * FAULTS
    assert sum(one.place == 0 for one in outcomes) >= 0.6 * FAULTS


def test_page_states_the_frequency_of_each_kind() -> None:
    adding, tricks = tables(section("disagreement.md", "What goes wrong"))
    assert {kind.strip("`"): float(rate) for kind, _, rate in adding} == KINDS
    assert {kind.strip("`"): float(rate) for kind, _, rate in tricks} == TRICK_KINDS
    assert sum(KINDS.values()) == sum(TRICK_KINDS.values()) == 100


def test_page_states_when_mistakes_are_noticed() -> None:
    said = " ".join(page("disagreement.md").split())
    assert f"a wrong total is called in {TOTAL_HEARD * 100:.0f} of 100 plays" in said
    assert f"a wrong light in {LIGHT_SEEN * 100:.0f}" in said
    assert f"at most {PLAYS_AT_MOST} plays" in said
