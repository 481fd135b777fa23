"""A journal on the disk that somebody else, or a failing disk, has written into."""

import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing, suppress
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from companion.errors import CompanionError, JournalError
from companion.phone.statistics.replay import Evenings
from companion.protocol.exported import export
from companion.rules.commands import Play
from companion.table.replay import replay
from companion.table.table import Table
from tests import journals
from tests.bytes.target import Target
from tests.table.golden import FOLDER
from tests.table.tables import table_in

MEMORY: Final = "/dev/shm" if sys.platform == "linux" else None  # noqa: S108  # a disk without delay
JOURNALS: Final = tuple(
    FOLDER / f"journal-5{name}.sql" for name in ("", "-tricks", "-points", "-names", "-comings", "-lot")
)
COLUMNS: Final = (
    "command",
    "variant",
    "winners",
    "at",
    "game",
    "previous",
    "sequence",
    "digest",
    "edition",
    "origin",
)
NOTED: Final = ("facts", "kind", "at", "after")
EDIT: Final = 4
"""Bytes that say where an edit is; a further one says how long it is."""


def take_journal(data: bytes) -> None:
    """Bytes that change one of the journals. The first says which, the second whether its file or a value.

    Such a journal opens, or what plays again of it is saved, or it is refused and stays as it is. When it has
    opened, it can be played again, exported and gone on with.
    """
    if len(data) < 4:
        return
    with TemporaryDirectory(dir=MEMORY) as made:
        folder = Path(made)
        path = folder / "journal.db"
        content = bytearray(journal(data[0] % len(JOURNALS)))
        if data[1] % 2 == 0:
            overwrite(content, data[2:])
        path.write_bytes(content)
        if data[1] % 2 == 1:
            change_value(path, data[2:])
        before = path.read_bytes()
        try:
            open_and_play(folder, before)
        finally:
            journals.close_journals()
            journals.left_open()
            journals.databases.clear()


def open_and_play(folder: Path, before: bytes) -> None:
    """A start with the journal in `folder`, and all that reads a journal, before and after."""
    path = folder / "journal.db"
    read_all(path)
    table = None
    with suppress(JournalError):
        table = table_in(folder)
    if table is None:
        assert path.read_bytes() == before
    else:
        go_on(table)
        read_all(path)


def go_on(table: Table) -> None:
    """Read what the start says, play a card, count everybody's games and close the journal."""
    str(table.journal.trouble)
    with suppress(CompanionError):
        table.obey(Play(card="8H"))
    table.tally()
    table.close()


def read_all(path: Path) -> None:
    """The command line and the page on the phone read a journal that may be anybody's."""
    for reading in (replay, export, lambda path: Evenings(path).read()):
        with suppress(JournalError):
            reading(path)


def overwrite(content: bytearray, edits: bytes) -> None:
    """Lay each edit over the file: where, how many bytes, and the bytes."""
    while len(edits) > EDIT + 1:
        at = int.from_bytes(edits[:EDIT], "big") % len(content)
        length = edits[EDIT] + 1
        new = edits[EDIT + 1 : EDIT + 1 + length]
        content[at : at + len(new)] = new
        edits = edits[EDIT + 1 + length :]


def change_value(path: Path, said: bytes) -> None:
    """Put a value of any type in place of one in a command or a note."""
    where, which, kind, value = said[0], said[1], said[2:3], said[3:]
    table, columns, key = ("commands", COLUMNS, "sequence") if where % 4 else ("notes", NOTED, "rowid")
    new: object = value
    match kind:
        case b"t":
            new = value.decode("utf-8", "replace")
        case b"i":
            new = int.from_bytes(value[:8], "big", signed=True)
        case b"f":
            with suppress(ValueError):
                new = float(value.decode("ascii", "replace"))
        case b"n":
            new = None
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute(f"DROP TRIGGER {table}_update")
        (count,) = database.execute(f"SELECT max({key}) FROM {table}").fetchone()  # noqa: S608  # own words
        column = columns[where // 4 % len(columns)]
        change = f"UPDATE {table} SET {column} = ? WHERE {key} = ?"  # noqa: S608  # own words
        with suppress(sqlite3.Error):  # of a type that the table does not take
            database.execute(change, (new, which % (count or 1) + 1))


@cache
def journal(number: int) -> bytes:
    """The file of a journal that this version has written."""
    with TemporaryDirectory(dir=MEMORY) as folder:
        path = Path(folder) / "journal.db"
        with closing(sqlite3.connect(path)) as database:
            database.executescript(JOURNALS[number].read_text("utf-8"))
        return path.read_bytes()


def journal_seeds() -> Iterator[bytes]:
    for number in range(len(JOURNALS)):
        yield bytes([number, 0, 0, 0, 18, 0, 1, 0xFF])
        yield bytes([number, 1, 1, 2]) + b't{"cmd": "play", "card": "8H"}'
        yield bytes([number, 1, 1, 3]) + b't{"cmd": "rename", "player": "Ann", "name": "Eve"}'
        yield bytes([number, 1, 1, 4]) + b't{"cmd": "undo", "count": 2}'
        yield bytes([number, 1, 1, 5]) + b't{"cmd": "resume", "after": 3}'
        yield bytes([number, 1, 5, 0]) + b't{"family": "adding", "name": "x"}'
        yield bytes([number, 1, 9, 1]) + b't["Ann"]'
        yield bytes([number, 1, 13, 1]) + b"f1e300"
        yield bytes([number, 1, 17, 1]) + b"i\0\0\0\0\0\0\0\7"
        yield bytes([number, 1, 0, 0]) + b't{"called": 3}'


JOURNAL = Target(take_journal, journal_seeds, 2048, seconds=20)
