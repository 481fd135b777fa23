"""Phase, turn and players: the checks that come before any card is looked at (docs/protocol.md)."""

from collections.abc import Iterable

from msgspec import UNSET, UnsetType

from companion.errors import CardError, Illegal
from companion.rules.adding.state import AddingState, Player
from companion.rules.cards import Card, Pack


def check_phase(state: AddingState, *, also: str = "play") -> None:
    """Raises the code of a phase in which a command of play is not taken; `also` names one that is."""
    if state.phase in {"play", also}:
        return
    raise Illegal("shield-pending" if state.phase == "shield" else state.phase, who_is_next(state))


def who_is_next(state: AddingState) -> dict[str, object]:
    """Whose move it is, for the sentence: the player named, or who deals next."""
    if state.phase == "shield":
        return {"named": state.name_of(state.named)}
    return {"deals": state.name_of(state.next_seat(state.dealer, clockwise=True))} if state.seats_in else {}


def acting(state: AddingState, player: str | UnsetType) -> int:
    """The seat to act; raises ``unknown-player`` or ``not-your-turn`` when `player` is somebody else."""
    if state.turn is None:
        raise Illegal("not-now")
    if player is not UNSET:
        seat = seat_called(state, player)
        if seat != state.turn:
            raise Illegal("not-your-turn", {"player": player}, turn=state.name_of(state.turn))
    return state.turn


def seat_called(state: AddingState, name: str) -> int:
    """The seat of a player; raises ``unknown-player``."""
    seat = state.seat_of(name)
    if seat is None:
        raise Illegal("unknown-player", {"player": name})
    return seat


def seat_in(state: AddingState, name: str) -> int:
    """The seat of a player still in; raises ``unknown-player`` or ``player-out``."""
    seat = seat_called(state, name)
    if not state.players[seat].still_in:
        raise Illegal("player-out", {"player": name})
    return seat


def cards_of(pack: Pack, texts: Iterable[str]) -> tuple[Card, ...]:
    """The cards of this pack that `texts` name; raises ``bad-card`` for one of them, then ``not-in-deck``."""
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
    """Raises ``not-enough-cards`` when the player holds fewer than `played`."""
    if played > player.cards:
        raise Illegal("not-enough-cards", {"player": player.name, "cards": player.cards, "played": played})
