"""Finds out what a journal must hold for some players to have other names; the journal writes it."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import msgspec

from companion.table.names import Names, note_with_other_names, with_other_names
from companion.table.reader import Entry, JournalReader
from companion.table.rewriting import Rewriting

Progress = Callable[[int, int], None]
"""Hears how many games have been read, and how many there are."""


class Rewriter:
    """Reads a journal for the `Rewriting` that gives players other `names`, and phones other `origins`.

    Args:
        names: leads from each name to the new one.
        origins: the same for the names of phones.
        games: the games that change; without them all that name the players.
        progress: hears how far the reading is.
    """

    def __init__(
        self,
        names: Names,
        origins: Names,
        games: Iterable[int] | None = None,
        progress: Progress = lambda _done, _of: None,
    ) -> None:
        self._names, self._origins = names, origins
        self._only = None if games is None else frozenset(games)
        self._progress = progress
        self._read: dict[int, tuple[int, _Changed]] = {}

    def read(self, journal: JournalReader) -> Rewriting:
        """Return what changes now; only games that have changed since the last call are replayed again.

        Raises:
            JournalError: the journal cannot be read.
            ReplayError: a new name is that of another player of a game.
        """
        # Taken first: if more is written meanwhile, the journal sees by them that this is out of date.
        sequence, last_note = journal.sequence, journal.last_note()
        games = self._games(journal)
        for number, (game, last) in enumerate(games.items()):
            self._progress(number, len(games))
            if self._read.get(game, (0,))[0] != last:
                self._read[game] = (last, _changed(journal.of_game(game), self._names))
        changed = [self._read[game][1] for game in games]
        since = self._since(journal)
        return Rewriting(
            self._names,
            self._origins,
            since,
            sequence,
            last_note,
            frozenset(game for game in games if self._read[game][1].commands),
            [row for one in changed for row in one.commands],
            [row for one in changed for row in one.digests],
            list(self._notes(journal, since)),
        )

    def _games(self, journal: JournalReader) -> Mapping[int, int]:
        found = {game: last for name in self._names for game, last in journal.games_naming(name).items()}
        if self._only is None:
            return found
        return {game: last for game, last in found.items() if game in self._only}

    def _since(self, journal: JournalReader) -> int:
        """Return the first command that may change outside of the games: all, or only those of `games`."""
        if self._only is None:
            return 0
        return min((journal.of_game(game)[0].sequence for game in self._only), default=journal.sequence + 1)

    def _notes(self, journal: JournalReader, since: int) -> Iterator[tuple[str, int]]:
        for number, note in journal.numbered_notes(since):
            changed = note_with_other_names(note, self._names)
            if changed != note:
                yield json.dumps(changed.facts), number


class _Changed(msgspec.Struct, frozen=True):
    commands: Sequence[tuple[str, str, bytes, int]]
    digests: Sequence[tuple[bytes, int]]


def _changed(entries: Sequence[Entry], names: Names) -> _Changed:
    commands, digests = [], []
    for was, now in zip(entries, with_other_names(entries, names), strict=True):
        if (was.command, was.winners) != (now.command, now.winners):
            commands.append((now.command, json.dumps(now.winners), now.digest, now.sequence))
        elif was.digest != now.digest:
            digests.append((now.digest, now.sequence))
    return _Changed(commands, digests)
