"""The state of a trick game, frozen."""

from typing import Literal

import msgspec

from companion.rules.cards import Card
from companion.rules.events import Event
from companion.rules.seats import CardCounts, RoundSeats, SeatedPlayer

TrickPhase = Literal["play", "round-over", "game-over"]


class TrickPlayer(SeatedPlayer, frozen=True, gc=False):
    """One player at a seat.

    `points` is the total including this round so far; `round_points` are this round's, of which
    `penalty` is for revokes that the table let stand.
    """

    points: int = 0
    round_points: int = 0
    penalty: int = 0
    tricks: int = 0
    cards: int = 0


class TrickCard(msgspec.Struct, frozen=True, gc=False):
    """A card in a trick, and the seat it came from."""

    seat: int
    card: Card


class Void(msgspec.Struct, frozen=True, gc=False):
    """The player at `seat` has shown in that `trick` of the round
    that they hold no card of the suit.
    """

    seat: int
    suit: str
    trick: int


class Taken(msgspec.Struct, frozen=True, gc=False):
    """The last trick taken: its cards in order, its taker, and its cost."""

    seat: int
    cards: tuple[TrickCard, ...]
    points: int


class TrickState(RoundSeats, frozen=True, gc=False):
    """One moment of a trick game.

    `trick` is the one in progress; `played` are the round's cards in order, including those of that
    trick. `taken` is the last trick of this round. `settled` is what all players together paid in
    earlier rounds, including penalties.
    """

    phase: TrickPhase
    players: tuple[TrickPlayer, ...]
    turn: int | None = None
    trick: tuple[TrickCard, ...] = ()
    played: tuple[Card, ...] = ()
    voids: tuple[Void, ...] = ()
    broken: bool = False
    revokes: int = 0
    taken: Taken | None = None
    settled: int = 0

    @property
    def cards_in_trick(self) -> int:
        return len(self.trick)

    @property
    def leads(self) -> bool:
        return self.turn is not None and not self.trick

    @property
    def clockwise(self) -> bool:
        return True

    @property
    def lit(self) -> int | None:
        return self.turn

    @property
    def card_counts(self) -> CardCounts:
        held = tuple(player.cards for player in self.players)
        return CardCounts(held, tuple(laid.card for laid in self.trick))

    @property
    def number(self) -> int:
        """The number of the current trick in its round, from 1."""
        return (len(self.played) - len(self.trick)) // len(self.players) + 1

    @property
    def quick(self) -> bool:
        """Whether only the points of this round were entered, not its cards."""
        return self.phase != "play" and not self.played

    @property
    def led(self) -> str | None:
        """The suit led to the current trick; None before its lead."""
        return self.trick[0].card.suit if self.trick else None

    def next_seat(self, seat: int) -> int:
        return (seat + 1) % len(self.players)

    def void_in(self, seat: int, suit: str | None) -> Void | None:
        """Return when the player showed in this round that they hold no card of that suit,
        or None.
        """
        for void in self.voids:
            if void.seat == seat and void.suit == suit:
                return void
        return None


TrickResult = tuple[TrickState, tuple[Event, ...]]
"""The result of an accepted command: the next state, and its events."""


def best_seats(state: TrickState) -> tuple[int, ...]:
    """Return who has the fewest points."""
    fewest = min(player.points for player in state.players)
    return tuple(seat for seat, player in enumerate(state.players) if player.points == fewest)
