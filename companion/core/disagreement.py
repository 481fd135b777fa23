"""The differences between table and box, and their possible explanations.

This module is independent of the screens and of the search (`companion.core.search`).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from companion.core.cards import Card, bare_card
from companion.core.commands import Bust, Play, Repair, Step
from companion.core.events import Cause
from companion.core.family import Family, HistoryEntry, Rules
from companion.core.frozen import Frozen
from companion.core.history import counting, repaired
from companion.core.legal import completed
from companion.core.questions import with_cards
from companion.core.seats import State
from companion.errors import Illegal


class Observed(Frozen):
    """The players' knowledge: the `total` on the table, and the seat `turn` that acts next.

    Both are None if unknown. `chips` are the counted chips, by player or "pot"; if only they are
    given, the search is limited to busts and their chips. A trick game has no total; its `trick` is
    the number of cards in the trick in progress, or None.
    """

    total: int | None = None
    turn: int | None = None
    chips: dict[str, int] = {}
    trick: int | None = None

    def fits(self, state: State) -> bool:
        """Return whether a state agrees with the players, also if its total is hidden."""
        return (
            self.total in {None, None if state.total is None else int(state.total)}
            and self.turn in {None, state.lit}
            and self.trick in {None, state.cards_in_trick}
            and all(state.chips_of(name) == count for name, count in self.chips.items())
        )


class Edit(Frozen):
    """A possible mistake, at index `place` of the moments that count.

    `entered` is the command entered there, or None for an insertion. `now` is what happened at the
    table, or None for a deletion. `player` made the play in the corrected game, or the deleted
    play. `alike` are the cards with the same effect as the inserted one, the likeliest first; if
    they differ in rank, the players have to choose.
    """

    cause: Cause
    place: int
    player: str
    entered: Step | None = None
    now: Step | None = None
    alike: tuple[Card, ...] = ()


class Explanation(Frozen):
    """A possible course of the game, with the `repair` that corrects it and the corrected `state`.

    Without `edits` the box is right and the players are wrong, so there is no `repair`. `mended`
    are the new entries of the correction. `likelihood` orders the explanations of one search; it is
    not a probability.
    """

    edits: tuple[Edit, ...]
    repair: Repair | None
    state: State
    mended: tuple[HistoryEntry, ...] = ()
    likelihood: float = 0.0


Search = Callable[
    [Family, Rules, Sequence[HistoryEntry], Observed, Callable[[], bool]], list[Explanation]
]
"""The function that searches for explanations; its last argument returns whether its time is up."""

CLEAR = 0.9
"""The share of the total likelihood that the displayed explanations must reach."""


def seat_decides(found: Sequence[Explanation], count: int) -> bool:
    """Return whether to ask the players who acts next, given the first `count` explanations.

    It is needed if explanations lead to different players, and those not shown are too likely.
    """
    if len({explanation.state.lit for explanation in found}) < 2:
        return False
    return sum(explanation.likelihood for explanation in found[:count]) < CLEAR * sum(
        explanation.likelihood for explanation in found
    )


FURTHER_APART = 0.3  # The factor for each card between two swapped cards.


class Candidate(NamedTuple):
    """An edit to try: `steps` replace the next `replaced` entries.

    The steps omit the answers to a card's questions, because the search tries every answer.
    `likelihood` is that of the edit alone, independent of what the players know.
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
    """Yield edits at `place`: a missed card, a card entered twice, another card, or a wrong order.

    `cards` are those that may have been played, with their shares. Two cards entered in the wrong
    order are at most `apart` entries apart.
    """
    player, box, entered = state.name_of(state.lit) or "", counted[place - 1].state, list[Play]()
    for entry in counted[place : place + apart + 1]:
        if not isinstance(entry.command, Play):
            break
        entered.append(for_anybody(entry.command))
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
    """Return the explanation with only this `card` of those `alike` in the edit with that index.

    Raises:
        Illegal: ``not-repaired`` if the card cannot be played.
    """
    former, repair = explanation.edits[edit], explanation.repair
    if repair is None or not isinstance(former.now, Play):
        return explanation
    places = [place for place, step in enumerate(repair.steps) if step == former.now]
    same = sum(other.now == former.now for other in explanation.edits[:edit])
    place = places[min(same, len(places) - 1)]

    def with_play(play: Play) -> Explanation:
        steps: tuple[Step, ...] = (*repair.steps[:place], play, *repair.steps[place + 1 :])
        other = replace(repair, steps=steps)
        entry = repaired(family, rules, moments, other)
        edits = list(explanation.edits)
        edits[edit] = replace(former, now=play, alike=(card,))
        return replace(
            explanation,
            edits=tuple(edits),
            repair=other,
            state=entry.state,
            mended=entry.mended,
        )

    play = with_cards(former.now, [str(card)] * len(former.now.all_cards))
    play = replace(play, value=UNSET, way=UNSET)
    before = (counting(moments)[-1 - repair.back], *explanation.mended)[place].state
    for answered, _after in completed(family, rules, before, play):
        try:
            found = with_play(answered)
        except Illegal:
            continue
        if found.state.total == explanation.state.total:
            return found
    return with_play(play)


def for_anybody(command: Any) -> Any:
    """Return a command without the name of the player to act,
    who may be another one in a corrected game.
    """
    return replace(command, player=UNSET) if isinstance(command, Play | Bust) else command
