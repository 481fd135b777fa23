"""Writes the SQL that gives players of games already played other names in a journal."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec


class Rewriting(msgspec.Struct, frozen=True):
    """What changes in the journal after its command `sequence` and its note `last_note`.

    `games` are those that name the players. `commands`, `digests` and `notes` are rows to write, each with
    the number of its command or note last. `origins` leads from names of phones to other ones, for what was
    written `since` that command.
    """

    names: Mapping[str, str]
    origins: Mapping[str, str]
    since: int
    sequence: int
    last_note: int
    games: frozenset[int]
    commands: Sequence[tuple[str, str, bytes, int]]
    digests: Sequence[tuple[bytes, int]]
    notes: Sequence[tuple[str, int]]

    def statements(self) -> Iterator[tuple[str, Iterable[Sequence[Any]]]]:
        """Yield the SQL of each kind of change, with its rows."""
        yield "UPDATE commands SET command = ?, winners = ?, digest = ? WHERE sequence = ?", self.commands
        yield "UPDATE commands SET digest = ? WHERE sequence = ?", self.digests
        yield "UPDATE notes SET facts = ? WHERE number = ?", self.notes
        origins = [(new, old, self.since) for old, new in self.origins.items()]
        yield "UPDATE commands SET origin = ? WHERE origin = ? AND sequence >= ?", origins
        yield "UPDATE notes SET origin = ? WHERE origin = ? AND after >= ?", origins
