"""The view of a state that is common to all families, and the methods shared by all states."""

from abc import abstractmethod
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple, Protocol, Self

from msgspec.structs import replace

from companion.core.cards import Card
from companion.core.events import GameEnded
from companion.core.frozen import Frozen
from companion.core.options import Wins

RoundPhase = Literal["play", "round-over", "game-over"]
"""The phase of a game of rounds."""
Phase = Literal[RoundPhase, "shield", "hand-over"]


class SeatedPlayer(Protocol):
    """A player at a seat."""

    @property
    def name(self) -> str: ...

    @property
    def still_in(self) -> bool:
        """Whether the player takes part in this hand or round."""

    @property
    def waits(self) -> bool:
        """Whether the player came late and plays from the next hand or round."""

    @property
    def chips(self) -> int | None:
        """The number of chips of the player, or None in a game without chips."""

    @property
    def points(self) -> int | None:
        """The points of all rounds so far, or None in a game without points."""


def counted(players: Iterable[SeatedPlayer]) -> dict[str, int]:
    """Return the points of each of these players, or the chips in a game without points."""
    return {
        player.name: (player.chips or 0) if player.points is None else player.points
        for player in players
    }


class CardCounts(NamedTuple):
    """The location of the cards of a hand or round, as far as a state knows it.

    `held` is the number of cards at each seat. `lying` are the open cards: the pile, bottom first,
    or the trick in progress. `called` are those of the last call. `has_stock` is true if the
    players draw from a `stock`; if they do not, the cards `aside` are not counted.
    """

    held: tuple[int, ...]
    lying: tuple[Card, ...]
    called: tuple[Card, ...] = ()
    stock: int = 0
    aside: int = 0
    has_stock: bool = False


class State(Frozen, kw_only=True):
    """A moment of a game, as seen by all code outside its family.

    Seats are numbers from 0 in clockwise order. Each family has a struct with these fields or
    properties, which inherits the rest; mypy reports one that lacks any of the abstract ones.
    """

    derived: ClassVar[tuple[str, ...]] = ()
    """The fields that follow from the others or from the commands, so that no digest has them."""

    phase: Phase
    """The next action at the table, or the part of the game that is over."""
    dealer: int
    """The seat of the player who dealt."""

    if TYPE_CHECKING:

        @property
        @abstractmethod
        def family(self) -> str:
            """The name of the family."""

        @property
        @abstractmethod
        def players(self) -> tuple[SeatedPlayer, ...]:
            """The players in the order of the seats."""

        @property
        @abstractmethod
        def turn(self) -> int | None:
            """The seat of the player to act, or None."""

        @property
        @abstractmethod
        def lit(self) -> int | None:
            """The seat lit as the one to act or to answer."""

        @property
        @abstractmethod
        def clockwise(self) -> bool | None:
            """The direction of play, or None if the rules do not define it."""

        @property
        @abstractmethod
        def deals_a(self) -> Literal["hand", "round"]:
            """The part of a game that begins with a deal."""

        @property
        @abstractmethod
        def deal_number(self) -> int:
            """The number of the hand or round, counted from 1."""

        @property
        @abstractmethod
        def deals_counted(self) -> int:
            """The number of hands or rounds included in the chips or points, also in part."""

        @property
        @abstractmethod
        def next_dealer(self) -> int:
            """The seat of the player who deals after this hand or round."""

        @property
        @abstractmethod
        def deals_again(self) -> str:
            """The name of the player who deals first if the same players play again."""

        @property
        @abstractmethod
        def won_by(self) -> tuple[str, ...]:
            """The names of the winners; empty during a game, or if it ends with losers."""

    @property
    def opens(self) -> Card | None:
        """The card to be played first, as long as its player is not known."""
        return None

    @property
    def named(self) -> int | None:
        """The seat named by a card that has to answer, or None."""
        return None

    @property
    def losers(self) -> tuple[int, ...]:
        """The seats that have lost the game."""
        return ()

    @property
    def total(self) -> int | None:
        """The running total, or None in a game without one."""
        return None

    @property
    def value_taken(self) -> int | None:
        """The value chosen by the last play, or None if it had no choice."""
        return None

    @property
    def owed(self) -> int:
        """The number of plays that the player to act owes."""
        return 1

    @property
    def pot(self) -> int:
        """The number of chips in the pot."""
        return 0

    @property
    def cards_in_trick(self) -> int | None:
        """The number of cards in the trick in progress, or None in a game without tricks."""
        return None

    @property
    def leads(self) -> bool:
        """Whether the player to act plays the first card of a trick."""
        return False

    @property
    def card_counts(self) -> CardCounts | None:
        """The location of the cards, or None in a game without cards."""
        return None

    @property
    def deals_next(self) -> str:
        """The name of the player who deals after this hand or round."""
        return self.players[self.next_dealer].name

    @property
    def points_of(self) -> Mapping[str, int]:
        """The points of all players by name; empty in a game without points."""
        return {player.name: player.points for player in self.players if player.points is not None}

    @property
    def seats_in(self) -> tuple[int, ...]:
        """The seats of the players who are still in."""
        return tuple([seat for seat, player in enumerate(self.players) if player.still_in])

    def seat_of(self, name: str) -> int | None:
        """Return the seat of the player with that name, in or out, or None."""
        for seat, player in enumerate(self.players):
            if player.name == name:
                return seat
        return None

    def chips_of(self, name: str) -> int:
        """Return the chips of the player with that name; for any other name, those in the pot."""
        seat = self.seat_of(name)
        return self.pot if seat is None else self.players[seat].chips or 0

    def name_of(self, seat: int | None) -> str | None:
        """Return the name of the player at a seat, or None for no seat."""
        return None if seat is None else self.players[seat].name

    def seated(self, seat: int, player: Any) -> Self:
        """Return the state with another player value at `seat`."""
        return replace(self, players=self.players_with(seat, player))

    def players_with(self, seat: int, player: Any) -> tuple[Any, ...]:
        """Return the players with another value at `seat`."""
        players: list[Any] = list(self.players)
        players[seat] = player
        return tuple(players)

    def renamed(self, names: Mapping[str, str]) -> Self:
        """Return the state with renamed players; `names` maps old names to new ones."""
        players: tuple[Any, ...] = self.players
        others = [replace(player, name=names.get(player.name, player.name)) for player in players]
        return replace(self, players=tuple(others))


class SeatsOfRounds(State, kw_only=True):
    """A `State` of a game of rounds with points, without chips.

    `round` is the last round dealt. Several `winners` share the win.
    """

    deals_a: ClassVar[Literal["round"]] = "round"

    phase: RoundPhase
    round: int
    winners: tuple[int, ...] = ()

    @property
    def deal_number(self) -> int:
        return self.round

    def best_seats(self, wins: Wins) -> tuple[int, ...]:
        """Return the seats with the best points among the players still in."""
        points = {seat: self.players[seat].points or 0 for seat in self.seats_in}
        best = min(points.values()) if wins == "lowest" else max(points.values())
        return tuple([seat for seat in points if points[seat] == best])

    def ended(self, winners: tuple[int, ...]) -> tuple[Self, GameEnded]:
        """Return the end of the game with these winners, who share the win if there are several."""
        state = replace(self, phase="game-over", winners=winners)
        names = state.won_by
        return state, GameEnded(names[0] if len(names) == 1 else None, winners=names)

    @property
    def deals_again(self) -> str:
        return self.won_by[0] if len(self.won_by) == 1 else self.deals_next

    @property
    def won_by(self) -> tuple[str, ...]:
        return tuple([self.players[seat].name for seat in self.winners])
