"""Describes the commands of a trick game and their consequences, in the words of the page."""

from collections.abc import Sequence
from typing import Final, assert_never

from companion.phone.event_row import EventRow
from companion.rules.cards import SUIT_SIGNS
from companion.rules.events import (
    Busted,
    Dealt,
    DrawForgotten,
    Eliminated,
    Event,
    GameEnded,
    LaterEvent,
    OnlySuit,
    Played,
    Revoked,
    RoundDealt,
    RoundEnded,
    Scored,
    Shielded,
    Showed,
    ToTrick,
    TrickTaken,
    WentOver,
)
from companion.rules.tricks.state import TrickState
from companion.screens.trick_pictures import trick_winner_picture
from companion.screens.trick_table import sayings
from companion.text.named import parted, plain

LONGEST: Final = 60
"""Maximum characters of a sentence on a page."""


def trick_event_row(state: TrickState, events: Sequence[Event]) -> EventRow:
    """Return the row of a command whose `events` led to `state`."""
    own = [event for event in events if isinstance(event, OnlySuit | Revoked)]
    after = (*sayings([event for event in events if event not in own]), *_ended(state, events))
    first = events[0]
    if isinstance(
        first,
        LaterEvent | Dealt | Played | Shielded | WentOver | Busted | Eliminated | DrawForgotten | Showed,
    ):
        raise TypeError(f"{type(first).__name__} begins no row of a trick game")
    match first:
        case RoundDealt(number, player):
            return EventRow("deal", state.round, player, f"deals round {number}", after=after)
        case Scored(_, points):
            return EventRow("score", state.round, None, _points(points), after=after)
        case ToTrick(player, card):
            taken = any(isinstance(event, TrickTaken) for event in events)
            return EventRow(
                "trick" if taken else "play", state.round, player, _own(own), (card,), after=after
            )
        case _:
            assert_never(first)


def _own(events: Sequence[Event]) -> str:
    for event in events:
        match event:
            case OnlySuit(_, suit):
                return f"Only {SUIT_SIGNS[suit]} left"
            case Revoked(_, suit, trick, penalty):
                cost = f" and costs {penalty}" if penalty else ""
                return f"No {SUIT_SIGNS[suit]} in trick {trick}, it stands{cost}"
    return ""


def _points(points: dict[str, int]) -> str:
    paid = ", ".join(f"{parted(name)} {count}" for name, count in points.items() if count)
    return paid if len(paid) <= LONGEST else f"{sum(points.values())} points in all"


def _ended(state: TrickState, events: Sequence[Event]) -> list[str]:
    for event in events:
        match event:
            case RoundEnded(deals=deals):
                return [f"{deals} deals next"]
            case GameEnded():
                said = plain(trick_winner_picture(state, ()).sentence)
                return [said if len(said) <= LONGEST else f"{len(state.winners)} share the win"]
    return []
