"""The journal's database schema, and the migrations from older versions."""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from companion.errors import CommitError, DamagedError, JournalError, NewerJournalError
from companion.table.translation import gettext as _

APPLICATION_ID: Final = 0x54424C43
"""The letters TBLC in the header of the file, which tell a journal from any other SQLite database."""

Migration = Callable[[sqlite3.Connection], None]


@contextmanager
def transaction(database: sqlite3.Connection) -> Iterator[None]:
    """Commit everything that the block does to the database, or roll it back when anything raises.

    Raises:
        CommitError: the commit failed; its frames may still be in the write-ahead log.
    """
    database.execute("BEGIN IMMEDIATE")
    try:
        yield
        _commit(database)
    except BaseException:
        if database.in_transaction:
            database.execute("ROLLBACK")
        raise


def _commit(database: sqlite3.Connection) -> None:
    try:
        database.execute("COMMIT")
    except sqlite3.Error as error:
        raise CommitError(str(error)) from error


def version_of(database: sqlite3.Connection) -> int:
    """Return the version of the journal in the database; 0 for an empty one.

    Raises:
        DamagedError: the file contradicts itself.
        JournalError: it is another kind of database.
    """
    (tables,) = database.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    (made_by,) = database.execute("PRAGMA application_id").fetchone()
    if tables and made_by != APPLICATION_ID:
        ours = "SELECT count(*) FROM sqlite_schema WHERE name IN ('commands_of_a_game', 'commands_update')"
        if database.execute(ours).fetchone() == (2,):
            raise DamagedError("The header of the file names another program")
        raise JournalError(lambda: _("This database is no journal of the companion"))
    # Not the faster quick_check: an index that lacks entries would let a game stand before them, in silence.
    (found,) = database.execute("PRAGMA integrity_check(1)").fetchone()
    if found != "ok":
        raise DamagedError(_first_fault(found))
    (version,) = database.execute("PRAGMA user_version").fetchone()
    return int(version)


def _first_fault(found: str) -> str:
    """Return the first fault as a line, without SQLite's heading ("*** in database main ***")."""
    return next((line for line in found.splitlines() if not line.startswith("***")), found)


def check_known(version: int, migrations: Sequence[Migration]) -> None:
    """Check that a journal of `version` is not newer than this program.

    Raises:
        NewerJournalError: it is.
    """
    if version > len(migrations):
        raise NewerJournalError(lambda: _("The journal was written by a newer companion: update this one"))


def check_header(database: sqlite3.Connection) -> None:
    """Check that a journal is not newer than this program by its header alone, as the rest may be damaged.

    Raises:
        NewerJournalError: it is newer.
        sqlite3.Error: the header cannot be read.
    """
    (made_by,) = database.execute("PRAGMA application_id").fetchone()
    (version,) = database.execute("PRAGMA user_version").fetchone()
    if made_by == APPLICATION_ID:
        check_known(version, MIGRATIONS)


def migrate(database: sqlite3.Connection, version: int, migrations: Sequence[Migration]) -> None:
    """Migrate a journal of `version` to the newest, each step in a transaction of its own.

    Raises:
        NewerJournalError: the journal is newer than the newest known version.
    """
    check_known(version, migrations)
    for reached, change in enumerate(migrations[version:], start=version + 1):
        with transaction(database):
            change(database)
            database.execute(f"PRAGMA user_version = {reached}")


def _version_1(database: sqlite3.Connection) -> None:
    database.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    database.execute(
        """CREATE TABLE commands (
            sequence INTEGER PRIMARY KEY,
            game INTEGER NOT NULL,
            at REAL NOT NULL,
            command TEXT NOT NULL,
            digest BLOB NOT NULL,
            winners TEXT NOT NULL,
            variant TEXT,
            previous INTEGER,
            origin TEXT
        ) STRICT"""
    )
    database.execute("CREATE INDEX commands_of_a_game ON commands (game, sequence)")
    database.execute(
        """CREATE TABLE notes (
            number INTEGER PRIMARY KEY,
            after INTEGER NOT NULL,
            at REAL NOT NULL,
            kind TEXT NOT NULL,
            facts TEXT NOT NULL,
            origin TEXT
        ) STRICT"""
    )
    for table in ("commands", "notes"):
        for statement in ("UPDATE", "DELETE"):
            database.execute(
                f"CREATE TRIGGER {table}_{statement.lower()} BEFORE {statement} ON {table} "
                "BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END"
            )


def _version_2(database: sqlite3.Connection) -> None:
    database.execute(
        """CREATE TABLE receipts (
            boot TEXT PRIMARY KEY,
            sequence INTEGER NOT NULL
        ) STRICT"""
    )


def _version_3(database: sqlite3.Connection) -> None:
    """Change no table: version 3 journals may rename players, which older companions cannot replay."""


def _version_4(database: sqlite3.Connection) -> None:
    """Store with each command the rules edition that accepted it (`companion.table.replay.EDITION`)."""
    database.execute("ALTER TABLE commands ADD COLUMN edition INTEGER NOT NULL DEFAULT 1")


def _version_5(database: sqlite3.Connection) -> None:
    """Change no table: version 5 journals hold repairs, which older companions cannot replay."""


MIGRATIONS: Final[Sequence[Migration]] = (_version_1, _version_2, _version_3, _version_4, _version_5)
"""The migration at each index leads from that version to the next; ``user_version`` counts them."""
