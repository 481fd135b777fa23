"""What may explain that a table and its box differ: the choice between the families."""

from collections.abc import Callable, Sequence
from typing import assert_never

import msgspec
from msgspec import UNSET

from companion.errors import Illegal
from companion.rules.adding import disagreement as adding
from companion.rules.adding.chips import explain_chips
from companion.rules.adding.rules import AddingRules
from companion.rules.cards import Card
from companion.rules.commands import Play, Repair, Step
from companion.rules.disagreement import Explanation, Observed
from companion.rules.family import HistoryEntry, Rules
from companion.rules.game import repaired
from companion.rules.points.rules import PointsRules
from companion.rules.refusals import ChoiceNeeded, NotRepaired
from companion.rules.tricks import disagreement as tricks
from companion.rules.tricks.rules import TrickRules

replace = msgspec.structs.replace


def explain(
    rules: Rules,
    moments: Sequence[HistoryEntry],
    seen: Observed,
    out_of_time: Callable[[], bool] = lambda: False,
) -> list[Explanation]:
    """Return what may explain that the players have `seen` something else, the likeliest first.

    `moments` are those of the game. `out_of_time` is asked now and then; when it says so, the search comes to
    its end with what it has found. The list is empty where the box shows what the players have seen, and in a
    points game, in which nothing leads from one entry to the next.
    """
    match rules:
        case AddingRules() if seen.chips and seen.total is None and seen.turn is None:
            return explain_chips(rules, moments, seen.chips)
        case AddingRules():
            return adding.explain(rules, moments, seen, out_of_time)
        case TrickRules():
            return tricks.explain(rules, moments, seen, out_of_time)
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
    entry, now, repair = _repaired(rules, moments, explanation, repair, place, now)
    edits = (*explanation.edits[:edit], replace(was, now=now), *explanation.edits[edit + 1 :])
    return replace(explanation, edits=edits, repair=repair, state=entry.state, mended=entry.mended)


def _repaired(
    rules: Rules,
    moments: Sequence[HistoryEntry],
    explanation: Explanation,
    repair: Repair,
    place: int,
    now: Play,
) -> tuple[HistoryEntry, Play, Repair]:
    """Return the repair with `now` as the step at `place`, with the value that leads to the same total."""

    def attempt(play: Play) -> tuple[HistoryEntry, Play, Repair]:
        steps: tuple[Step, ...] = (*repair.steps[:place], play, *repair.steps[place + 1 :])
        with_play = replace(repair, steps=steps)
        return repaired(rules, moments, with_play), play, with_play

    try:
        return attempt(now)
    except Illegal as illegal:
        match illegal.refusal:
            case NotRepaired(step, ChoiceNeeded(options)) if step == place + 1:
                values = options
            case _:
                raise
    for value in values:
        try:
            result = attempt(replace(now, value=value))
        except Illegal:
            continue
        if result[0].state.total == explanation.state.total:
            return result
    return attempt(now)


def _with_card(play: Play, card: Card) -> Play:
    if isinstance(play.card, str):
        return replace(play, card=str(card), value=UNSET)
    return replace(play, value=UNSET, cards=(str(card),) * len(play.all_cards))
