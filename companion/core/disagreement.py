"""What the players say of the table where it differs from the box, and what may explain it.

Nothing here knows a screen, or how the search goes (`companion.core.search`).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from companion.core.cards import Card, bare_card
from companion.core.commands import Play, Repair, Step
from companion.core.events import Cause
from companion.core.family import Family, HistoryEntry, Rules
from companion.core.history import repaired
from companion.core.refusals import ChoiceNeeded, NotRepaired
from companion.core.seats import State
from companion.errors import Illegal


class Observed(msgspec.Struct, frozen=True):
    """What the players know: the `total` on the table, and the seat `turn` that acts next.

    Either is None where nobody is sure. The `chips` of a player by name, or of the "pot", are what
    was counted; where they alone are known, only busts and their chips are searched. In a trick
    game there is no total; `trick` is how many cards lie in the trick in progress, or None.
    """

    total: int | None = None
    turn: int | None = None
    chips: dict[str, int] = {}
    trick: int | None = None

    def fits(self, state: State) -> bool:
        """Return whether a game stands as the players say."""
        return (
            self.total in {None, state.total}
            and self.turn in {None, state.lit}
            and self.trick in {None, state.cards_in_trick}
            and all(state.chips_of(name) == count for name, count in self.chips.items())
        )


class Edit(msgspec.Struct, frozen=True):
    """One thing that may have gone wrong, at the play `place` of the moments that count.

    `entered` is the command that was entered there, None where one is put in; `now` is what was
    done at the table, None where the entry is taken out. `player` is whose play it is in the mended
    game, or whose it was if it is taken out. `alike` are the cards that would do the same in place
    of the one that is put in, the likeliest first: where they are of several ranks the players have
    to say which it was.
    """

    cause: Cause
    place: int
    player: str
    entered: Step | None = None
    now: Step | None = None
    alike: tuple[Card, ...] = ()


class Explanation(msgspec.Struct, frozen=True):
    """What may have happened, the `repair` that puts it right, and the mended `state`.

    Without `edits` the box is right and the players are not: a slip, with nothing to repair.
    `mended` are the entries that the repair puts in the place of others. `likelihood` orders
    explanations of one search; it is no probability.
    """

    edits: tuple[Edit, ...]
    repair: Repair | None
    state: State
    mended: tuple[HistoryEntry, ...] = ()
    likelihood: float = 0.0


Search = Callable[
    [Family, Rules, Sequence[HistoryEntry], Observed, Callable[[], bool]], list[Explanation]
]
"""Finds what may explain what the players observed; the last argument says when its time is up."""

CLEAR: Final = 0.9
"""The share of all likelihood at which the explanations that are shown are enough."""


def seat_decides(found: Sequence[Explanation], count: int) -> bool:
    """Return whether the players should say who acts next,
    if the first `shown` explanations are shown.

    It decides if explanations lead to different players, and those that are not shown are too
    likely.
    """
    if len({explanation.state.lit for explanation in found}) < 2:
        return False
    return sum(explanation.likelihood for explanation in found[:count]) < CLEAR * sum(
        explanation.likelihood for explanation in found
    )


FURTHER_APART: Final = 0.3  # how much rarer cards change places that lie one card further apart


class Candidate(NamedTuple):
    """An edit to try: `steps` stand in the place of the next `replaced` entries.

    The steps leave open what a card asks: the search tries every answer. `likelihood` is that of
    the edit alone, whatever the players have said or not said.
    """

    edit: Edit
    steps: tuple[Step, ...]
    replaced: int
    likelihood: float


def card_edits(
    counted: Sequence[HistoryEntry],
    place: int,
    state: State,
    weights: Mapping[Cause, float],
    cards: Iterable[tuple[Card, float]],
    apart: int,
) -> Iterator[Candidate]:
    """Yield that a card was missed before `place`;
    that the one there was none, another, or out of order.

    `cards` are those that may have been played, and the share of each. Two that were entered in the
    wrong order lie at most so far `apart`.
    """
    player, box, entered = state.name_of(state.lit) or "", counted[place - 1].state, list[Play]()
    for entry in counted[place : place + apart + 1]:
        if not isinstance(entry.command, Play):
            break
        entered.append(replace(entry.command, player=UNSET))
    first, later = entered[0] if entered else None, entered[1:]
    if first is not None:
        twice = Edit("card-twice", place, box.name_of(box.lit) or "", first)
        yield Candidate(twice, (), 1, weights["card-twice"])
    for card, share in cards if state.phase == "play" else ():
        play = Play(card=str(card))
        missed = Edit("card-missed", place, player, None, play, (card,))
        yield Candidate(missed, (play,), 0, weights["card-missed"] * share)
        own = (
            bare_card(first.all_cards[0])
            if first is not None and len(first.all_cards) == 1
            else None
        )
        if own is not None and card not in {own, Card(own.rank)}:
            other = replace(missed, cause="other-card", entered=first)
            yield Candidate(other, (play,), 1, weights["other-card"] * share)
    for between, last in enumerate(later):
        if first is not None:
            steps = (last, *later[:between], first)
            order = Edit("order", place, player, first, last)
            yield Candidate(order, steps, between + 2, weights["order"] * FURTHER_APART**between)


def expand_equivalent_cards(
    family: Family,
    rules: Rules,
    moments: Sequence[HistoryEntry],
    explanation: Explanation,
    edit: int,
    card: Card,
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
    entry, now, repair = _repaired(family, rules, moments, explanation, repair, place, now)
    edits = (
        *explanation.edits[:edit],
        replace(former, now=now, alike=(card,)),
        *explanation.edits[edit + 1 :],
    )
    return replace(explanation, edits=edits, repair=repair, state=entry.state, mended=entry.mended)


def _repaired(
    family: Family,
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
        return repaired(family, rules, moments, with_play), play, with_play

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
