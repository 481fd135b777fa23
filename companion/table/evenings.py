"""Evenings: sequences of games without a long pause, on a machine that may not know the date.

A Pi without a network starts with the time at which it was switched off. So a date counts only where nothing
better is known: the steady clock, the players' answer, or a clock that was set later.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final

import msgspec

from companion.table.lines import Entry, GameRecord, JournalNote
from companion.table.recorded import Reopen, as_json

PAUSE: Final = 6 * 60 * 60
"""Seconds without a command after which the next one begins a new evening."""

CLOCK: Final = "clock"
"""The kind of the note that corrects the dates of a `boot`: each is its steady clock plus the `offset`."""

EVENING: Final = "evening"
"""The kind of the note with the players' answer after a start: whether the evening is `new`."""

_REOPEN: Final = as_json(Reopen())


class Instant(msgspec.Struct, frozen=True):
    """The times of an `Entry`."""

    at: float
    clock: float
    boot: str


Stamped = Entry | Instant


class Calendar:
    """What the notes of a journal say of its dates; it learns them in any order.

    >>> calendar, line = Calendar(), Instant(5.0, 60.0, "b1")
    >>> calendar.learn([JournalNote(2, 9.0, CLOCK, {"boot": "b1", "offset": 1_000_000.0}, boot="b1")])
    >>> calendar.date(line)
    1000060.0
    """

    def __init__(self) -> None:
        self._said: dict[tuple[str, str], tuple[tuple[int, float], float]] = {}

    def learn(self, notes: Iterable[JournalNote]) -> None:
        """Learn what some notes of the journal say; of two for the same start the later one counts."""
        for note in notes:
            if note.kind == CLOCK:
                boot, said = str(note.facts.get("boot")), note.facts.get("offset")
            elif note.kind == EVENING:
                boot, said = note.boot, note.facts.get("new")
            else:
                continue
            of, order = (note.kind, boot), (note.after, note.clock)
            if isinstance(said, int | float) and self._said.get(of, (order,))[0] <= order:
                self._said[of] = order, said

    def date(self, line: Stamped) -> float:
        """Return the date of a line in seconds since 1970 UTC, corrected if its clock was set later."""
        found = self._said.get((CLOCK, line.boot))
        return line.at if found is None else line.clock + found[1]

    def is_answered(self, boot: str) -> bool:
        """Return whether the players have said after the start `boot` if the evening is new."""
        return (EVENING, boot) in self._said

    def same_evening(self, before: Stamped, after: Stamped) -> bool:
        """Return whether no evening ends between two successive lines of the journal."""
        if before.boot == after.boot != "":
            return after.clock - before.clock <= PAUSE
        answer = self._said.get((EVENING, after.boot))
        if answer is not None:
            return not answer[1]
        return self.date(after) - self.date(before) <= PAUSE


def is_taken_back(record: GameRecord) -> bool:
    """Return whether the game of this record was taken back, to return to the one before."""
    return bool(record.entries) and record.entries[-1].command == _REOPEN


def games_of_the_evening(newest_first: Iterable[GameRecord], calendar: Calendar) -> Iterator[GameRecord]:
    """Yield the games of the latest evening, newest first, without those that were taken back.

    The latest evening is that of the newest command; a game that began in an earlier one is its first game.
    The `calendar` learns the notes of all records that are read.
    """
    wanted: int | None = None
    later: Stamped | None = None
    for record in newest_first:
        calendar.learn(record.notes)
        if not record.entries or (wanted is not None and record.number > wanted):
            continue
        if not is_taken_back(record):
            if later is not None and not calendar.same_evening(record.entries[-1], later):
                return
            yield record
            later = record.entries[0]
            if not all(calendar.same_evening(*two) for two in pairwise(record.entries)):
                return
        wanted = record.head.previous
        if wanted is None:
            return


def counts_of_the_evening(newest_first: Iterable[GameRecord], *, losers: bool) -> dict[str, int]:
    """Return how many games of the latest evening each player has won, or with `losers` lost, by ids.

    A game counts as its last command left it, and not at all if it was taken back; the player named first
    comes first.
    """
    counts: dict[str, int] = {}
    for record in games_of_the_evening(newest_first, Calendar()):
        for person in reversed(_named_at_the_end(record, losers=losers)):
            counts[person] = counts.pop(person, 0) + 1  # behind those of later games
    return dict(reversed(counts.items()))


def _named_at_the_end(record: GameRecord, *, losers: bool) -> Sequence[str]:
    last = record.entries[-1]
    if not losers:
        return last.winners
    return () if last.winners or last.result is None else last.result.losers
