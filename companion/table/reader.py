"""Reads the commands and notes of a journal."""

import json
import sqlite3
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from pathlib import Path
from types import UnionType
from typing import Any, Final, Literal, assert_never

import msgspec

from companion.errors import DamagedError, JournalError
from companion.table.files import opened_read_only
from companion.table.migrations import MIGRATIONS, Migration, migrate, version_of
from companion.text.language import gettext as _

COLUMNS: Final = "game, at, command, digest, winners, variant, previous, origin, sequence, edition"
"""The columns of a command, in the order of the fields of `Entry`."""


class Entry(msgspec.Struct, frozen=True):
    """One accepted command.

    `game` is the number of the game in progress after it. A new game has its `variant` (JSON) and the number
    of the `previous` game, if there was one. `at` is in seconds since 1970 UTC; `winners` are those of a game
    that this command ends; `origin` is where the command came from, in the caller's words. `digest` is the
    digest of the resulting state under this `edition` of the rules.
    """

    game: int
    at: float
    command: str
    digest: bytes
    winners: tuple[str, ...] = ()
    variant: str | None = None
    previous: int | None = None
    origin: str | None = None
    sequence: int = 0
    edition: int = 1


class JournalNote(msgspec.Struct, frozen=True):
    """Something that happened beside the game after the command `after`; `facts` are JSON values."""

    after: int
    at: float
    kind: str
    facts: Mapping[str, object]
    origin: str | None = None


_OF_ENTRY: Final = (int, float, str, bytes, tuple, str | None, int | None, str | None, int, int)
_OF_NOTE: Final = (int, float, str, dict, str | None)
"""The types of the fields of `Entry` and of `JournalNote`."""


class JournalReader:
    """Reads the commands and notes of an open `database`, a journal of this version.

    `sequence` is the number of the last command and `games` that of the newest game, 0 if there is none.
    `rewritten` changes whenever players of games already played get other names.

    Raises:
        JournalError: the database cannot be read.
    """

    def __init__(self, database: sqlite3.Connection) -> None:
        self.database = database
        self._count()

    def last(self) -> Entry | None:
        """Return the newest command."""
        return next(self.backwards(), None)

    def of_game(self, game: int, before: int | None = None) -> tuple[Entry, ...]:
        """Return the commands of one game in order, optionally only those `before` a sequence number.

        Raises:
            JournalError: it cannot be read.
        """
        where = "game = ? AND sequence < coalesce(?, sequence + 1) ORDER BY sequence"
        return tuple(self._entries(where, game, before))

    def forwards(self, after: int = 0) -> Generator[Entry, None, None]:
        """Return an iterator over all commands, oldest first, or those `after` a sequence number."""
        return self._entries("sequence > ? ORDER BY sequence", after)

    def backwards(self) -> Generator[Entry, None, None]:
        """Return an iterator over all commands, newest first."""
        return self._entries("TRUE ORDER BY sequence DESC")

    def notes(self, since: int = 0) -> tuple[JournalNote, ...]:
        """Return the notes from the command `since` on, oldest first.

        Raises:
            JournalError: it cannot be read.
        """
        return tuple(note for _number, note in self.numbered_notes(since))

    def numbered_notes(self, since: int = 0, number: int = 0) -> Iterator[tuple[int, JournalNote]]:
        """Return an iterator over the notes from the command `since` on, and behind that `number` of a note.

        Each comes with its number.
        """
        query = (
            "SELECT number, after, at, kind, facts, origin FROM notes "
            "WHERE after >= ? AND number > ? ORDER BY number"
        )
        with translate_sqlite_errors("read"), closing(self.database.execute(query, (since, number))) as rows:
            for number_, after, at, kind, facts, origin in rows:
                yield number_, JournalNote(*_checked((after, at, kind, _facts(facts), origin), _OF_NOTE))

    def newest_notes(self, since: int) -> Iterator[JournalNote]:
        """Return an iterator over the notes from the command `since` on, newest first."""
        query = "SELECT after, at, kind, facts, origin FROM notes ORDER BY number DESC"
        with translate_sqlite_errors("read"), closing(self.database.execute(query)) as rows:
            for after, at, kind, facts, origin in rows:
                if after < since:
                    return
                yield JournalNote(*_checked((after, at, kind, _facts(facts), origin), _OF_NOTE))

    def last_note(self) -> int:
        """Return the number of the last note, 0 if there is none.

        Raises:
            JournalError: it cannot be read.
        """
        with translate_sqlite_errors("read"):
            (number,) = self.database.execute("SELECT coalesce(max(number), 0) FROM notes").fetchone()
        return int(number)

    def times(self) -> set[float]:
        """Return when the commands were accepted, in seconds since 1970 UTC.

        Raises:
            JournalError: they cannot be read.
        """
        with translate_sqlite_errors("read"):
            return {at for (at,) in self.database.execute("SELECT at FROM commands")}

    def games_naming(self, name: str) -> dict[int, int]:
        """Return the games in which a command or a winner may have that name, each with its last command.

        Raises:
            JournalError: it cannot be read.
        """
        query = (
            "SELECT game, max(sequence) FROM commands GROUP BY game "
            "HAVING max(instr(command, :name) OR instr(winners, :name))"
        )
        with translate_sqlite_errors("read"):
            return dict(self.database.execute(query, {"name": json.dumps(name)}).fetchall())

    def close(self) -> None:
        """Close the file."""
        self.database.close()

    def _count(self) -> None:
        # Each maximum by itself, because SQLite looks up only a single one in an index.
        largest = "(SELECT coalesce(max({}), 0) FROM commands)"
        query = f"SELECT {largest.format('sequence')}, {largest.format('game')}"
        self.rewritten: int
        with translate_sqlite_errors("read"):
            counts = self.database.execute(query).fetchone()
            # Names are rewritten without the triggers that forbid it, which changes the schema for a moment.
            (self.rewritten,) = self.database.execute("PRAGMA schema_version").fetchone()
        self.sequence: int = counts[0]
        self.games: int = counts[1]

    def _entries(self, where: str, *values: object) -> Generator[Entry, None, None]:
        with translate_sqlite_errors("read"):
            query = f"SELECT {COLUMNS} FROM commands WHERE {where}"  # noqa: S608  # constants only
            with closing(self.database.execute(query, values)) as rows:
                for game, at, command, digest, winners, *others in rows:
                    yield Entry(*_checked((game, at, command, digest, _names(winners), *others), _OF_ENTRY))


def read_only(path: Path, migrations: Sequence[Migration] = MIGRATIONS) -> JournalReader:
    """Open the journal at `path` for reading only; another program may use it, and it may be older.

    Raises:
        DamagedError: the file contradicts itself.
        JournalError: there is no file, it cannot be read, or it is of a newer version.
    """
    with translate_sqlite_errors("read"), ExitStack() as opened:
        database = opened.enter_context(closing(opened_read_only(path)))
        version = version_of(database)
        if version == 0:
            raise JournalError(lambda: _("{file} is empty").format(file=path.name))
        if version < len(migrations):
            older, database = database, sqlite3.connect(":memory:", isolation_level=None)
            opened.enter_context(closing(database))
            older.backup(database)
            older.close()
        migrate(database, version, migrations)
        entries = JournalReader(database)
        opened.pop_all()  # the caller closes it
    return entries


@contextmanager
def translate_sqlite_errors(what: Literal["read", "written", "opened"]) -> Iterator[None]:
    """Translate SQLite's errors into the journal's, which say that it cannot be `what`."""
    try:
        yield
    except sqlite3.IntegrityError:
        raise JournalError(lambda: _("Another companion writes to this journal")) from None
    except sqlite3.Error as error:
        # Text that is not UTF-8 is the one error that Python raises itself, without an error code.
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
        damage = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
        if what == "read":  # the statements are the program's own, so a name in the schema differs
            damage.add(sqlite3.SQLITE_ERROR)
        kind = DamagedError if code in damage else JournalError
        raise kind(partial(_cannot_be, what, str(error))) from error
    except ValueError as error:
        raise DamagedError(partial(_cannot_be, what, str(error))) from error
    except MemoryError as error:  # SQLite's answer to a row that claims more than there can be, but not only
        raise JournalError(partial(_cannot_be, what, "out of memory")) from error


def _cannot_be(what: Literal["read", "written", "opened"], reason: str) -> str:
    match what:
        case "read":
            return _("The journal cannot be read: {reason}").format(reason=reason)
        case "written":
            return _("The journal cannot be written: {reason}").format(reason=reason)
        case "opened":
            return _("The journal cannot be opened: {reason}").format(reason=reason)
        case _:
            assert_never(what)


def _facts(text: str) -> dict[str, object]:
    facts: dict[str, object] = _read(text, dict[str, object], "the facts of a note are none")
    return facts


def _names(text: str) -> tuple[str, ...]:
    if text == "[]":  # as of nearly every command
        return ()
    names: tuple[str, ...] = _read(text, tuple[str, ...], "the winners are no names")
    return names


def _checked(values: tuple[Any, ...], types: tuple[type | UnionType, ...]) -> tuple[Any, ...]:
    """Return the values of a row; SQLite reads as NULL or as a number what the disk has made zeros.

    Raises:
        ValueError: one is of another type than its column.
    """
    if not all(map(isinstance, values, types)):
        raise ValueError("the values of a row are of other types than its columns")
    return values


def _read(text: str, kind: Any, wrong: str) -> Any:
    try:
        return msgspec.convert(json.loads(text), kind)
    # TypeError: it is no text. ValidationError: not a ValueError in msgspec 0.19, which Debian 13 has.
    except (TypeError, msgspec.ValidationError) as error:
        raise ValueError(f"{wrong}: {error}") from None
