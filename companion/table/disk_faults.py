"""Names the fault of a disk from what SQLite and the system say, so that players read what to do."""

import errno
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Final

from companion.errors import CommitError, DiskError, DiskFault
from companion.text.disk import disk_sentence

_OF_SQLITE: Final[dict[int, DiskFault]] = {
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_READONLY: "read-only",
    sqlite3.SQLITE_PERM: "read-only",
    sqlite3.SQLITE_BUSY: "busy",
    sqlite3.SQLITE_LOCKED: "busy",
}
"""The primary result codes that name the fault (sqlite.org, "Result and Error Codes")."""

_OF_SYSTEM: Final[dict[int, DiskFault]] = {
    errno.ENOSPC: "full",
    errno.EROFS: "read-only",
    errno.EACCES: "read-only",
    errno.ENOENT: "gone",
}

_UNNAMED: Final = {sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PROTOCOL}
"""What SQLite says of any other failure of the system, also of a disk that became read-only (unixWrite)."""


@contextmanager
def naming_disk_faults(path: Path, *, at_start: bool = False) -> Iterator[None]:
    """Translate what a failing disk makes of a write to the file at `path`.

    `at_start` nobody has seen the disk work yet, so that only a full or read-only one is named.

    Raises:
        DiskError: the disk failed; any other error passes unchanged.
    """
    try:
        yield
    except (CommitError, sqlite3.OperationalError, OSError) as error:
        cause = error.__cause__ if isinstance(error, CommitError) else error
        fault = _fault_of(cause, path)
        if fault is None or (at_start and fault not in {"full", "read-only"}):
            raise
        name = getattr(cause, "sqlite_errorname", "")
        detail = f"{cause} ({name})" if name else str(cause)
        raise DiskError(partial(disk_sentence, fault), fault, detail) from error


def _fault_of(error: BaseException | None, path: Path) -> DiskFault | None:
    if isinstance(error, OSError):
        return _OF_SYSTEM.get(error.errno or 0) or _fault_of_disk(path)
    extended = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_IOERR)
    if extended == sqlite3.SQLITE_IOERR_SHMSIZE:  # a journal that is opened needs 32 KiB for its index
        return "full"
    code = extended & 0xFF
    return _OF_SQLITE.get(code) or (_fault_of_disk(path) if code in _UNNAMED else None)


def _fault_of_disk(path: Path) -> DiskFault:
    """Look at the disk itself, where the error says no more than that it failed."""
    try:
        path.stat()
        if shutil.disk_usage(path.parent).free == 0:
            return "full"
        os.utime(path.parent)  # refused after an error, also where statvfs(3) still says that one may write
    except OSError as error:
        return _OF_SYSTEM.get(error.errno or 0, "failing")
    return "failing"
