"""Counts each player's wins since the journal began, from its commands alone."""

from collections import Counter
from collections.abc import Iterable
from typing import Final

import msgspec

from companion.errors import JournalError
from companion.rules.commands import Join, New, Repair, Undo
from companion.table.reader import Entry, JournalReader
from companion.table.recorded import Rename, Resume, read
from companion.table.sessions import PAUSE
from companion.text.language import gettext as _

_SPEAKS_OF_PEOPLE: Final = tuple(
    f'{{"cmd": "{cmd}"' for cmd in ("new", "join", "repair", "rename", "undo", "resume")
)
"""The beginnings of commands that must be parsed: they name players, or take back that somebody joined."""


class LifetimeWins(msgspec.Struct, frozen=True):
    """A player's finished games, those that the player won, and the number of evenings.

    `since` is the start of the first of them, in seconds since 1970 UTC.
    """

    games: int
    won: int
    evenings: int
    since: float


class _Later(msgspec.Struct):
    """A command of the journal's number `sequence`: what it put among those that count, in place of what.

    Of each that counts only who joined by it is kept, or None.
    """

    sequence: int
    joined: list[str | None]
    replaced: list[str | None] = []


class _Sat(msgspec.Struct):
    """The first players of a valid game, when and in which evening it was last played, and its winners.

    `counting` are the commands that count since the first player joined: who joined by each, or None. `later`
    are the journal's commands that made them.
    """

    first: list[str | None]
    began: float
    evening: int
    last: float = 0.0
    winners: tuple[str, ...] = ()
    counting: list[str | None] = []
    later: list[_Later] = []

    @property
    def players(self) -> list[str]:
        return [name for name in self.first + self.counting if name is not None]

    def add(self, sequence: int, joined: list[str | None], back: int = 0) -> None:
        """Count a command that puts `joined` in the place of the last `back`."""
        kept = max(len(self.counting) - back, 0)
        self.later.append(_Later(sequence, joined, self.counting[kept:]))
        self.counting[kept:] = joined

    def take_back(self, count: int) -> None:
        """Count the last `count` commands no more, or as many as there are."""
        for _last in range(min(count, len(self.later))):
            last = self.later.pop()
            self.counting[len(self.counting) - len(last.joined) :] = last.replaced

    def rename(self, player: str, name: str) -> None:
        changes = [names for one in self.later for names in (one.joined, one.replaced)]
        for names in (self.first, self.counting, *changes):
            names[:] = [name if one == player else one for one in names]


class WinCounter:
    """Counts a journal's commands, each only once.

    A game counts once it has a winner, and not at all if it is taken back to return to the one before.
    """

    def __init__(self) -> None:
        self._rewritten = 0
        self._forget()

    def take_in(self, journal: JournalReader) -> None:
        """Count the commands written since the last call, or all commands of a journal with other names.

        Raises:
            JournalError: the journal cannot be read.
        """
        if journal.sequence < self._last_sequence or journal.rewritten != self._rewritten:
            self._forget()
        self._rewritten = journal.rewritten
        news: list[Entry] = []
        for entry in journal.backwards():
            if entry.sequence <= self._last_sequence:
                break
            news.append(entry)
        for entry in reversed(news):
            self._take_in(entry)

    def of(self, players: Iterable[str]) -> dict[str, LifetimeWins]:
        """Return the record of each of these `players` who was in a finished game."""
        asked = set(players)
        games: Counter[str] = Counter()
        won: Counter[str] = Counter()
        evenings: dict[str, set[int]] = {}
        since: dict[str, float] = {}
        for sat in self._games.values():
            if not sat.winners:
                continue
            for name in asked.intersection(sat.players):
                games[name] += 1
                won[name] += name in sat.winners
                evenings.setdefault(name, set()).add(sat.evening)
                since[name] = min(since.get(name, sat.began), sat.began)
        return {
            name: LifetimeWins(games[name], won[name], len(evenings[name]), since[name]) for name in games
        }

    def people(self) -> tuple[str, ...]:
        """Return everybody who has ever played, whoever played last first."""
        latest = sorted(self._games.items(), key=lambda one: (one[1].last, one[0]), reverse=True)
        return tuple(dict.fromkeys(name for _game, sat in latest for name in sat.players))

    def games_of(self, people: Iterable[str]) -> dict[str, int]:
        """Return in how many games each of these `people` sat, also where nobody won."""
        games = Counter(name for sat in self._games.values() for name in set(sat.players))
        return {name: games[name] for name in people}

    def players(self, game: int) -> tuple[str, ...]:
        """Return the players of a game by its number, nobody for one that is not counted yet."""
        return tuple(self._games[game].players) if game in self._games else ()

    @property
    def last_played(self) -> float | None:
        """When something was played last, in seconds since 1970 UTC; None if nobody has played."""
        return self._later

    def _forget(self) -> None:
        self._games: dict[int, _Sat] = {}
        self._last_sequence, self._evening = 0, 0
        self._later: float | None = None

    def _take_in(self, entry: Entry) -> None:
        if self._later is not None and entry.at - self._later > PAUSE:
            self._evening += 1
        sat = self._games.get(entry.game)
        if entry.command.startswith(_SPEAKS_OF_PEOPLE):
            sat = self._seat(entry, sat)
        elif sat is not None and sat.later:
            sat.add(entry.sequence, [None])
        if sat is not None:
            sat.winners, sat.evening, sat.last = entry.winners, self._evening, entry.at
        self._last_sequence, self._later = entry.sequence, entry.at

    def _seat(self, entry: Entry, sat: _Sat | None) -> _Sat | None:
        try:
            command = read(entry.command)
        except ValueError:
            raise JournalError(_("Command {n} cannot be read").format(n=entry.sequence)) from None
        match command:
            case New(players=players):
                self._games[entry.game] = sat = _Sat(list(players), entry.at, self._evening)
            case Rename(player, name) if sat is not None:
                sat.rename(player, name)
            case Join(player) if sat is not None:
                sat.add(entry.sequence, [player])
            case Repair(back, steps) if sat is not None:
                joined = [step.player if isinstance(step, Join) else None for step in steps]
                if sat.later or any(joined):
                    sat.add(entry.sequence, joined, back)
            case Undo(count) if sat is not None:
                sat.take_back(count)
            case Resume(after) if sat is not None:
                sat.take_back(sum(one.sequence > after for one in sat.later))
        return sat
