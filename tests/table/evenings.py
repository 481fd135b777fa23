"""Seeded evenings: games of every variant or of one, with many kinds of undo.

An evening is played in memory by the rules alone, and so gives the results that a table must reach.
"""

import json
import random
from collections.abc import Iterator
from typing import Any

from companion.core.commands import Claim, New, OfReferee, Repair, Step, Undo, read_command
from companion.core.family import HistoryEntry
from companion.core.refusals import NothingToUndo
from companion.errors import Illegal
from companion.table.recorded import Reopen
from companion.table.table import Table
from tests.drivers.game import GameDriver
from tests.games.streams import Stream

TableCommand = New | Step | Claim | Undo | Reopen


class Evening:
    """The players' actions, from `commands`; `games` are those in progress or possible to reopen.

    Most games are of `variant`, if given; at times a game of ninety-nine comes between.
    """

    def __init__(self, seed: int, variant: str = "") -> None:
        self._stream = Stream(seed, variant=variant)
        self._interrupted = 0.005 if variant else 0.03
        self._random = random.Random(seed)  # noqa: S311  # games, not secrets
        self.games: list[GameDriver] = []
        self.refused: str | None = None

    @property
    def moments(self) -> tuple[HistoryEntry, ...]:
        return tuple(self.games[-1].game.moments) if self.games else ()

    def commands(self, count: int) -> Iterator[TableCommand]:
        """Yield `count` commands; each one has just been played, `refused` or not."""
        reply: dict[str, Any] | None = None
        for _ in range(count):
            command = self._next(reply)
            error: dict[str, Any] = {}
            self.refused = None
            try:
                self._do(command)
            except Illegal as illegal:
                self.refused = illegal.code
                error = {"error": {"code": illegal.code, **illegal.facts}}
            yield command
            reply = {"state": self.games[-1].public() if self.games else None, **error}

    def _next(self, reply: dict[str, Any] | None) -> TableCommand:
        just_begun = len(self.moments) == 1
        if self._random.random() < (0.3 if just_begun else 0.02):
            return Reopen()
        if self._random.random() < self._interrupted:
            return New(variant="ninety-nine", players=("Ann", "Bo", "Cy"))
        while True:
            try:
                command = read_command(json.loads(self._stream.next(reply)))
            except Illegal:
                continue
            if not isinstance(command, OfReferee | Repair):
                return command

    def _do(self, command: TableCommand) -> None:
        match command:
            case Reopen():
                if len(self.moments) != 1 or len(self.games) < 2:
                    raise Illegal(NothingToUndo(1, possible=0))
                self.games.pop()
            case New():
                game = GameDriver(stickers=True)
                game.obey(command)
                self.games.append(game)
            case Undo(count) if not self.games:
                raise Illegal(NothingToUndo(count, possible=0))
            case Claim():
                self._latest().game.judge(command)
            case _:
                self._latest().obey(command)

    def _latest(self) -> GameDriver:
        return self.games[-1] if self.games else GameDriver()


def do(table: Table, command: TableCommand) -> str | None:
    """Apply a command of an evening to a table; return the code of the refusal, or None."""
    try:
        match command:
            case Reopen():
                table.reopen()
            case Undo(count):
                table.take_back(count)
            case Claim():
                table.judge(command)
            case _:
                table.obey(command)
    except Illegal as refused:
        return refused.code
    return None
