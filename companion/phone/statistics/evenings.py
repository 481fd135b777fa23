"""Replays the evenings that are asked for, from the journal."""

import msgspec

from companion.phone.statistics.history import AllGames
from companion.phone.statistics.replay import Evening, NamedReplay, PlayedGame, play_again_by_name, played
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
        games: list[PlayedGame] = []
        for record, again in zip(records, self._replayed.values(), strict=True):
            game = played(record, again, people, calendar)
            game = msgspec.structs.replace(game, resumed=game.number == journal.current)
            if len(game.commands) > 1 or game.stands != "given up" or record.missing:
                games.append(game)
        return Evening(tuple(games))

    def _again(self, record: GameRecord, people: People) -> NamedReplay:
        """Return a game as it was replayed, unless it has changed since, or one of its players' names."""
        known = self._replayed.get((record.number, record.entries[-1].sequence))
        if known is not None and known.names == people.names(known.names):
            return known
        return play_again_by_name(record.number, standing(record.entries), people)
