"""Counts each player's wins since the journal began."""

from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from companion.table.evenings import Calendar, Instant, PlayedBy, evenings, played_by
from companion.table.reader import JournalReader, RecordCache


class LifetimeWins(msgspec.Struct, frozen=True):
    """A player's finished games, those that the player won, and the number of evenings.

    `since` is the start of the first of them, in seconds since 1970 UTC.
    """

    games: int
    won: int
    evenings: int
    since: float


class WinCounter:
    """Counts the games of a journal, each of which it reads only when it has changed.

    A game counts once it has a winner. People are ids, those that they turned out to be.

    Attributes:
        games: all games that have begun, newest first.
        calendar: the dates of the journal.
    """

    def __init__(self) -> None:
        self.calendar = Calendar()
        self.games: Sequence[PlayedBy] = ()
        self._evenings: Sequence[Sequence[PlayedBy]] = ()
        self._cache = RecordCache(played_by)

    def take_in(self, journal: JournalReader) -> None:
        """Count the games of the journal.

        Raises:
            JournalError: the journal cannot be read.
        """
        self.calendar = Calendar()
        games: list[PlayedBy] = []
        who = journal.people.person
        for one in self._cache.newest_first(journal):
            if one is not None:
                self.calendar.learn(one.notes)
                players, winners = map(who, one.players), map(who, one.winners)
                games.append(msgspec.structs.replace(one, players=(*players,), winners=(*winners,)))
        self.games, self._evenings = games, [*evenings(games, self.calendar)]

    def of(self, people: Iterable[str]) -> dict[str, LifetimeWins]:
        """Return the record of each of these `people` who was in a finished game."""
        records: dict[str, LifetimeWins] = {}
        for person in people:
            by_evening = [
                [one for one in evening if one.winners and person in one.players]
                for evening in self._evenings
            ]
            theirs = [one for evening in by_evening for one in evening]
            if theirs:
                records[person] = LifetimeWins(
                    games=len(theirs),
                    won=sum(person in one.winners for one in theirs),
                    evenings=sum(map(bool, by_evening)),
                    since=min(self.calendar.date(one.first) for one in theirs),
                )
        return records

    def people(self) -> dict[str, int]:
        """Return everybody who has ever played, the last players first, and in how many games each sat."""
        latest = sorted(self.games, key=lambda one: one.is_taken_back)
        return dict(Counter(person for one in latest for person in dict.fromkeys(one.players)))

    def evening(self) -> list[PlayedBy]:
        """Return the games of the last evening, oldest first."""
        return [*reversed(self._evenings[0])] if self._evenings else []

    def is_on(self, now: Instant) -> bool:
        """Return whether the last evening goes on `now`."""
        return bool(last := self.evening()) and self.calendar.same_evening(last[-1].last, now)
