"""SECURITY.md has every attack that a test tries."""

from tests.docs.attacks import GROUPS, attack_table, attacks
from tests.docs.regenerate import ATTACKS, ROOT, SECURITY, marked


def test_the_table_of_attacks_is_made_from_the_tests() -> None:
    assert marked(SECURITY.read_text("utf-8"), ATTACKS) == attack_table(ROOT)


def test_every_attack_stands_below_a_heading() -> None:
    tried = list(attacks(ROOT))
    assert {row.of for row in tried} == set(GROUPS)
    assert len({row.attack for row in tried}) == len(tried)
