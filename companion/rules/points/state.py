"""The state of a points game, frozen."""

from typing import Literal

from companion.rules.events import Event
from companion.rules.points.rules import PointsRules
from companion.rules.seats import EliminablePlayer, EliminationState, RoundSeats

PointsPhase = Literal["play", "round-over", "game-over"]


class PointsPlayer(EliminablePlayer, frozen=True, gc=False):
    """One player at a seat: the standing, and what the last round that was entered brought.

    `waits`: the player sat down during a round and plays from the next one on.
    """

    points: int = 0
    last: int = 0
    waits: bool = False


class PointsState(RoundSeats, EliminationState, frozen=True):
    """One moment of a points game. Nobody is to act: everybody's points are entered together.

    `round` is the last one dealt, `rounds_entered` counts those that the standings hold.
    """

    phase: PointsPhase
    players: tuple[PointsPlayer, ...]
    rounds_entered: int = 0

    @property
    def deals_counted(self) -> int:
        return self.rounds_entered

    @property
    def lit(self) -> int | None:
        # Nobody is to act, so the dealer's light leads.
        return {"play": self.dealer, "round-over": self.next_dealer}.get(self.phase)

    @property
    def turn(self) -> None:
        """The seat to act, which the other families have."""
        return None

    def next_seat(self, seat: int) -> int:
        return min(self.seats_in, key=lambda other: (other - seat - 1) % len(self.players))


PointsResult = tuple[PointsState, tuple[Event, ...]]
"""The result of an accepted command: the next state, and its events."""


def best_seats(rules: PointsRules, state: PointsState) -> tuple[int, ...]:
    """Return who has the best standing of those still in."""
    best = max if rules.wins == "highest" else min
    standing = best(state.players[seat].points for seat in state.seats_in)
    return tuple(seat for seat in state.seats_in if state.players[seat].points == standing)
