"""The state of an adding game in the form of docs/protocol.md, "State of an adding game"."""

import msgspec
from msgspec import UNSET, UnsetType

from companion.rules.adding.state import AddingState, Direction, Phase, Player
from companion.rules.cards import text_of
from companion.rules.convert import Always


class PublicAddingPlayer(msgspec.Struct, frozen=True, gc=False, rename={"still_in": "in"}):
    """A player of an adding game."""

    name: str
    still_in: bool
    chips: int | None
    cards: int
    waits: Always | UnsetType = UNSET


class PublicAddingState(msgspec.Struct, frozen=True, gc=False):
    """The state of an adding game."""

    variant: str
    phase: Phase
    hand: int
    total: int
    direction: Direction
    turn: str | None
    owed: int
    dealer: str
    pot: int
    stock: int
    pile: tuple[str, ...]
    aside: int
    named: str | None
    players: tuple[PublicAddingPlayer, ...]
    winner: str | None
    losers: tuple[str, ...]


def public_adding_state(variant: str, state: AddingState) -> PublicAddingState:
    """Return the state of a game of `variant`."""
    return PublicAddingState(
        variant=variant,
        phase=state.phase,
        hand=state.hand,
        total=state.total,
        direction=state.direction,
        turn=state.name_of(state.turn),
        owed=state.owed,
        dealer=state.players[state.dealer].name,
        pot=state.pot,
        stock=state.stock,
        pile=tuple(map(text_of, state.pile)),
        aside=state.aside,
        named=state.name_of(state.named),
        players=tuple([_public_player(player) for player in state.players]),
        winner=state.name_of(state.winner),
        losers=tuple([state.players[seat].name for seat in state.losers]),
    )


def _public_player(player: Player) -> PublicAddingPlayer:
    waits = True if player.waits else UNSET
    return PublicAddingPlayer(player.name, player.still_in, player.chips, player.cards, waits)
