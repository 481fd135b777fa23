"""Replays the evenings that are asked for, from the journal."""

import msgspec

from companion.phone.statistics.history import AllGames
from companion.phone.statistics.replay import Evening, NamedReplay, play_again_by_name, played
from companion.table.lines import GameRecord
from companion.table.people import People
from companion.table.reader import read_only
from companion.table.replay import standing


class Evenings:
    """Replays evenings of the journal that the `history` knows. Not thread-safe.

    NamedReplay games are cached by their last commands, so that only changed games are replayed.
    """

    def __init__(self, history: AllGames) -> None:
        self._history = history
        self._replayed: dict[tuple[int, int], NamedReplay] = {}

    def read(self, number: int | None = None) -> Evening:
        """Return the evening whose first game has this number, or the newest; without games if there is none.

        Raises:
            JournalError: the journal cannot be read or does not replay; the message is for the person.
        """
        self._history.look()
        calendar, journal = self._history.calendar(), read_only(self._history.journal)
        people = journal.people
        records = [journal.record(game) for game in self._history.games_of(number)]
        self._replayed = {
            (record.number, record.entries[-1].sequence): self._again(record, people) for record in records
        }
        if not records:
            return Evening()
        replayed = self._replayed.values()
        games = [played(one, again, people, calendar) for one, again in zip(records, replayed, strict=True)]
        *before, newest = games
        counting = [game for game in before if len(game.commands) > 1 or game.stands == "over"]
        return Evening((*counting, msgspec.structs.replace(newest, resumed=newest.number == journal.current)))

    def _again(self, record: GameRecord, people: People) -> NamedReplay:
        """Return a game as it was replayed, unless it has changed since, or one of its players' names."""
        known = self._replayed.get((record.number, record.entries[-1].sequence))
        if known is not None and known.names == people.names(known.names):
            return known
        return play_again_by_name(record.number, standing(record.entries), people)
