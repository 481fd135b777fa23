"""Writes the files of a stick, and makes sure that they are there."""

import errno
import os
from contextlib import suppress
from pathlib import Path

from companion.foreign.files import check_size, opened
from companion.table.files import on_disk, write_at, write_whole


def put(path: Path, data: bytes, at: int | None = None) -> None:
    """Write `data` as the end of a regular file, from the offset `at`, or on a line of its own.

    On return it is on the disk and was read from there. What a failing write leaves is cut off.

    Raises:
        OSError: it may not be on the disk.
    """
    is_new = not path.exists()
    with opened(path, os.O_RDWR | os.O_CREAT) as descriptor:
        end = os.fstat(descriptor).st_size if at is None else at
        if at is None and end and _read(descriptor, end - 1, 1) != b"\n":
            data = b"\n" + data
        check_size(path, end + len(data))
        try:
            write_at(descriptor, data, end)
            os.ftruncate(descriptor, end + len(data))
            os.fsync(descriptor)
            _check_on_disk(path, descriptor, data, end)
        except OSError:
            with suppress(OSError):
                os.ftruncate(descriptor, end)
            raise
    if is_new:
        on_disk(path.parent)


def replace(path: Path, data: bytes) -> None:
    """Replace a file completely or not at all; on return it is on the disk and was read from there.

    Raises:
        OSError: it may not be.
    """
    write_whole(path, data)
    with opened(path) as descriptor:
        _check_on_disk(path, descriptor, data, 0)


def _check_on_disk(path: Path, descriptor: int, data: bytes, at: int) -> None:
    """Read what was written, and not from the memory that still holds it."""
    if hasattr(os, "posix_fadvise"):
        os.posix_fadvise(descriptor, 0, 0, os.POSIX_FADV_DONTNEED)
    if _read(descriptor, at, len(data)) != data:
        raise OSError(errno.EIO, "does not hold what was written", str(path))


def _read(descriptor: int, at: int, length: int) -> bytes:
    os.lseek(descriptor, at, os.SEEK_SET)
    parts, left = [], length
    while left and (part := os.read(descriptor, left)):
        parts.append(part)
        left -= len(part)
    return b"".join(parts)
