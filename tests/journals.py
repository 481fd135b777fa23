"""The journals that tests open, and the databases that a test leaves open."""

import sqlite3
import sys
from collections.abc import Sequence
from pathlib import Path

from companion.table.journal import Connect, Journal, connect
from companion.table.migrations import MIGRATIONS, Migration

databases: list[sqlite3.Connection] = []
"""Those that were opened, by whomever, since somebody cleared the list."""

_journals: list[Journal] = []


def journal_at(
    path: Path, connect: Connect = connect, migrations: Sequence[Migration] = MIGRATIONS
) -> Journal:
    """The journal in the file at `path`; it is closed when the test ends, if the test has not closed it."""
    _journals.append(Journal(path, connect, migrations))
    return _journals[-1]


def close_journals() -> None:
    """Closes what `journal_at` opened."""
    while _journals:
        _journals.pop().database.close()


def left_open() -> int:
    """How many of `databases` are open yet; it closes them."""
    left = [database for database in databases if _is_open(database)]
    for database in left:
        database.close()
    return len(left)


def _is_open(database: sqlite3.Connection) -> bool:
    try:
        database.in_transaction  # noqa: B018  # any use of a closed one is refused
    except sqlite3.ProgrammingError:
        return False
    return True


def _hear(event: str, arguments: tuple[object, ...]) -> None:
    if event == "sqlite3.connect/handle" and isinstance(arguments[0], sqlite3.Connection):
        databases.append(arguments[0])


sys.addaudithook(_hear)
