"""Derives the fault of a disk from the system's error, so that players can be told what to do."""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.errors import DiskError, DiskFault
from companion.words.disk import disk_sentence

_OF_SYSTEM: dict[int, DiskFault] = {
    errno.ENOSPC: "full",
    errno.EROFS: "read-only",
    errno.EACCES: "read-only",
    errno.ENOENT: "gone",
}


@contextmanager
def naming_disk_faults(path: Path) -> Iterator[None]:
    """Translate the errors of a failing disk in a block that writes to the file at `path`.

    Raises:
        DiskError: the disk failed.
    """
    try:
        yield
    except OSError as error:
        fault = _OF_SYSTEM.get(error.errno or 0) or _fault_of_disk(path)
        raise DiskError(disk_sentence(fault), fault, str(error)) from error


def _fault_of_disk(path: Path) -> DiskFault:
    """Return the fault found on the disk itself, for an unspecific error."""
    try:
        path.stat()
        os.utime(
            path.parent
        )  # refused after an error, even if statvfs(3) still reports the disk as writable
    except OSError as error:
        return _OF_SYSTEM.get(error.errno or 0, "failing")
    return "failing"
