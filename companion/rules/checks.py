"""Checks of phase, turn and players, which come before any check of cards (docs/protocol.md)."""

from collections.abc import Iterable

from msgspec import UNSET, UnsetType

from companion.errors import CardError, Illegal
from companion.rules.adding.state import AddingState, Player
from companion.rules.cards import Card, Pack


def check_phase(state: AddingState, *, also: str = "play") -> None:
    """Check that play is in progress, or the phase is `also`; raise the code of the phase otherwise."""
    if state.phase in {"play", also}:
        return
    raise Illegal("shield-pending" if state.phase == "shield" else state.phase, who_is_next(state))


def who_is_next(state: AddingState) -> dict[str, object]:
    """Return the player to act as facts for the sentence: the named player, or the next dealer."""
    if state.phase == "shield":
        return {"named": state.name_of(state.named)}
    return {"deals": state.name_of(state.next_seat(state.dealer, clockwise=True))} if state.seats_in else {}


def acting(state: AddingState, player: str | UnsetType) -> int:
    """Return the seat to act; raise ``unknown-player``, or ``not-your-turn`` if `player` is another."""
    if state.turn is None:
        raise Illegal("not-now")
    if player is not UNSET:
        seat = seat_called(state, player)
        if seat != state.turn:
            raise Illegal("not-your-turn", {"player": player}, turn=state.name_of(state.turn))
    return state.turn


def seat_called(state: AddingState, name: str) -> int:
    """Return the seat of a player; raise ``unknown-player`` if there is none."""
    seat = state.seat_of(name)
    if seat is None:
        raise Illegal("unknown-player", {"player": name})
    return seat


def seat_in(state: AddingState, name: str) -> int:
    """Return the seat of a player still in; raise ``unknown-player`` or ``player-out``."""
    seat = seat_called(state, name)
    if not state.players[seat].still_in:
        raise Illegal("player-out", {"player": name})
    return seat


def cards_of(pack: Pack, texts: Iterable[str]) -> tuple[Card, ...]:
    """Return the cards of this pack that `texts` name; raise ``bad-card``, then ``not-in-deck``."""
    cards = []
    for text in texts:
        try:
            cards.append(pack.read(text))
        except CardError:
            raise Illegal("bad-card", card=text) from None
    for card in cards:
        if card not in pack:
            raise Illegal("not-in-deck", {"decks": pack.decks}, card=str(card))
    return tuple(pack.named(card) for card in cards)


def check_holds(player: Player, played: int) -> None:
    """Raise ``not-enough-cards`` if the player holds fewer than `played`."""
    if played > player.cards:
        raise Illegal("not-enough-cards", {"player": player.name, "cards": player.cards, "played": played})
