"""The totals that may come of plays, before anybody judges them."""

from companion.rules.adding.in_force import adding_rules_in_force
from companion.rules.adding.possible_totals import PossibleTotals
from companion.rules.adding.variant import AddingVariant
from companion.rules.commands import Play
from companion.variants import load_variants


def test_no_total_comes_of_a_card_whose_suit_is_missing() -> None:
    variant = load_variants().variants["one-hundred"]
    assert isinstance(variant, AddingVariant)
    rules = adding_rules_in_force(variant, {}, 3)
    totals = PossibleTotals(rules, [])
    assert totals.in_the_end(0, [Play(card="Q")], 0) == frozenset()
    assert totals.in_the_end(0, [Play(card="5H")], 0) == {-5}  # red cards take away
