"""Checks of phase, turn and counts in an adding game,
before any check of cards (docs/protocol.md).
"""

from typing import assert_never

from msgspec import UNSET, UnsetType

from companion.errors import Illegal
from companion.rules.adding.rules import AddingRules
from companion.rules.adding.state import AddingState, Player
from companion.rules.checks import seat_called
from companion.rules.refusals import (
    GameOver,
    HandOver,
    NotEnoughCards,
    NotYourTurn,
    Refusal,
    ShieldPending,
    TooManyPlayers,
    WrongPhase,
)


def check_phase(state: AddingState, *, also: str = "play") -> None:
    """Check that play is in progress, or the phase is `also`;
    raise the code of the phase otherwise.
    """
    if state.phase in {"play", also}:
        return
    raise Illegal(wrong_phase(state))


def wrong_phase(state: AddingState) -> Refusal:
    """Return why this phase does not allow a command, and whose move it is."""
    match state.phase:
        case "shield":
            return ShieldPending(state.name_of(state.named))
        case "hand-over":
            return HandOver(state.deals_next)
        case "game-over":
            return GameOver()
        case "play":
            return WrongPhase()
        case _:
            assert_never(state.phase)


def acting(state: AddingState, player: str | UnsetType) -> int:
    """Return the seat to act; raise ``unknown-player``,
    or ``not-your-turn`` if `player` is another.
    """
    if state.turn is None:
        raise Illegal(WrongPhase())
    if player is not UNSET:
        seat = seat_called(state, player)
        if seat != state.turn:
            raise Illegal(NotYourTurn(state.players[state.turn].name, player))
    return state.turn


def check_holds(player: Player, played: int) -> None:
    """Raise ``not-enough-cards`` if the player holds fewer than `played`."""
    if played > player.cards:
        raise Illegal(NotEnoughCards(player.name, player.cards, played))


def check_deal(rules: AddingRules, players: int) -> None:
    """Raise ``too-many-players`` if the pack has too few cards to deal to so many."""
    needed = players * rules.hand_size + (rules.up_card != "none")
    if needed > rules.pack.size:
        raise Illegal(TooManyPlayers(needed, rules.pack.size))


def check_next_deal(rules: AddingRules, players: int) -> None:
    """Raise ``too-many-players`` if so many are too many for the next hand,
    where another one is dealt.
    """
    if rules.has_next_hand:
        check_deal(rules, players)
