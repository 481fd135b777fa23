"""Counts each player's wins since the journal began."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final

import msgspec

from companion.errors import DamagedError
from companion.rules.commands import Join, Repair
from companion.table.evenings import CLOCK, EVENING, PAUSE, Calendar, Instant, is_taken_back
from companion.table.lines import Entry, GameRecord, JournalNote
from companion.table.reader import JournalReader, RecordCache
from companion.table.recorded import Rename, read
from companion.table.replay import standing

_NAMES_PLAYERS: Final = tuple(f'{{"cmd": "{cmd}"' for cmd in ("join", "repair", "rename"))
"""The beginnings of commands that name players who did not begin the game."""


class LifetimeWins(msgspec.Struct, frozen=True):
    """A player's finished games, those that the player won, and the number of evenings.

    `since` is the start of the first of them, in seconds since 1970 UTC.
    """

    games: int
    won: int
    evenings: int
    since: float


class PlayedBy(msgspec.Struct, frozen=True):
    """The ids of the players of a game and of its winners; `first` and `last` are when it was played.

    `gaps` are the moments between which an evening may have ended in it, and `notes` those that say more of
    its dates. `is_taken_back` is whether the players returned to the game before.
    """

    game: int
    players: tuple[str, ...]
    winners: tuple[str, ...]
    first: Instant
    last: Instant
    gaps: tuple[tuple[Instant, Instant], ...]
    notes: tuple[JournalNote, ...]
    is_taken_back: bool


class WinCounter:
    """Counts the games of a journal, each of which it reads only when it has changed.

    A game counts once it has a winner. People are ids, those that they turned out to be.

    Attributes:
        games: all games that have begun, oldest first, each with the number of its last evening.
        calendar: the dates of the journal.
    """

    def __init__(self) -> None:
        self.games: Sequence[tuple[int, PlayedBy]] = ()
        self.calendar = Calendar()
        self._cache = RecordCache(_played_by)

    def take_in(self, journal: JournalReader) -> None:
        """Count the games of the journal.

        Raises:
            JournalError: the journal cannot be read.
        """
        found = [one for one in self._cache.newest_first(journal) if one is not None][::-1]
        self.calendar = Calendar()
        for one in found:
            self.calendar.learn(one.notes)
        who, evening, before = journal.people.person, 0, None
        games: list[tuple[int, PlayedBy]] = []
        for one in found:
            if not one.is_taken_back:
                ends = [*one.gaps] if before is None else [(before, one.first), *one.gaps]
                evening += sum(not self.calendar.same_evening(*gap) for gap in ends)
                before = one.last
            players, winners = map(who, one.players), map(who, one.winners)
            games.append((evening, msgspec.structs.replace(one, players=(*players,), winners=(*winners,))))
        self.games = games

    def of(self, people: Iterable[str]) -> dict[str, LifetimeWins]:
        """Return the record of each of these `people` who was in a finished game."""
        records: dict[str, LifetimeWins] = {}
        for person in people:
            theirs = [(evening, one) for evening, one in self.games if one.winners and person in one.players]
            if theirs:
                records[person] = LifetimeWins(
                    games=len(theirs),
                    won=sum(person in one.winners for _evening, one in theirs),
                    evenings=len({evening for evening, _one in theirs}),
                    since=min(self.calendar.date(one.first) for _evening, one in theirs),
                )
        return records

    def people(self) -> dict[str, int]:
        """Return everybody who has ever played, the last players first, and in how many games each sat."""
        latest = list(reversed(self.games))
        latest.sort(key=lambda one: one[1].is_taken_back)
        return dict(Counter(person for _evening, one in latest for person in dict.fromkeys(one.players)))

    def evening(self) -> list[PlayedBy]:
        """Return the games of the last evening, oldest first."""
        counting = [(evening, one) for evening, one in self.games if not one.is_taken_back]
        return [one for evening, one in counting if evening == counting[-1][0]]

    def is_on(self, now: Instant) -> bool:
        """Return whether the last evening goes on `now`."""
        return bool(last := self.evening()) and self.calendar.same_evening(last[-1].last, now)


def _played_by(record: GameRecord) -> PlayedBy | None:
    if not record.entries:
        return None
    moments = [Instant(entry.at, entry.clock, entry.boot) for entry in record.entries]
    steps = pairwise(moments)
    return PlayedBy(
        record.number,
        _players(record),
        () if is_taken_back(record) else record.entries[-1].winners,
        moments[0],
        moments[-1],
        tuple((one, two) for one, two in steps if one.boot != two.boot or two.clock - one.clock > PAUSE),
        tuple(note for note in record.notes if note.kind in {CLOCK, EVENING}),
        is_taken_back(record),
    )


def _players(record: GameRecord) -> tuple[str, ...]:
    """Return the players of the last result, or those who began the game, and who joined since."""
    players = record.head.seats
    for entry in standing(record.entries):
        if entry.result is not None:
            players = tuple(entry.result.counts)
        elif entry.command.startswith(_NAMES_PLAYERS):
            players = _changed(players, entry)
    return tuple(dict.fromkeys(players))


def _changed(players: tuple[str, ...], entry: Entry) -> tuple[str, ...]:
    try:
        command = read(entry.command)
    except ValueError:
        raise DamagedError(f"Command {entry.sequence} cannot be read") from None
    if isinstance(command, Rename):
        return tuple(command.name if one == command.player else one for one in players)
    steps = command.steps if isinstance(command, Repair) else (command,)
    return (*players, *(step.player for step in steps if isinstance(step, Join)))
