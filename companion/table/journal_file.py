"""Checks the file of a journal, and prepares its database for writing: durable, and of the newest version."""

import errno
import logging
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from companion.errors import DamagedError, JournalError
from companion.table.damaged_log import transactions_lost
from companion.table.files import copy_of, write_backup
from companion.table.migrations import APPLICATION_ID, Migration, check_known, migrate, version_of
from companion.text.language import gettext as _

_HEADER: Final = 100
"""Bytes of a database's header (sqlite.org, "Database File Format", 1.3)."""

_CONSTANT: Final = (
    b"SQLite format 3\0",
    bytes([0, 64, 32, 32]),
    bytes([0, 0, 0, 4]),
    bytes([0, 0, 0, 1, 0, 0, 0]),
)
"""Of the header: its first bytes, how full pages are, the schema's format, UTF-8 and a version below 256."""

_log = logging.getLogger(__name__)


def check_file(path: Path) -> None:
    """Check what SQLite does not see of the damage of the journal at `path`.

    Raises:
        DamagedError: it is damaged.
    """
    _check_log(path)
    _check_header(path)


def check_lost(path: Path) -> None:
    """Check that nothing of what the journal at `path` misses stands in its log, where SQLite ignores it.

    Raises:
        DamagedError: some of it does.
    """
    if transactions_lost(_log_of(path)):
        raise _damaged_log()


def prepare_database(database: sqlite3.Connection, path: Path, migrations: Sequence[Migration]) -> None:
    """Check an open database, make it durable, and migrate a journal of an older version after copying it.

    Raises:
        DamagedError: the file contradicts itself.
        JournalError: it is newer or another kind of database, or cannot be made durable, copied or migrated.
    """
    version = version_of(database)
    check_known(version, migrations)  # before anything is written to it
    make_durable(database)
    if 0 < version < len(migrations):
        _keep_copy(database, path, version)
    migrate(database, version, migrations)


def make_durable(database: sqlite3.Connection) -> None:
    """Let every commit wait until it is on the disk, and the caller decide when to checkpoint.

    Raises:
        JournalError: this file system does not allow it.
    """
    (mode,) = database.execute("PRAGMA journal_mode = WAL").fetchone()
    database.execute("PRAGMA synchronous = FULL")
    database.execute("PRAGMA wal_autocheckpoint = 0")
    (synchronous,) = database.execute("PRAGMA synchronous").fetchone()
    if (mode, synchronous) != ("wal", 2):
        settings = f"journal_mode {mode}, synchronous {synchronous}"
        raise JournalError(
            lambda: _("The journal is not safe where it lies: {settings}").format(settings=settings)
        )


def _keep_copy(database: sqlite3.Connection, path: Path, version: int) -> None:
    """Copy an older journal before migrating it, so that an older companion can be restored with it.

    Raises:
        JournalError: the copy failed, and the journal is unchanged.
    """
    kept = copy_of(path, version)
    try:
        write_backup(database, kept)
    except (OSError, sqlite3.Error) as error:
        why = str(error)
        raise JournalError(
            lambda: _("The journal cannot be copied before it is updated: {reason}").format(reason=why)
        ) from error
    _log.info("the journal of version %s is kept as %s", version, kept.name)


def _check_log(path: Path) -> None:
    """Check that SQLite would neither delete the log, as beside an empty file, nor ignore what is in it.

    Raises:
        DamagedError: it would.
    """
    log = _log_of(path)
    if _size(path) == 0 and _size(log) > 0:
        raise DamagedError("The file is empty, but not the log beside it")
    # One may have been under way when the power failed.
    if transactions_lost(log) > 1:
        raise _damaged_log()


def _log_of(path: Path) -> Path:
    return path.with_name(f"{path.name}-wal")


def _damaged_log() -> DamagedError:
    return DamagedError("The log beside the file is damaged")


def _check_header(path: Path) -> None:
    """Check the bytes at the beginning of the file that are the same in every journal.

    SQLite calls some of the damage there a newer format, and not damage.

    Raises:
        DamagedError: it is the header of a journal, and one of them differs, or the disk cannot read it.
    """
    header = bytes(_HEADER)
    if path.exists():
        try:
            with path.open("rb") as file:
                header = file.read(_HEADER)
        except OSError as error:
            if error.errno != errno.EIO:
                raise
            raise DamagedError("The disk cannot read the header of the file") from None
    is_journal = header[68:72] == APPLICATION_ID.to_bytes(4, "big")
    if is_journal and (header[:16], header[20:24], header[44:48], header[56:63]) != _CONSTANT:
        raise DamagedError("The header of the file is damaged")


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0
