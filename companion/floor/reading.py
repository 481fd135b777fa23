"""A table as its lines tell it: the floor replays them and has no other model of a game."""

import logging
from collections.abc import Sequence

from companion.core.seats import State
from companion.errors import JournalError
from companion.games.history import GameHistory
from companion.message import Words, phrase
from companion.table.lines import Entry, HeadLine, JournalNote, read_head, read_lines
from companion.table.recorded import DIRECTOR, RESUMES
from companion.table.replay import counting_entries, replay_entries, resume

log = logging.getLogger("companion")


class JournalReading:
    """The game of one journal, read line by line as the box writes it.

    Attributes:
        at: when the last entry was written, in seconds since 1970 UTC; 0.0 before the first.
        problem: why the game cannot be read or replayed, or "".
        notes: the notes so far, for example the calls for the director.
    """

    def __init__(self) -> None:
        self.at = 0.0
        self.problem: Words = ""
        self.notes: list[JournalNote] = []
        self._head: HeadLine | None = None
        self._entries: list[Entry] = []
        self._game: GameHistory | None = None
        self._is_foreign = False  # a line of another program makes all later ones unreadable

    def add(self, lines: Sequence[bytes]) -> None:
        """Read further lines, which are checked; the first of all is the first of the file."""
        if self._is_foreign:
            return
        try:
            if lines and self._head is None:
                self._head = read_head(lines)
                lines = lines[1:]
            if self._head is not None and lines:
                read = read_lines(lines, self._head, is_first=not self._entries)
                self.notes += read.notes
                self._replay(read.entries)
        except JournalError as error:
            self._is_foreign = True
            self.problem = error.args[0]

    @property
    def state(self) -> State | None:
        """The state of the game, whose players are ids; None before the first entry."""
        return None if self._game is None else self._game.state

    @property
    def short(self) -> str:
        """The short English name of the game, or ""."""
        game = self._game
        if game is None or game.rules is None:
            return ""
        return game.variants[game.rules.variant].short

    @property
    def call(self) -> JournalNote | None:
        """The call for the director that nobody has answered, or None."""
        calls = [note for note in self.notes if note.kind == DIRECTOR]
        return calls[-1] if calls and calls[-1].facts["calls"] else None

    def _replay(self, entries: Sequence[Entry]) -> None:
        if not entries:
            return
        self._entries += entries
        self.at = entries[-1].at
        goes_back = any(entry.command.startswith(RESUMES) for entry in entries)
        try:
            if goes_back or self.problem:
                self._game = replay_entries(counting_entries(self._entries))
            else:
                for entry in entries:
                    self._game = resume(self._game or GameHistory({}, stickers=True), entry)
            self.problem = ""
        except JournalError as error:
            log.warning("game %s: %s", self._head and self._head.game, error)
            self.problem = phrase("This table plays by other rules than the floor: update both")
