"""The state of a points game in the form of docs/protocol.md, "State of a points game"."""

import msgspec
from msgspec import UNSET, UnsetType

from companion.rules.convert import Always
from companion.rules.points.rules import PointsRules
from companion.rules.points.state import PointsPhase, PointsPlayer, PointsState


class PublicPointsPlayer(msgspec.Struct, frozen=True, gc=False, rename={"still_in": "in"}):
    """A player of a points game."""

    name: str
    still_in: bool
    points: int
    last: int
    waits: Always | UnsetType = UNSET


class PublicPointsState(msgspec.Struct, frozen=True, gc=False):
    """The state of a points game."""

    variant: str
    phase: PointsPhase
    round: int
    dealer: str
    players: tuple[PublicPointsPlayer, ...]
    winners: tuple[str, ...]


def public_points_state(rules: PointsRules, state: PointsState) -> PublicPointsState:
    """Return the state of a game under these rules."""
    return PublicPointsState(
        variant=rules.variant,
        phase=state.phase,
        round=state.round,
        dealer=state.players[state.dealer].name,
        players=tuple(map(_public_player, state.players)),
        winners=state.won_by,
    )


def _public_player(player: PointsPlayer) -> PublicPointsPlayer:
    waits = True if player.waits else UNSET
    return PublicPointsPlayer(player.name, player.still_in, player.points, player.last, waits)
