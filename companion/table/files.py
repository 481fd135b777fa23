"""The files of a journal's folder, the lock that allows one writing program at a time, and the
version that was last ready to play, for a rollback.
"""

import errno
import logging
import os
import re
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path

from companion.errors import JournalError
from companion.foreign.files import AS_WRITTEN, content_of, opened
from companion.message import phrase

try:
    import fcntl
except ImportError:  # Windows
    _HAS_FLOCK = False
else:
    _HAS_FLOCK = True

JOURNAL = "journal"
"""The name of the journal's folder in the data folder."""

ACCEPTED = "accepted"
"""The file in a box's folder that records how much of which game counts."""

GAME = re.compile(r"(\d{1,9})-([0-9a-f]{8})\.jsonl")
THOUSAND = re.compile(r"\d{3,6}")
BOX = re.compile(r"[0-9a-f]{8}")
"""The names of a game's file, of the folder of a thousand games, and of a box's folder."""

LOCK = ".companion-lock"
"""The file that is locked on systems without locks on folders; it stays, empty."""

_BLOCK = 4096
"""The minimum bytes that Linux and most memory cards read of a file."""

_CAN_OPEN_FOLDERS = hasattr(os, "O_DIRECTORY")
"""Windows cannot open a folder as a file; its file systems keep names in their own journal."""


def box_folders(journal: Path) -> list[Path]:
    """Return the folders of the boxes in a journal; none if the journal does not exist.

    Raises:
        OSError: it cannot be read.
    """
    if not journal.is_dir():
        return []
    return sorted(
        folder for folder in journal.iterdir() if BOX.fullmatch(folder.name) and folder.is_dir()
    )


def place_of(path: Path) -> tuple[int, int] | None:
    """Return the device and the inode of the file at `path`, or None if it is missing or
    unreadable.
    """
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def free_name(path: Path, what: str) -> Path:
    """Return an unused path next to `path`, with the word `what` ("damaged") in its name."""
    number = 1
    while (kept := path.with_name(f"{path.stem}.{what}-{number}")).exists():
        number += 1
    return kept


def readable_content(path: Path) -> bytes:
    """Return the bytes of a regular file, with zeros for each block that the disk cannot read.

    Raises:
        NotRegularError: it is not a regular file or is too large.
        OSError: nothing can be read.
    """
    try:
        return content_of(path)
    except OSError as error:
        if error.errno != errno.EIO:
            raise
    with opened(path) as descriptor:
        size = os.fstat(descriptor).st_size
        return b"".join(_block_at(descriptor, at) for at in range(0, size, _BLOCK))


def _block_at(descriptor: int, at: int) -> bytes:
    try:
        os.lseek(descriptor, at, os.SEEK_SET)
        return os.read(descriptor, _BLOCK)
    except OSError:
        return bytes(_BLOCK)


def write_at(descriptor: int, data: bytes, offset: int) -> None:
    """Write all of `data` to an open file at `offset`.

    Raises:
        OSError: the disk fails; the data may be partly written.
    """
    os.lseek(descriptor, offset, os.SEEK_SET)
    left = memoryview(data)
    while left:
        left = left[os.write(descriptor, left) :]


def sync(descriptor: int) -> None:
    """Wait until the content and the length of an open file are on the disk (fdatasync(2)).

    Raises:
        OSError: they may not be on the disk.
    """
    if hasattr(os, "fdatasync"):
        os.fdatasync(descriptor)
    else:  # Windows
        os.fsync(descriptor)


def on_disk(path: Path) -> None:
    """Sync a file, or the names in a folder, which is necessary after a rename (fsync(2))."""
    if not _CAN_OPEN_FOLDERS and path.is_dir():
        return
    # Windows can only sync files that are open for writing.
    descriptor = os.open(path, (os.O_RDONLY if _CAN_OPEN_FOLDERS else os.O_RDWR) | AS_WRITTEN)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def make_folder(folder: Path) -> None:
    """Make a folder and its missing parents; on return their names are on the disk."""
    if not folder.is_dir():
        make_folder(folder.parent)
        folder.mkdir(exist_ok=True)
        try:
            on_disk(folder.parent)
        except OSError:
            with suppress(OSError):
                folder.rmdir()  # the next attempt must sync it
            raise


def write_whole(path: Path, data: bytes, mode: int = 0o644) -> None:
    """Replace a file completely or not at all, with the permissions `mode`; on return it is on the
    disk.

    Raises:
        OSError: it could not be written, or its new name could not be synced.
    """
    beside = path.with_name(f".{path.name}.new")
    try:
        beside.unlink(missing_ok=True)  # left by a power cut, perhaps with another mode
        descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | AS_WRITTEN, mode)
        try:
            write_at(descriptor, data, 0)
            if hasattr(os, "fchmod"):  # otherwise the mode was set when the file was created
                os.fchmod(descriptor, mode)
            # Synced before the rename, so that a power cut cannot leave an empty file with the
            # final name.
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        beside.replace(path)
    except OSError:
        with suppress(OSError):
            beside.unlink(missing_ok=True)
        raise
    on_disk(path.parent)


def held(folder: Path) -> int:
    """Create `folder` if necessary and lock it against other companions;
    return the descriptor to close.

    The system releases the lock however the program ends. If folders can be locked, no file is
    left.

    Raises:
        JournalError: another companion holds the lock, or the folder cannot be made or opened.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        return _locked(folder)
    except BlockingIOError:
        raise JournalError(
            phrase("Another companion uses the journal in {folder}: stop it first", folder=folder)
        ) from None
    except OSError as error:
        why = error.strerror
        raise JournalError(
            phrase("The journal cannot be written in {folder}: {reason}", folder=folder, reason=why)
        ) from None


def _locked(folder: Path) -> int:
    """Lock `folder` and return the descriptor that holds the lock, which ends with the program.

    Raises:
        BlockingIOError: another program holds the lock.
        OSError: the folder cannot be opened.
    """
    if not _HAS_FLOCK:
        return _locked_by_file(folder)
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(descriptor)
        raise
    return descriptor


def _locked_by_file(folder: Path) -> int:
    import msvcrt  # noqa: PLC0415  # exists only on Windows

    descriptor = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT)
    try:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]  # mypy looks at Linux
    except OSError as error:
        os.close(descriptor)
        raise BlockingIOError(error.errno, error.strerror) from None
    return descriptor


STARTED = "started"

_log = logging.getLogger(__name__)


def remember(folder: Path) -> None:
    """Store that this version was ready; only log a failure, because the game does not depend on
    it.
    """
    file, line = folder / STARTED, f"{version('table-companion')}\n".encode()
    try:
        write_whole(file, line)
    except OSError as error:
        _log.warning("that this version has started could not be written down: %s", error)
