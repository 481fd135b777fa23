"""Reads what a damaged journal still holds: SQLite reads each page of rows by itself, without those above it.

A table of SQLite is a tree of pages, and only its leaves hold rows. On a copy, whose first page is that of a
new journal, each leaf in turn is made the root of the tables: so a broken page costs its own rows and no
others, whichever page it is.
"""

import errno
import json
import sqlite3
from collections import Counter
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from contextlib import closing, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import msgspec

from companion.table.damaged_log import sound_log
from companion.table.files import readable_content
from companion.table.migrations import MIGRATIONS, Migration, migrate
from companion.table.progress import Progress, unseen, with_progress
from companion.table.reader import COLUMNS, Entry, JournalNote
from companion.table.recorded import WENT_ON

_LEAF: Final = 13
"""The first byte of a page of rows (sqlite.org, "Database File Format", 1.6)."""

_LONGEST_GAP: Final = 1000
"""Rows that are looked up one by one between two that can be read: more than fit in one page."""

_NO_ROOM: Final = {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_WRITE, sqlite3.SQLITE_IOERR_SHMSIZE}
"""What SQLite says where the folder for temporary files takes no more."""

_ON_THE_PAGE: Final = "game, at, command, digest, winners, NULL, NULL, NULL, rowid, 1"
"""The columns of a command whose variant, which continues on pages of its own, cannot be read."""


class Remains(msgspec.Struct, frozen=True):
    """What can be read: commands and notes by number, receipts by boot; none of it is checked yet.

    A game's first entry may lack its variant, and then it has edition 1. Where more than one file has a
    command and they differ, `others` are the further readings of it.
    """

    entries: dict[int, Entry]
    notes: dict[int, JournalNote]
    receipts: dict[str, int]
    others: dict[int, list[Entry]] = {}

    def add(self, entry: Entry) -> None:
        """Add what another file has of a command."""
        if self.entries.setdefault(entry.sequence, entry) != entry:
            self.others.setdefault(entry.sequence, []).append(entry)

    def add_all(self, more: "Remains") -> bool:
        """Add what another file has; return whether that is any command, or another reading of one."""
        has_more = any(self.entries.get(number) != entry for number, entry in more.entries.items())
        for entry in more.entries.values():
            self.add(entry)
        for number, note in more.notes.items():
            self.notes.setdefault(number, note)
        for boot, sequence in more.receipts.items():
            self.receipts.setdefault(boot, sequence)
        return has_more

    def shares_any(self, more: "Remains") -> bool:
        """Return whether both have a command of one time."""
        return any(self.entries[number].at == more.entries[number].at for number in self._in_both(more))

    def contradicts(self, more: "Remains") -> bool:
        """Return whether both are of different journals, or of one that has gone on in two ways.

        Then no command is the same behind one that differs: its time may have rotted, and another name
        changes its digest, but not both. Or one has another command where the other went on after a loss.
        """
        ours, theirs, both = self.entries, more.entries, self._in_both(more)
        same = {number for number in both if ours[number].at == theirs[number].at}
        differing = {number for number in both - same if ours[number].digest != theirs[number].digest}
        return (
            max(differing, default=0) > max(same, default=0)
            or _went_on_otherwise(self, more)
            or _went_on_otherwise(more, self)
        )

    def _in_both(self, more: "Remains") -> AbstractSet[int]:
        return self.entries.keys() & more.entries


def _went_on_otherwise(remains: Remains, others: Remains) -> bool:
    went_on = (note for note in remains.notes.values() if note.kind == WENT_ON)
    return any(note.after in others.entries and others.entries[note.after].at != note.at for note in went_on)


def read_remains(
    path: Path, migrations: Sequence[Migration] = MIGRATIONS, progress: Progress = unseen
) -> Remains:
    """Read what the damaged journal at `path`, with the log beside it, still holds; neither is changed.

    Raises:
        OSError, sqlite3.Error: it cannot be copied.
    """
    remains = Remains({}, {}, {})
    with _temporary_directory() as folder:
        copy = Path(folder) / "copy.db"
        copy.write_bytes(readable_content(path))
        log = path.with_name(f"{path.name}-wal")
        if log.exists():
            copy.with_name(f"{copy.name}-wal").write_bytes(sound_log(readable_content(log)))
        first = _first_page(Path(folder) / "new.db", migrations)
        _begin_with(copy, first, has_log=True)
        try:
            with closing(sqlite3.connect(copy)) as database:
                database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        except sqlite3.Error as error:
            if getattr(error, "sqlite_errorcode", None) in _NO_ROOM:
                raise  # what stands in the log would be missing
        # The log may have held the first page too, and that one may name other roots.
        leaves = _begin_with(copy, first, has_log=False)
        with closing(sqlite3.connect(copy, isolation_level=None)) as database:
            database.execute("PRAGMA journal_mode = OFF")
            database.execute("PRAGMA synchronous = OFF")
            database.text_factory = _text
            for leaf in with_progress(leaves, progress):
                _read_leaf(database, leaf, remains)
    return remains


def _temporary_directory() -> TemporaryDirectory[str]:
    try:
        return TemporaryDirectory()
    except FileNotFoundError as error:  # Python has tried each place for one, and could write to none
        raise OSError(errno.ENOSPC, str(error)) from None


def _first_page(path: Path, migrations: Sequence[Migration]) -> bytes:
    """Return the first page of an empty journal, with the schema and the header of the file."""
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("PRAGMA synchronous = OFF")
        migrate(database, 0, migrations)
        (size,) = database.execute("PRAGMA page_size").fetchone()
    return path.read_bytes()[:size]


def _begin_with(copy: Path, first: bytes, *, has_log: bool) -> list[int]:
    """Replace the first page of `copy`, fill up its last one, and return the numbers of its leaves."""
    content, size = bytearray(copy.read_bytes()), len(first)
    # A new journal has few pages, and the schema may name no others.
    pages = max(-(-len(content) // size), 16)
    content.extend(bytes(pages * size - len(content)))
    content[:size] = first
    content[18:20] = bytes([2 if has_log else 1] * 2)  # whether it is written through a log
    content[28:32] = pages.to_bytes(4, "big")
    copy.write_bytes(content)
    return [number + 1 for number in range(1, pages) if content[number * size] == _LEAF]


def _read_leaf(database: sqlite3.Connection, leaf: int, remains: Remains) -> None:
    """Read the rows of a page as those of each table in turn: those of another table have other types."""
    database.execute("PRAGMA writable_schema = ON")
    database.execute("UPDATE sqlite_schema SET rootpage = ? WHERE type = 'table'", (leaf,))
    database.execute("PRAGMA writable_schema = RESET")
    for number, *row in _rows(database, "commands", COLUMNS, _ON_THE_PAGE):
        with suppress(ValueError, msgspec.ValidationError):
            remains.entries.setdefault(number, _entry(number, row))
    for number, *row in _rows(database, "notes", "after, at, kind, facts, origin"):
        with suppress(ValueError, msgspec.ValidationError):
            remains.notes.setdefault(number, _note(row))
    for _number, boot, sequence in _rows(database, "receipts", "boot, sequence"):
        if isinstance(boot, str) and isinstance(sequence, int):
            remains.receipts.setdefault(boot, sequence)


def _rows(database: sqlite3.Connection, table: str, *columns: str) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of a page, each behind its number, with the first of the `columns` that can be read."""
    queries = [f"SELECT {some} FROM {table} NOT INDEXED" for some in columns]  # noqa: S608  # own text
    numbers = _numbers(database, table)
    for order in ("rowid", "rowid DESC"):
        read, is_whole = _until_broken(database, f"{queries[0]} ORDER BY {order}")
        for (_stored, number), row in zip(numbers, read, strict=False):
            yield number, *row
        if is_whole:
            return
        numbers = numbers[: len(read) - 1 : -1] if read else numbers[::-1]
    for stored, number in numbers:
        for query in queries:
            found, _is_whole = _until_broken(database, f"{query} WHERE rowid = {stored}")
            if found:
                yield number, *found[0]
                break


def _numbers(database: sqlite3.Connection, table: str) -> list[tuple[int, int]]:
    """Return the number of each row as it is stored, and as it must be."""
    query = f"SELECT rowid FROM {table} NOT INDEXED ORDER BY rowid"  # noqa: S608  # own text
    before, is_whole = _until_broken(database, query)
    if is_whole:
        return _counted(before)
    behind = _until_broken(database, f"{query} DESC")[0][::-1]
    between = range(before[-1][0] + 1, behind[0][0]) if before and behind else range(0)
    looked_up = [(number, number) for number in between[:_LONGEST_GAP]]
    return [*_counted(before), *looked_up, *_counted(behind)]


def _counted(rows: list[tuple[Any, ...]]) -> list[tuple[int, int]]:
    """Return each number, and what most of them agree on: a journal numbers its rows without a gap."""
    firsts = Counter(number - place for place, (number,) in enumerate(rows)).most_common(1)
    return [(number, first + place) for first, _ in firsts for place, (number,) in enumerate(rows)]


def _until_broken(database: sqlite3.Connection, query: str) -> tuple[list[tuple[Any, ...]], bool]:
    """Return the rows before the first one that cannot be read, and whether these are all."""
    rows: list[tuple[Any, ...]] = []
    try:
        rows.extend(database.execute(query))
    except (sqlite3.Error, MemoryError):  # the latter: it claims more than there can be
        return rows, False
    return rows, True


def _entry(number: int, row: Sequence[object]) -> Entry:
    told = dict(zip(Entry.__struct_fields__, row, strict=True))
    told |= {"winners": json.loads(str(told["winners"])), "sequence": number}
    return msgspec.convert(told, Entry, builtin_types=(bytes,))


def _note(row: Sequence[object]) -> JournalNote:
    told = dict(zip(JournalNote.__struct_fields__, row, strict=True))
    told["facts"] = json.loads(str(told["facts"]))
    return msgspec.convert(told, JournalNote)


def _text(raw: bytes) -> str:
    return raw.decode(errors="replace")
