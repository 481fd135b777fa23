"""Checks of players, cards and calls that families share (docs/protocol.md)."""

from collections import Counter
from collections.abc import Iterable, Sequence

from msgspec import UNSET, UnsetType

from companion.errors import CardError, Illegal
from companion.rules.cards import Card, Pack
from companion.rules.refusals import (
    BadCard,
    BadField,
    BadPlayers,
    NotInDeck,
    NotInThisGame,
    PlayerOut,
    UnknownPlayer,
)
from companion.rules.seats import GameState


def check_names(names: tuple[str, ...]) -> None:
    """Raise ``bad-players`` if a name is empty or given twice.

    >>> check_names(("Ann", "Bo", "Ann"))
    Traceback (most recent call last):
    companion.errors.Illegal: bad-players
    """
    if "" in names:
        raise Illegal(BadPlayers("empty"))
    if len(set(names)) < len(names):
        twice, _ = Counter(names).most_common(1)[0]
        raise Illegal(BadPlayers("twice", name=twice))


def seat_called(state: GameState, name: str) -> int:
    """Return the seat of a player; raise ``unknown-player`` if there is none."""
    seat = state.seat_of(name)
    if seat is None:
        raise Illegal(UnknownPlayer(name))
    return seat


def seat_in(state: GameState, name: str) -> int:
    """Return the seat of a player still in; raise ``unknown-player`` or ``player-out``."""
    seat = seat_called(state, name)
    if seat not in state.seats_in:
        raise Illegal(PlayerOut(name))
    return seat


def first_dealer(names: Sequence[str], dealer: str | UnsetType) -> int:
    """Return the seat of the first dealer, the last one if none is named;
    raise ``unknown-player``.
    """
    if dealer is UNSET:
        return len(names) - 1
    if dealer not in names:
        raise Illegal(UnknownPlayer(dealer))
    return names.index(dealer)


def check_turns_none(up_card: str | UnsetType) -> None:
    """Raise ``bad-field`` for an up-card, in a game in which the dealer turns up none."""
    if up_card is not UNSET:
        raise Illegal(BadField("up_card", "turns-none"))


def points_called(
    state: GameState, player: str | UnsetType, points: int | UnsetType
) -> tuple[int, int]:
    """Return whose points somebody calls, by seat, and how many.

    Raises:
        Illegal: ``not-in-this-game`` for a total, ``unknown-player``.
    """
    if player is UNSET or points is UNSET:
        raise Illegal(NotInThisGame("total"))
    return seat_called(state, player), points


def cards_of(pack: Pack, texts: Iterable[str]) -> tuple[Card, ...]:
    """Return the cards of this pack that `texts` name; raise ``bad-card``, then ``not-in-deck``."""
    cards = []
    for text in texts:
        try:
            cards.append(pack.read(text))
        except CardError:
            raise Illegal(BadCard(text)) from None
    for card in cards:
        if card not in pack:
            raise Illegal(NotInDeck(str(card), pack.decks))
    return tuple(pack.named(card) for card in cards)
