"""Which card it was, of those that explain the same."""

from collections.abc import Sequence

from msgspec import UNSET
from msgspec.structs import replace

from companion.errors import Illegal
from companion.rules.cards import Card
from companion.rules.commands import Play, Repair, Step
from companion.rules.disagreement import Explanation
from companion.rules.family import HistoryEntry, Rules
from companion.rules.game import repaired
from companion.rules.refusals import ChoiceNeeded, NotRepaired


def expand_equivalent_cards(
    rules: Rules, moments: Sequence[HistoryEntry], explanation: Explanation, edit: int, card: Card
) -> Explanation:
    """Return the explanation with this `card` alone, of those `alike`, in the edit of that number.

    Raises:
        Illegal: ``not-repaired``, where the card cannot be played.
    """
    former = explanation.edits[edit]
    repair = explanation.repair
    if repair is None or not isinstance(former.now, Play):
        return explanation
    now = _with_card(former.now, card)
    places = [place for place, step in enumerate(repair.steps) if step == former.now]
    same = sum(other.now == former.now for other in explanation.edits[:edit])
    place = places[min(same, len(places) - 1)]
    entry, now, repair = _repaired(rules, moments, explanation, repair, place, now)
    edits = (
        *explanation.edits[:edit],
        replace(former, now=now, alike=(card,)),
        *explanation.edits[edit + 1 :],
    )
    return replace(explanation, edits=edits, repair=repair, state=entry.state, mended=entry.mended)


def _repaired(
    rules: Rules,
    moments: Sequence[HistoryEntry],
    explanation: Explanation,
    repair: Repair,
    place: int,
    now: Play,
) -> tuple[HistoryEntry, Play, Repair]:
    """Return the repair with `now` as the step at `place`,
    with the value that leads to the same total.
    """

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
