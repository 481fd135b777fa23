"""The files of a journal's folder, and the lock that allows one writing program at a time."""

import errno
import logging
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from io import RawIOBase
from pathlib import Path
from typing import Final

from companion.errors import JournalError
from companion.table.folder_lock import locked
from companion.table.translation import gettext as _

JOURNAL: Final = "journal.db"

_DIGITS: Final = 9
"""Of a count, which stands twice in its file: always 20 bytes, so that rewriting never truncates it.

Nobody plays a thousand million commands: that is one a second for thirty years.
"""

_BLOCK: Final = 4096
"""Bytes that Linux reads of a file at least, and most memory cards."""

_CAN_OPEN_FOLDERS: Final = hasattr(os, "O_DIRECTORY")
"""Windows opens no folder as a file; its file systems keep names in a journal of their own."""

AS_WRITTEN: Final[int] = getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
"""Flags of every file: no child has it, and Windows turns no line end into two bytes."""

_log = logging.getLogger(__name__)


def copy_of(path: Path, version: int) -> Path:
    """Return the path of the copy of the journal at `path` in its older `version`."""
    return path.with_name(f"{path.stem}-version-{version}{path.suffix}")


def free_name(path: Path, what: str) -> Path:
    """Return a path beside `path` that no file has yet, with the word `what` ("damaged") in its name."""
    number = 1
    while (kept := path.with_name(f"{path.stem}-{what}-{number}{path.suffix}")).exists():
        number += 1
    return kept


def count_of(path: Path) -> Path:
    """Return the path of the file that counts the accepted entries of the journal at `path`."""
    return path.with_suffix(".accepted")


def count_line(sequence: int) -> bytes:
    """Return the content of the file that counts `sequence` accepted entries."""
    return f"{sequence:{_DIGITS}} {sequence:{_DIGITS}}\n".encode("ascii")


def write_count(path: Path, sequence: int, *, synced: bool = False) -> None:
    """Store that the journal at `path` has accepted `sequence` entries; log a failure.

    The journal calls this after each commit, without fsync: after a power cut the count may lag behind the
    journal, but it never leads. A journal with fewer entries than the count has therefore lost some. So the
    count of a journal that takes the place of a longer one is `synced`.
    """
    line = count_line(sequence)
    try:
        if synced:
            write_whole(count_of(path), line)
            return
        descriptor = os.open(count_of(path), os.O_WRONLY | os.O_CREAT | AS_WRITTEN, 0o644)
        try:
            os.write(descriptor, line)
            os.ftruncate(descriptor, len(line))  # which changes nothing but a file that somebody made longer
        finally:
            os.close(descriptor)
    except OSError as error:
        _log.warning("%s cannot be written: %s", count_of(path), error)


def read_count(path: Path) -> int:
    """Return the stored number of accepted entries of the journal at `path`; 0 if nobody knows it.

    How many entries a journal may lack says nothing about it: all, where the file was lost. But it stands
    twice in the file, and one wrong bit makes two numbers of it. As an older companion wrote it, it stands
    there once; then it may only have as many digits as a count can have.
    """
    with suppress(OSError):
        counts = set(count_of(path).read_bytes().split())
        count = counts.pop() if len(counts) == 1 else b""
        if count.isdigit() and len(count) <= _DIGITS:
            return int(count)
    return 0


def place_of(path: Path) -> tuple[int, int] | None:
    """Return the device and the inode of the file at `path`; None if there is none or it cannot be read."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def readable_content(path: Path) -> bytes:
    """Return the bytes of a file, with zeros for each block that the disk cannot read.

    Raises:
        OSError: none of it can be read.
    """
    try:
        return path.read_bytes()
    except OSError as error:
        if error.errno != errno.EIO:
            raise
    with path.open("rb", buffering=0) as file:
        size = file.seek(0, os.SEEK_END)
        return b"".join(_block_at(file, at, min(_BLOCK, size - at)) for at in range(0, size, _BLOCK))


def _block_at(file: RawIOBase, at: int, length: int) -> bytes:
    try:
        file.seek(at)
        return (file.read(length) or b"").ljust(length, b"\0")
    except OSError:
        return bytes(length)


def on_disk(path: Path) -> None:
    """Sync a file, or the names in a folder, without which a rename is not on the disk (fsync(2))."""
    if not _CAN_OPEN_FOLDERS and path.is_dir():
        return
    # Windows syncs only what is open for writing.
    descriptor = os.open(path, (os.O_RDONLY if _CAN_OPEN_FOLDERS else os.O_RDWR) | AS_WRITTEN)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def write_whole(path: Path, data: bytes, mode: int = 0o644) -> None:
    """Replace a file completely or not at all, with the permissions `mode`; on return it is on disk.

    Raises:
        OSError: it could not be written, or its new name not synced.
    """
    beside = path.with_name(f".{path.name}.new")
    try:
        beside.unlink(missing_ok=True)  # left by a power cut, perhaps with another mode
        descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | AS_WRITTEN, mode)
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            if hasattr(os, "fchmod"):  # else the mode was given when it was made
                os.fchmod(descriptor, mode)
            # Synced before the rename, so that a power cut cannot leave an empty file under the final name.
            os.fsync(descriptor)
        beside.replace(path)
    except OSError:
        with suppress(OSError):
            beside.unlink(missing_ok=True)
        raise
    on_disk(path.parent)


def database_files(path: Path) -> tuple[Path, ...]:
    """Return the files of the SQLite database at `path`: itself, its rollback journal, its log, its index."""
    return tuple(path.with_name(f"{path.name}{end}") for end in ("", "-journal", "-wal", "-shm"))


@contextmanager
def backup_beside(database: sqlite3.Connection, path: Path) -> Iterator[Path]:
    """Write all of an open `database` to a file beside `path`, for the block to give it that name.

    It is on disk before the block, and its name after it. Other programs may write to the database meanwhile:
    the backup is what it holds at one moment, and needs no write-ahead log.

    Raises:
        OSError, sqlite3.Error: it could not be written; nothing is left of it.
    """
    beside = path.with_name(f".{path.name}.new")
    try:
        for left in database_files(beside):  # by a power cut
            left.unlink(missing_ok=True)
        with closing(sqlite3.connect(beside, isolation_level=None)) as copy:
            copy.execute("PRAGMA synchronous = OFF")  # it is synced once, below
            # SQLite counts anew in a backup; `JournalReader.rewritten` is this number. Read before, because
            # what is rewritten meanwhile must count as not copied.
            (form,) = database.execute("PRAGMA schema_version").fetchone()
            database.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE").fetchall()
            copy.execute(f"PRAGMA schema_version = {form}")
        on_disk(beside)
        yield beside
        # FAT keeps a file's size beside its name, and writes it anew after a rename only with the file.
        on_disk(path)
        on_disk(path.parent)
    except BaseException:
        for left in database_files(beside):
            with suppress(OSError):
                left.unlink(missing_ok=True)
        raise


def write_backup(database: sqlite3.Connection, path: Path) -> None:
    """Write all of an open `database` to the file at `path`, completely or not at all; then it is on disk.

    Raises:
        OSError, sqlite3.Error: it could not be written.
    """
    with backup_beside(database, path) as beside:
        beside.replace(path)


def opened_read_only(path: Path) -> sqlite3.Connection:
    """Open the database at `path` for reading only, and make no file beside it.

    Raises:
        sqlite3.Error: there is no such database.
    """
    # Without a write-ahead log no program has it open, and ``immutable`` is safe.
    # Beside an empty file SQLite would delete one.
    in_use = path.with_name(f"{path.name}-wal").exists() and path.is_file() and path.stat().st_size > 0
    address = f"{path.absolute().as_uri()}?mode=ro{'' if in_use else '&immutable=1'}"
    return sqlite3.connect(address, uri=True, isolation_level=None)


def held(folder: Path) -> int:
    """Create `folder` if necessary and lock it against other companions; return the descriptor to close.

    The system releases the lock however the program ends; where folders can be locked no file is left.

    Raises:
        JournalError: another companion holds the lock, or the folder cannot be made or opened.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        return locked(folder)
    except BlockingIOError:
        raise JournalError(
            lambda: _("Another companion keeps its journal in {folder}, stop it first").format(folder=folder)
        ) from None
    except OSError as error:
        raise _cannot_be_kept(folder, error) from None


def _cannot_be_kept(folder: Path, error: OSError) -> JournalError:
    why = error.strerror
    return JournalError(
        lambda: _("The journal cannot be kept in {folder}: {reason}").format(folder=folder, reason=why)
    )
