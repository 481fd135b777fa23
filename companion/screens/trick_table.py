"""The trick on the table, and the sentences that players say about it."""

from collections.abc import Iterator, Sequence

import msgspec

from companion.rules.cards import SUIT_SIGNS
from companion.rules.events import Broken, Event, OnlySuit, Revoked, Swept, TrickTaken
from companion.rules.tricks.rules import TrickRules
from companion.rules.tricks.scoring import winning
from companion.rules.tricks.state import Laid, TrickState
from companion.screens.spoken import SUITS


class LyingTrick(msgspec.Struct, frozen=True):
    """The trick in progress, or the last one until the next lead; empty before a round's first lead.

    `wins` is the seat whose card takes it so far; `taken` says whether it has been taken. `number` counts the
    round's tricks from 1.
    """

    cards: tuple[Laid, ...]
    wins: int | None
    taken: bool
    number: int


def lying_trick(rules: TrickRules, state: TrickState) -> LyingTrick:
    """Return the trick on the table."""
    laid = state.trick or (state.taken.cards if state.taken is not None else ())
    taken = bool(laid) and not state.trick
    return LyingTrick(
        cards=laid,
        wins=winning(rules, laid).seat if laid else None,
        taken=taken,
        number=state.number - taken,
    )


def said_of_trick(events: Sequence[Event]) -> str:
    """Return what players say about `events` ("Bo takes it, 25"); "" for an ordinary card."""
    return ". ".join(sayings(events))


def sayings(events: Sequence[Event]) -> Iterator[str]:
    """Yield the same sentence by sentence, without full stops."""
    for event in events:
        said = _said(event)
        if said:
            yield said[0].upper() + said[1:]


def _said(event: Event) -> str:
    match event:
        case OnlySuit(_, suit):
            return f"only {_in_words(suit)} left"
        case Revoked(player, suit, trick, penalty):
            cost = f", {penalty}" if penalty else ""
            return f"{player} had no {_in_words(suit)} in trick {trick}, it stands{cost}"
        case Broken(_, suit):
            return f"{_in_words(suit)} are broken"
        case TrickTaken(player, _, _, points):
            return f"{player} takes it" + (f", {points}" if points else "")
        case Swept(player, points):
            return f"{player} has taken all that costs, {points} more"
    return ""


def _in_words(suit: str) -> str:
    return SUITS[SUIT_SIGNS[suit]]
