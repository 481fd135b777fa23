"""The state of a trick game in the form of docs/protocol.md, "State of a trick game"."""

from typing import cast

import msgspec

from companion.rules.cards import text_of
from companion.rules.tricks.rules import TrickRules
from companion.rules.tricks.state import TrickPhase, TrickState
from companion.rules.tricks.variant import Suit


class PublicTrickPlayer(msgspec.Struct, frozen=True, gc=False):
    """A player of a trick game."""

    name: str
    points: int
    round_points: int
    tricks: int
    cards: int


class PublicLaid(msgspec.Struct, frozen=True, gc=False):
    """A card of the trick under way."""

    player: str
    card: str


class PublicTrickState(msgspec.Struct, frozen=True, gc=False):
    """The state of a trick game."""

    variant: str
    phase: TrickPhase
    round: int
    turn: str | None
    dealer: str
    led: Suit | None
    restricted: Suit | None
    broken: bool
    trick: tuple[PublicLaid, ...]
    revokes: int
    players: tuple[PublicTrickPlayer, ...]
    winners: tuple[str, ...]


def public_trick_state(rules: TrickRules, state: TrickState) -> PublicTrickState:
    """Return the state of a game under these rules."""
    return PublicTrickState(
        variant=rules.variant,
        phase=state.phase,
        round=state.round,
        turn=state.name_of(state.turn),
        dealer=state.players[state.dealer].name,
        led=cast("Suit | None", state.led),  # cards name their suits by the same letters
        restricted=rules.round(state.round).restricted,
        broken=state.broken,
        trick=tuple(
            [PublicLaid(state.players[laid.seat].name, text_of(laid.card)) for laid in state.trick]
        ),
        revokes=state.revokes,
        players=tuple(
            [
                PublicTrickPlayer(
                    player.name, player.points, player.round_points, player.tricks, player.cards
                )
                for player in state.players
            ]
        ),
        winners=state.won_by,
    )
