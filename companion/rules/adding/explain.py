"""Searches what may explain that a table and its box differ in an adding game: plays, or chips alone."""

from collections.abc import Callable, Sequence

from companion.rules.adding import explanations
from companion.rules.adding.chips import explain_chips
from companion.rules.adding.rules import AddingRules
from companion.rules.disagreement import Explanation, Observed
from companion.rules.family import HistoryEntry, Rules


def explain(
    rules: Rules, moments: Sequence[HistoryEntry], seen: Observed, out_of_time: Callable[[], bool]
) -> list[Explanation]:
    """Return what may explain that the players have `seen` something else; nothing for another family."""
    if not isinstance(rules, AddingRules):
        return []
    if seen.chips and seen.total is None and seen.turn is None:
        return explain_chips(rules, moments, seen.chips)
    return explanations.explain(rules, moments, seen, out_of_time)
