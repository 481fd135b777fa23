"""The folder of a journal: what its files are called, and that one companion at a time writes there."""

import fcntl
import logging
import os
from contextlib import suppress
from pathlib import Path
from typing import Final

from companion.errors import JournalError

JOURNAL: Final = "journal.db"

_DIGITS: Final = 20
"""Bytes of the count, always as many: writing it anew never leaves it shorter for a moment."""

_log = logging.getLogger(__name__)


def copy_of(path: Path, version: int) -> Path:
    """Where the journal in the file at `path` is kept as it was in that `version`."""
    return path.with_name(f"{path.stem}-version-{version}{path.suffix}")


def free_name(path: Path, what: str) -> Path:
    """A name beside `path` that no other journal has yet; `what` it is stands in it, as in "damaged"."""
    number = 1
    while (kept := path.with_name(f"{path.stem}-{what}-{number}{path.suffix}")).exists():
        number += 1
    return kept


def count_of(path: Path) -> Path:
    """Where it is written how many entries the journal in the file at `path` has accepted."""
    return path.with_suffix(".accepted")


def write_count(path: Path, sequence: int) -> None:
    """Writes down that the journal at `path` has accepted `sequence` entries, if it can.

    Called after each commit, and not synced: after a power cut the count may lag behind the journal. It
    never leads, so that a journal with fewer entries has lost some.
    """
    try:
        descriptor = os.open(count_of(path), os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o644)
        try:
            os.pwrite(descriptor, f"{sequence:{_DIGITS - 1}}\n".encode("ascii"), 0)
        finally:
            os.close(descriptor)
    except OSError as error:
        _log.warning("%s cannot be written: %s", count_of(path), error)


def read_count(path: Path) -> int:
    """How many entries the journal at `path` had accepted when that was last written; 0 if nobody knows."""
    with suppress(OSError, ValueError):
        return int(count_of(path).read_bytes())
    return 0


def held(folder: Path) -> int:
    """Keeps every other companion out of `folder`, which is made if need be, until the result is closed.

    The lock is the folder's own and leaves no file behind, whatever the program's end.

    Raises:
        JournalError: another companion has it, or it cannot be made or opened.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    except OSError as error:
        raise JournalError(f"The journal cannot be kept in {folder}: {error.strerror}") from None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(descriptor)
        if isinstance(error, BlockingIOError):
            raise JournalError(f"Another companion keeps its journal in {folder}, stop it first") from None
        raise JournalError(f"The journal cannot be kept in {folder}: {error.strerror}") from None
    return descriptor
