"""Every attack that a test tries has a place in the table of docs/attacks.md."""

from tests.docs.attacks import GROUPS, attacks
from tests.docs.regenerate import ROOT


def test_every_attack_is_below_a_heading() -> None:
    tried = list(attacks(ROOT))
    assert {row.of for row in tried} == set(GROUPS)
    assert len({row.attack for row in tried}) == len(tried)
