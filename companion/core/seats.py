"""What everybody may ask of a state, of whatever family, and what all states do alike."""

from collections.abc import Hashable, Mapping
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol, Self

import msgspec
from msgspec.structs import replace

from companion.core.cards import Card

Phase = Literal["play", "shield", "hand-over", "round-over", "game-over"]


class SeatedPlayer(Protocol):
    """A player at a seat."""

    @property
    def name(self) -> str: ...

    @property
    def still_in(self) -> bool:
        """Whether the player takes part in this hand or round."""

    @property
    def waits(self) -> bool:
        """Whether the player came late and plays from the next hand or round on."""

    @property
    def chips(self) -> int | None:
        """The chips that the player holds; None in a game without chips."""

    @property
    def points(self) -> int | None:
        """The points of all rounds so far; None in a game that counts none."""


class CardCounts(NamedTuple):
    """Where the cards of a hand or round are, as far as a state says it.

    `held` is the number of cards at each seat. `lying` are the open cards: the pile, bottom first,
    or the trick in progress. `called` are those of the last call. `has_stock` says whether the
    players draw from a `stock`; where they do not, nobody counts the cards that are `aside`.
    """

    held: tuple[int, ...]
    lying: tuple[Card, ...]
    called: tuple[Card, ...] = ()
    stock: int = 0
    aside: int = 0
    has_stock: bool = False


class State(Hashable, Protocol):
    """One moment of a game, as everything outside its family reads it.

    Seats are numbers from 0 in clockwise order. A family has a struct with these fields or
    properties, which takes the methods from `Seats`.
    """

    @property
    def family(self) -> str:
        """The name of the family."""

    @property
    def players(self) -> tuple[SeatedPlayer, ...]:
        """The players in the order of the seats."""

    @property
    def phase(self) -> Phase:
        """What the table waits for, or what is over."""

    @property
    def dealer(self) -> int:
        """The seat of the player who dealt."""

    @property
    def turn(self) -> int | None:
        """The seat of the player to act; None where nobody is."""

    @property
    def lit(self) -> int | None:
        """The seat that the lights show as the one to act or to answer."""

    @property
    def named(self) -> int | None:
        """The seat that a card has named, which has to answer; None while nobody has to."""

    @property
    def clockwise(self) -> bool | None:
        """The direction of play; None where the rules do not say it."""

    @property
    def deals_a(self) -> Literal["hand", "round"]:
        """The part of a game that the dealer begins with a deal."""

    @property
    def deal_number(self) -> int:
        """The number of the hand or round, from 1: each begins with a deal."""

    @property
    def deals_counted(self) -> int:
        """How many hands or rounds the chips or points hold, also in part."""

    @property
    def next_dealer(self) -> int:
        """The seat of the player who deals after this hand or round."""

    @property
    def deals_again(self) -> str:
        """The name of the player who deals first when the same players play again."""

    @property
    def won_by(self) -> tuple[str, ...]:
        """The names of the winners: none during a game, or if it ends with losers."""

    @property
    def losers(self) -> tuple[int, ...]:
        """The seats that have lost the game."""

    @property
    def total(self) -> int | None:
        """The running total; None in a game without one."""

    @property
    def value_taken(self) -> int | None:
        """The value that the last play took; None where it had none to choose."""

    @property
    def owed(self) -> int:
        """How many plays the player to act owes."""

    @property
    def pot(self) -> int:
        """The chips in the pot."""

    @property
    def cards_in_trick(self) -> int | None:
        """How many cards lie in the trick in progress; None in a game without tricks."""

    @property
    def leads(self) -> bool:
        """Whether the player to act plays the first card of a trick."""

    @property
    def card_counts(self) -> CardCounts | None:
        """Where the cards are; None in a game without cards."""

    @property
    def deals_next(self) -> str:
        """The name of the player who deals after this hand or round."""

    @property
    def points_of(self) -> Mapping[str, int]:
        """The points of all players by name; empty in a game that counts none."""

    @property
    def seats_in(self) -> tuple[int, ...]:
        """The seats of the players who are still in."""

    def seat_of(self, name: str) -> int | None:
        """Return the seat of the player of that name, in or out; None if there is none."""

    def chips_of(self, name: str) -> int:
        """Return the chips of the player of that name; those in the pot if there is none."""

    def name_of(self, seat: int | None) -> str | None:
        """Return the name of the player at a seat; None for no seat."""

    def renamed(self, seat: int, name: str) -> Self:
        """Return the same state with another name for the player at `seat`."""


class Seats(msgspec.Struct, frozen=True):
    """The methods of every `State`, which has `players`."""

    if TYPE_CHECKING:

        @property
        def players(self) -> tuple[Any, ...]: ...

    @property
    def deals_next(self: State) -> str:
        return self.players[self.next_dealer].name

    @property
    def points_of(self: State) -> Mapping[str, int]:
        return {player.name: player.points for player in self.players if player.points is not None}

    @property
    def seats_in(self: State) -> tuple[int, ...]:
        return tuple(seat for seat, player in enumerate(self.players) if player.still_in)

    def seat_of(self: State, name: str) -> int | None:
        for seat, player in enumerate(self.players):
            if player.name == name:
                return seat
        return None

    def chips_of(self: State, name: str) -> int:
        seat = self.seat_of(name)
        return self.pot if seat is None else self.players[seat].chips or 0

    def name_of(self: State, seat: int | None) -> str | None:
        return None if seat is None else self.players[seat].name

    def seated(self, seat: int, player: Any) -> Self:
        """Return the same state with another player value at `seat`."""
        return replace(self, players=self.players_with(seat, player))

    def players_with(self, seat: int, player: Any) -> tuple[Any, ...]:
        """Return the players with another value at `seat`."""
        players: list[Any] = list(self.players)
        players[seat] = player
        return tuple(players)

    def renamed(self, seat: int, name: str) -> Self:
        return self.seated(seat, replace(self.players[seat], name=name))
