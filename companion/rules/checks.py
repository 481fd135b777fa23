"""Checks of phase, turn and players, which come before any check of cards (docs/protocol.md)."""

from collections.abc import Iterable
from typing import assert_never

from msgspec import UNSET, UnsetType

from companion.errors import CardError, Illegal
from companion.rules.adding.state import AddingState, Player
from companion.rules.cards import Card, Pack
from companion.rules.refusals import (
    BadCard,
    GameOver,
    HandOver,
    NotEnoughCards,
    NotInDeck,
    NotNow,
    NotYourTurn,
    PlayerOut,
    Refusal,
    ShieldPending,
    UnknownPlayer,
)
from companion.rules.seats import Seats, SeatsIn


def check_phase(state: AddingState, *, also: str = "play") -> None:
    """Check that play is in progress, or the phase is `also`; raise the code of the phase otherwise."""
    if state.phase in {"play", also}:
        return
    raise Illegal(wrong_phase(state))


def wrong_phase(state: AddingState) -> Refusal:
    """Return why this phase does not allow a command, and whose move it is."""
    match state.phase:
        case "shield":
            return ShieldPending(state.name_of(state.named))
        case "hand-over":
            return HandOver(state.players[state.next_seat(state.dealer, clockwise=True)].name)
        case "game-over":
            return GameOver()
        case "play":
            return NotNow()
        case _:
            assert_never(state.phase)


def acting(state: AddingState, player: str | UnsetType) -> int:
    """Return the seat to act; raise ``unknown-player``, or ``not-your-turn`` if `player` is another."""
    if state.turn is None:
        raise Illegal(NotNow())
    if player is not UNSET:
        seat = seat_called(state, player)
        if seat != state.turn:
            raise Illegal(NotYourTurn(state.players[state.turn].name, player))
    return state.turn


def seat_called(state: Seats, name: str) -> int:
    """Return the seat of a player; raise ``unknown-player`` if there is none."""
    seat = state.seat_of(name)
    if seat is None:
        raise Illegal(UnknownPlayer(name))
    return seat


def seat_in(state: SeatsIn, name: str) -> int:
    """Return the seat of a player still in; raise ``unknown-player`` or ``player-out``."""
    seat = seat_called(state, name)
    if not state.players[seat].still_in:
        raise Illegal(PlayerOut(name))
    return seat


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


def check_holds(player: Player, played: int) -> None:
    """Raise ``not-enough-cards`` if the player holds fewer than `played`."""
    if played > player.cards:
        raise Illegal(NotEnoughCards(player.name, player.cards, played))
