"""Evenings: sequences of games without a long pause, on a machine that may not know the date.

A Pi without a network starts with the time of its last shutdown. So a date counts only if nothing
better is known: the steady clock, the players' answer, or a clock that was set later.
"""

from collections.abc import Iterable, Iterator
from itertools import pairwise

from companion.core.commands import as_json
from companion.core.frozen import Frozen
from companion.table.lines import Entry, GameRecord, JournalNote
from companion.table.recorded import Reopen

PAUSE = 6 * 60 * 60
"""Seconds without a command after which the next one begins a new evening."""

CLOCK = "clock"
"""The kind of the note that corrects the dates of a `boot` to its steady clock plus the
`offset`.
"""

EVENING = "evening"
"""The kind of the note with the players' answer after a start: `new` is true for a new evening."""

_REOPEN = as_json(Reopen())


class Instant(Frozen):
    """The times of an `Entry`."""

    at: float
    clock: float
    boot: str


Stamped = Entry | Instant


class PlayedBy(Frozen):
    """The ids of the winners and losers of a game, and when it was played, from `first` to `last`.

    `gaps` are pairs of times between which an evening may have ended, and `notes` the notes about
    its dates. `is_taken_back` is true if the players returned to the previous game.
    """

    game: int
    winners: tuple[str, ...]
    losers: tuple[str, ...]
    first: Instant
    last: Instant
    gaps: tuple[tuple[Instant, Instant], ...]
    notes: tuple[JournalNote, ...]
    is_taken_back: bool


class Calendar:
    """The dates of a journal according to its notes, which can be learned in any order.

    >>> calendar, line = Calendar(), Instant(5.0, 60.0, "b1")
    >>> facts = {"boot": "b1", "offset": 1_000_000.0}
    >>> calendar.learn([JournalNote(2, 9.0, CLOCK, facts, boot="b1")])
    >>> calendar.date(line)
    1000060.0
    """

    def __init__(self) -> None:
        self._values: dict[tuple[str, str], tuple[tuple[int, float], float]] = {}

    def learn(self, notes: Iterable[JournalNote]) -> None:
        """Learn the dates in some notes of the journal; of two for the same start, the later one
        counts.
        """
        for note in notes:
            if note.kind == CLOCK:
                boot, value = str(note.facts.get("boot")), note.facts.get("offset")
            elif note.kind == EVENING:
                boot, value = note.boot, note.facts.get("new")
            else:
                continue
            of, order = (note.kind, boot), (note.after, note.clock)
            if isinstance(value, int | float) and self._values.get(of, (order,))[0] <= order:
                self._values[of] = order, value

    def date(self, line: Stamped) -> float:
        """Return the date of a line in seconds since 1970 UTC, corrected if the clock was set
        later.
        """
        found = self._values.get((CLOCK, line.boot))
        return line.at if found is None else line.clock + found[1]

    def is_answered(self, boot: str) -> bool:
        """Return whether the players have answered after the start `boot` if the evening is new."""
        return (EVENING, boot) in self._values

    def same_evening(self, before: Stamped, after: Stamped) -> bool:
        """Return whether two successive lines of the journal belong to the same evening."""
        if before.boot == after.boot != "":
            return after.clock - before.clock <= PAUSE
        answer = self._values.get((EVENING, after.boot))
        if answer is not None:
            return not answer[1]
        return self.date(after) - self.date(before) <= PAUSE


def evenings(
    newest_first: Iterable[PlayedBy | None], calendar: Calendar
) -> Iterator[list[PlayedBy]]:
    """Yield the games of each evening, newest first, without games that were undone.

    A game over several evenings is the first game of the last one. The `calendar` learns the notes
    of all games that are read.
    """
    evening: list[PlayedBy] = []
    for game in newest_first:
        if game is None:
            continue
        calendar.learn(game.notes)
        if game.is_taken_back:
            continue
        if evening and not calendar.same_evening(game.last, evening[-1].first):
            yield evening
            evening = []
        evening.append(game)
        if not all(calendar.same_evening(*gap) for gap in game.gaps):
            yield evening
            evening = []
    if evening:
        yield evening


def counts_of_the_evening(
    newest_first: Iterable[PlayedBy | None], *, losers: bool
) -> dict[str, int]:
    """Return the number of games of the latest evening that each player (id) has won, or with
    `losers` lost.

    A game counts as its last command left it, and not at all if it was undone; the player named
    first comes first.
    """
    counts: dict[str, int] = {}
    for game in next(evenings(newest_first, Calendar()), ()):
        for person in reversed(game.losers if losers else game.winners):
            counts[person] = counts.pop(person, 0) + 1  # after those of later games
    return dict(reversed(counts.items()))


def played_by(record: GameRecord) -> PlayedBy | None:
    """Return the result and the time of a game; None if it has no entries."""
    if not record.entries:
        return None
    moments = [Instant(entry.at, entry.clock, entry.boot) for entry in record.entries]
    steps, last = pairwise(moments), record.entries[-1]
    return PlayedBy(
        record.number,
        last.winners,
        () if last.winners or last.result is None else last.result.losers,
        moments[0],
        moments[-1],
        tuple(
            (earlier, later)
            for earlier, later in steps
            if earlier.boot != later.boot or later.clock - earlier.clock > PAUSE
        ),
        tuple(note for note in record.notes if note.kind in {CLOCK, EVENING}),
        last.command == _REOPEN,
    )
