"""A game that a test plays with short calls: in memory, with a journal, or over
the line protocol.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Self

import msgspec
import pytest

from companion.core.cards import Pack
from companion.core.commands import Bust, Claim, Deal, Judged, New, Play, Repair, Score, Step, Undo
from companion.core.events import Event
from companion.core.family import Rules, Variant
from companion.core.seats import State
from companion.errors import Illegal
from companion.games import family_of
from companion.games.adding.state import AddingState
from companion.games.history import GameHistory
from companion.games.tricks.state import TrickState
from companion.games.tricks.variant import TrickRules
from companion.referee import Referee
from companion.table.table import Table
from tests.table.tables import VARIANTS, StillClock, table_in

NAMES = ("Ann", "Bo", "Cy", "Di", "Eva", "Flo", "Gus", "Hal")
SPAGHETTI = "arizona-spaghetti"
SLOBBERHANNES = "slobberhannes"
POLIGNAC = "polignac"

SUM = {1: 130, 2: 130, 3: 100, 4: 100, 5: 100, 6: 560}
"""The cost of the rounds of Arizona Spaghetti with four players."""


def as_read(public: msgspec.Struct | None) -> Any:
    """Return a state as a program reads it from the protocol's JSON."""
    return msgspec.json.decode(msgspec.json.encode(public))


class GameDriver:
    """Plays games of both families, with cards and players by name.

    Args:
        folder: where a table keeps the game in a journal; without a folder the game is only in
            memory.
        variants: the playable variants.
        stickers: true to distinguish jokers, as a table always does.
        pace: seconds that each command takes on `clock`.
    """

    def __init__(
        self,
        folder: Path | None = None,
        *,
        variants: Mapping[str, Variant] = VARIANTS,
        stickers: bool = False,
        pace: float = 0.0,
    ) -> None:
        self.clock, self.pace = StillClock(), pace
        self.game: GameHistory | Table = (
            GameHistory(variants, stickers=stickers)
            if folder is None
            else table_in(folder, self.clock, variants=variants)
        )

    # Actions; each method returns the resulting events

    def obey(
        self, *commands: New | Step | Repair | Undo, origin: str | None = None
    ) -> tuple[Event, ...]:
        return tuple(event for command in commands for event in self._obey(command, origin))

    def _obey(self, command: New | Step | Repair | Undo, origin: str | None) -> tuple[Event, ...]:
        events: tuple[Event, ...] = ()
        if isinstance(self.game, GameHistory):
            events = self.game.obey(command)
        elif isinstance(command, Undo):
            self.game.take_back(command.count, origin)
        else:
            events = self.game.obey(command, origin)
        self.clock.now += self.pace
        return events

    def new(
        self, variant: str, players: int | tuple[str, ...] = 4, **house: Any
    ) -> tuple[Event, ...]:
        """Start a game of the first `players` of `NAMES`, or of the named players; the last of them
        deals.
        """
        names = NAMES[:players] if isinstance(players, int) else players
        return self.obey(New(variant=variant, players=names, house=house))

    def play(self, *cards: str) -> tuple[Event, ...]:
        """Play the cards one after the other; one string may hold several."""
        return self.obey(*(Play(card=card) for some in cards for card in some.split()))

    def only(self, card: str) -> tuple[Event, ...]:
        """Make a restricted lead by a player who claims to hold no other suit."""
        return self.obey(Play(card=card, only_suit=True))

    def let_stand(self, card: str) -> tuple[Event, ...]:
        """Play a revoke that the players accept."""
        return self.obey(Play(card=card, accept_revoke=True))

    def busts(self, *people: str) -> None:
        """Let each of `people` bust in turn; the others pass with nines until then."""
        for name in people:
            if self.phase == "hand-over":
                self.deal()
            while self.turn != name:
                self.play("9")
            self.obey(Bust())

    def score(self, *rounds: Mapping[str, int], **points: int) -> tuple[Event, ...]:
        """Enter the points of `rounds`, dealing each after the previous one, or of one round as
        `points`.
        """
        events: tuple[Event, ...] = ()
        for brought in rounds or (points,):
            if rounds and self.phase == "round-over":
                self.deal()
            events += self.obey(Score(points=dict(brought)))
        return events

    def deal(self) -> tuple[Event, ...]:
        return self.obey(Deal())

    def undo(self, count: int = 1) -> None:
        self.obey(Undo(count))

    def claim(self, player: str, points: int) -> Judged:
        return self.game.judge(Claim(player=player, points=points))

    def call(self, total: int) -> Judged:
        return self.game.judge(Claim(total=total))

    def refused(
        self, command: New | Step | Repair | Undo | Claim, origin: str | None = None
    ) -> Illegal:
        """Return why the command is refused, and assert that the state is unchanged."""
        before = self.game.state
        with pytest.raises(Illegal) as illegal:
            _ = (
                self.game.judge(command)
                if isinstance(command, Claim)
                else self.obey(command, origin=origin)
            )
        assert self.game.state is before
        return illegal.value

    # The true state

    @property
    def table(self) -> Table:
        """The table that keeps the game in a journal."""
        assert isinstance(self.game, Table)
        return self.game

    @property
    def history(self) -> GameHistory:
        """The game in memory."""
        assert isinstance(self.game, GameHistory)
        return self.game

    @property
    def rules(self) -> Rules:
        assert self.game.rules is not None
        return self.game.rules

    @property
    def pack(self) -> Pack:
        pack = self.rules.pack
        assert pack is not None
        return pack

    @property
    def state(self) -> State:
        assert self.game.state is not None
        return self.game.state

    @property
    def adding(self) -> AddingState:
        """The state of an adding game."""
        assert isinstance(self.state, AddingState)
        return self.state

    @property
    def tricks(self) -> TrickState:
        """The state of a trick game."""
        assert isinstance(self.state, TrickState)
        return self.state

    def public(self) -> dict[str, Any]:
        """The state in the protocol's form."""
        said: dict[str, Any] = as_read(family_of(self.rules).public_state(self.rules, self.state))
        return said

    @property
    def phase(self) -> str:
        return self.state.phase

    @property
    def turn(self) -> str | None:
        """The player to act."""
        return self.state.name_of(self.state.turn)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(player.name for player in self.state.players)


class TrickGame(GameDriver):
    """A trick game in memory. The first of `NAMES` leads the first trick, because the last player
    deals.

    `begun` are the events of the deal.
    """

    def __init__(
        self,
        variant: str = SPAGHETTI,
        players: int = 4,
        variants: Mapping[str, Variant] = VARIANTS,
        **house: Any,
    ) -> None:
        super().__init__(variants=variants)
        self.begun = self.new(variant, players, **house)

    def to_round(self, number: int) -> Self:
        """Continue to this round of Arizona Spaghetti for four; Ann takes everything that costs
        before it.
        """
        while self.state.round < number:
            self.score(Ann=SUM[self.state.round])
            self.deal()
        return self

    @property
    def rules(self) -> TrickRules:
        assert isinstance(self.game.rules, TrickRules)
        return self.game.rules

    @property
    def state(self) -> TrickState:
        assert isinstance(self.game.state, TrickState)
        return self.game.state

    @property
    def points(self) -> dict[str, int]:
        return {player.name: player.points for player in self.state.players}

    @property
    def round_points(self) -> dict[str, int]:
        """The points of this round, without the players who have none."""
        return {
            player.name: player.round_points for player in self.state.players if player.round_points
        }

    @property
    def taken(self) -> dict[str, int]:
        """The number of tricks of each player, without the players who have none."""
        return {player.name: player.tricks for player in self.state.players if player.tricks}

    @property
    def winners(self) -> tuple[str, ...]:
        return tuple(self.state.players[seat].name for seat in self.state.winners)


class RefereeDriver:
    """Plays games over the line protocol; commands and replies are its objects."""

    def __init__(self, variants: Mapping[str, Variant] = VARIANTS) -> None:
        self.referee = Referee(variants)

    def send(self, command: Mapping[str, object]) -> dict[str, Any]:
        """Return the reply to a command."""
        reply: dict[str, Any] = json.loads(self.referee.answer(json.dumps(command).encode()))
        return reply

    def says(self, **command: object) -> dict[str, Any]:
        """Return the state after a command, which must be accepted."""
        reply = self.send(command)
        assert reply["ok"], reply
        state: dict[str, Any] = reply["state"]
        return state

    def refused(self, **command: object) -> dict[str, Any]:
        """Return the error of a command, which must be refused."""
        reply = self.send(command)
        assert not reply["ok"]
        error: dict[str, Any] = reply["error"]
        return error
