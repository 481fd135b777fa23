"""The edits that a search for what went wrong tries, and those of cards that every family has."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from companion.rules.cards import Card, bare_card
from companion.rules.causes import Cause
from companion.rules.commands import Play, Step
from companion.rules.disagreement import Edit
from companion.rules.family import HistoryEntry, State

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
