"""The players at their seats, which the states of all families share."""

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple, Self

import msgspec
from msgspec.structs import replace

from companion.rules.cards import Card


class SeatedPlayer(msgspec.Struct, frozen=True, gc=False):
    """A player at a seat; each family adds what it counts for a player."""

    name: str

    @property
    def chips(self) -> int | None:
        """The chips that the player holds; None in a game without chips."""
        return None

    @property
    def points(self) -> int | None:
        """The points of all rounds so far; None in a family that counts none."""
        return None

    @property
    def waits(self) -> bool:
        """Whether the player came late and plays from the next hand or round on."""
        return False


class EliminablePlayer(SeatedPlayer, frozen=True, gc=False):
    """A player who may go out of the game and keeps the seat."""

    still_in: bool = True


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


class GameState(msgspec.Struct, frozen=True):
    """A state with `players`. Seats are numbers from 0 in clockwise order."""

    @property
    def players(self) -> tuple[SeatedPlayer, ...]:
        """The players in the order of the seats; a field of each family's state."""
        raise NotImplementedError

    @property
    def deal_number(self) -> int:
        """The number of the hand or round, from 1: each begins with a deal."""
        raise NotImplementedError

    @property
    def deals_counted(self) -> int:
        """How many hands or rounds the chips or points hold, also in part."""
        return self.deal_number

    @property
    def next_dealer(self) -> int:
        """The seat of the player who deals after this hand or round."""
        raise NotImplementedError

    @property
    def deals_next(self) -> str:
        """The name of the player who deals after this hand or round."""
        return self.players[self.next_dealer].name

    @property
    def deals_again(self) -> str:
        """The name of the player who deals first when the same players play again:
        usually the winner.
        """
        return self.won_by[0] if len(self.won_by) == 1 else self.deals_next

    @property
    def won_by(self) -> tuple[str, ...]:
        """The names of the winners: none during a game, or if it ends with losers."""
        raise NotImplementedError

    @property
    def deals_a(self) -> Literal["hand", "round"]:
        """The part of a game that the dealer begins with a deal."""
        raise NotImplementedError

    @property
    def total(self) -> int | None:
        """The running total; None in a family without one."""
        return None

    @property
    def value_taken(self) -> int | None:
        """The value that the last play took; None where it had none to choose."""
        return None

    @property
    def pot(self) -> int:
        """The chips in the pot."""
        return 0

    @property
    def points_of(self) -> Mapping[str, int]:
        """The points of all players by name; empty in a family that counts none."""
        return {player.name: player.points for player in self.players if player.points is not None}

    @property
    def cards_in_trick(self) -> int | None:
        """How many cards lie in the trick in progress; None in a family without tricks."""
        return None

    @property
    def leads(self) -> bool:
        """Whether the player to act plays the first card of a trick."""
        return False

    @property
    def owed(self) -> int:
        """How many plays the player to act owes."""
        return 1

    @property
    def clockwise(self) -> bool | None:
        """The direction of play; None where the rules do not say it."""
        return None

    @property
    def lit(self) -> int | None:
        """The seat that the lights show as the one to act or to answer."""
        raise NotImplementedError

    @property
    def named(self) -> int | None:
        """The seat that a card has named, which has to answer; None while nobody has to."""
        return None

    @property
    def losers(self) -> tuple[int, ...]:
        """The seats that have lost the game, in a family where some may."""
        return ()

    @property
    def card_counts(self) -> CardCounts | None:
        """Where the cards are; None in a family without cards."""
        return None

    @property
    def seats_in(self) -> tuple[int, ...]:
        """The seats of the players who are still in: all, unless the family puts players out."""
        return tuple(range(len(self.players)))

    def seat_of(self, name: str) -> int | None:
        """Return the seat of the player of that name, in or out; None if there is none."""
        for seat, player in enumerate(self.players):
            if player.name == name:
                return seat
        return None

    def chips_of(self, name: str) -> int:
        """Return how many chips the player of that name holds;
        those in the pot if there is none.
        """
        seat = self.seat_of(name)
        return self.pot if seat is None else self.players[seat].chips or 0

    def name_of(self, seat: int | None) -> str | None:
        return None if seat is None else self.players[seat].name

    def seated(self, seat: int, player: SeatedPlayer) -> Self:
        """Return the same state with another player value at `seat`."""
        return replace(self, players=self.players_with(seat, player))

    def players_with(self, seat: int, player: SeatedPlayer) -> tuple[Any, ...]:
        """Return the players with another value at `seat`."""
        players: list[Any] = list(self.players)
        players[seat] = player
        return tuple(players)

    def renamed(self, seat: int, name: str) -> Self:
        """Return the same state with another name for the player at `seat`."""
        return self.seated(seat, replace(self.players[seat], name=name))


class EliminationState(GameState, frozen=True):
    """A state whose players may go out of the game."""

    @property
    def players(self) -> tuple[EliminablePlayer, ...]:
        """The players in the order of the seats; a field of each family's state."""
        raise NotImplementedError

    @property
    def seats_in(self) -> tuple[int, ...]:
        return tuple(seat for seat, player in enumerate(self.players) if player.still_in)


class RoundSeats(GameState, frozen=True, kw_only=True):
    """A state of a game in rounds, whose `winners` share the win if they are several."""

    round: int
    dealer: int
    winners: tuple[int, ...] = ()

    @property
    def deal_number(self) -> int:
        return self.round

    @property
    def deals_a(self) -> Literal["round"]:
        return "round"

    @property
    def next_dealer(self) -> int:
        return self.next_seat(self.dealer)

    @property
    def won_by(self) -> tuple[str, ...]:
        return tuple(self.players[seat].name for seat in self.winners)

    def next_seat(self, seat: int) -> int:
        """Return the next player still in after `seat`, in clockwise order."""
        raise NotImplementedError
