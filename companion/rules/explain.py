"""What may explain that a table and its box differ: the choice between the families."""

from collections.abc import Callable, Sequence
from typing import assert_never

import msgspec

from companion.rules.adding import disagreement as adding
from companion.rules.adding.rules import AddingRules
from companion.rules.cards import Card
from companion.rules.commands import Play, Step
from companion.rules.disagreement import Explanation, Observed
from companion.rules.family import HistoryEntry, Rules
from companion.rules.game import repaired
from companion.rules.points.rules import PointsRules
from companion.rules.tricks.rules import TrickRules

replace = msgspec.structs.replace


def explain(
    rules: Rules,
    moments: Sequence[HistoryEntry],
    seen: Observed,
    out_of_time: Callable[[], bool] = lambda: False,
) -> list[Explanation]:
    """Return what may explain that the players have `seen` something else, the likeliest first.

    `moments` are those of the game. `out_of_time` is asked now and then; when it says so, what was found
    until then is returned. The list is empty where the box shows what the players have seen, and in a points game,
    in which nothing leads from one entry to the next.
    """
    match rules:
        case AddingRules():
            return adding.explain(rules, moments, seen, out_of_time)
        case TrickRules():
            return []
        case PointsRules():
            return []
        case _:
            assert_never(rules)


def with_card(
    rules: Rules, moments: Sequence[HistoryEntry], explanation: Explanation, edit: int, card: Card
) -> Explanation:
    """Return the explanation with another `card` of those `alike` in the edit of that number.

    Raises:
        Illegal: ``not-repaired``, where the card cannot be played.
    """
    was = explanation.edits[edit]
    repair = explanation.repair
    if repair is None or not isinstance(was.now, Play):
        return explanation
    now = _with_card(was.now, card)
    place = repair.steps.index(was.now)
    steps: tuple[Step, ...] = (*repair.steps[:place], now, *repair.steps[place + 1 :])
    repair = replace(repair, steps=steps)
    entry = repaired(rules, moments, repair)
    edits = (*explanation.edits[:edit], replace(was, now=now), *explanation.edits[edit + 1 :])
    return replace(explanation, edits=edits, repair=repair, state=entry.state, mended=entry.mended)


def _with_card(play: Play, card: Card) -> Play:
    if isinstance(play.card, str):
        return replace(play, card=str(card))
    return replace(play, cards=(str(card),) * len(play.all_cards))
