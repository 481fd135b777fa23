"""The state of a trick game: what the table knows, all of it frozen."""

from typing import Literal

import msgspec

from companion.rules.cards import Card
from companion.rules.events import Event
from companion.rules.tricks.rules import TrickRules

TrickPhase = Literal["play", "round-over", "game-over"]


class TrickPlayer(msgspec.Struct, frozen=True, gc=False):
    """One player at a seat.

    `points` is the total including this round as far as it is played; `round_points` this round's,
    of which `penalty` is for revokes that were let stand.
    """

    name: str
    points: int = 0
    round_points: int = 0
    penalty: int = 0
    tricks: int = 0
    cards: int = 0


class Laid(msgspec.Struct, frozen=True, gc=False):
    """A card in a trick, and the seat it came from."""

    seat: int
    card: Card


class Void(msgspec.Struct, frozen=True, gc=False):
    """The player at `seat` has shown in that `trick` of the round to hold no card of the suit."""

    seat: int
    suit: str
    trick: int


class Taken(msgspec.Struct, frozen=True, gc=False):
    """The last trick that was taken: its cards in order, by whom, and what it cost."""

    seat: int
    cards: tuple[Laid, ...]
    points: int


class TrickState(msgspec.Struct, frozen=True):
    """One moment of a trick game. Seats are numbers from 0 in clockwise order.

    `trick` is the one under way; `played` are the round's cards in order, those of the trick under way
    included. `taken` is the last trick of this round. `settled` is what all the rounds before this one
    have cost everybody together, penalties included.
    """

    phase: TrickPhase
    round: int
    dealer: int
    players: tuple[TrickPlayer, ...]
    turn: int | None = None
    trick: tuple[Laid, ...] = ()
    played: tuple[Card, ...] = ()
    voids: tuple[Void, ...] = ()
    broken: bool = False
    revokes: int = 0
    taken: Taken | None = None
    settled: int = 0
    winners: tuple[int, ...] = ()

    @property
    def number(self) -> int:
        """Of the trick under way in its round, from 1."""
        return (len(self.played) - len(self.trick)) // len(self.players) + 1

    @property
    def quick(self) -> bool:
        """Whether this round was not played card by card, but only its points entered."""
        return self.phase != "play" and not self.played

    @property
    def led(self) -> str | None:
        """The suit of the trick under way; None before its lead."""
        return self.trick[0].card.suit if self.trick else None

    def seat_of(self, name: str) -> int | None:
        """The seat of the player of that name; None for a stranger."""
        for seat, player in enumerate(self.players):
            if player.name == name:
                return seat
        return None

    def name_of(self, seat: int | None) -> str | None:
        return None if seat is None else self.players[seat].name

    def next_seat(self, seat: int) -> int:
        """The next player in clockwise order."""
        return (seat + 1) % len(self.players)

    def seated(self, seat: int, player: TrickPlayer) -> "TrickState":
        """The same state with another player value at `seat`."""
        players = (*self.players[:seat], player, *self.players[seat + 1 :])
        return msgspec.structs.replace(self, players=players)

    def void_in(self, seat: int, suit: str | None) -> Void | None:
        """Where the player has shown to hold no card of that suit in this round."""
        for void in self.voids:
            if (void.seat, void.suit) == (seat, suit):
                return void
        return None


TrickResult = tuple[TrickState, tuple[Event, ...]]
"""What an accepted command makes: the next state, and what happened on the way."""


def public_trick_state(rules: TrickRules, state: TrickState) -> dict[str, object]:
    """The state in the form of docs/protocol.md, "State of a trick game"."""
    return {
        "variant": rules.variant,
        "phase": state.phase,
        "round": state.round,
        "turn": state.name_of(state.turn),
        "dealer": state.players[state.dealer].name,
        "led": state.led,
        "restricted": rules.round(state.round).restricted,
        "broken": state.broken,
        "trick": [{"player": state.players[laid.seat].name, "card": str(laid.card)} for laid in state.trick],
        "revokes": state.revokes,
        "players": [
            {
                "name": player.name,
                "points": player.points,
                "round_points": player.round_points,
                "tricks": player.tricks,
                "cards": player.cards,
            }
            for player in state.players
        ],
        "winners": [state.players[seat].name for seat in state.winners],
    }
