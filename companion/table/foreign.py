"""Reads and writes the files of a stick, which is foreign: it may hang, and hold anything under any name."""

import errno
import os
import queue
import stat
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, TypeVar

from companion.table.files import AS_WRITTEN, on_disk, write_at, write_whole

ANSWER_TIMEOUT: Final = 5.0
"""Seconds that a stick may take for each answer: one that sleeps needs two to spin up."""

MAX_FILE: Final = 2**28
"""Bytes of the largest file that is opened: a thousand games of a thousand cards."""

MAX_NAMES: Final = 10_000
"""Names that are read of a folder."""

_Answer = TypeVar("_Answer")

_hanging: dict[Path, threading.Thread] = {}
"""The threads that still wait for an answer of a folder; no second one is sent after them."""


class _End:
    """The message that the work is done."""


def in_time(folder: Path, work: Iterator[_Answer]) -> Iterator[_Answer]:
    """Yield what `work` in a `folder` yields; it runs on a thread of its own, one answer at a time.

    Nothing more is asked of work that was late once, so it changes nothing behind the caller's back.

    Raises:
        TimeoutError: an answer takes longer than `ANSWER_TIMEOUT`, or an earlier one has still not come.
        Exception: the work raised it.
    """
    if folder in _hanging and _hanging[folder].is_alive():
        raise _no_answer(folder)
    asked: queue.SimpleQueue[Iterator[_Answer] | None] = queue.SimpleQueue()
    answers: queue.SimpleQueue[_Answer | Exception | _End] = queue.SimpleQueue()
    thread = threading.Thread(target=_answer, args=(asked, answers), name="stick", daemon=True)
    thread.start()
    try:
        while True:
            asked.put(work)
            try:
                answer = answers.get(timeout=ANSWER_TIMEOUT)
            except queue.Empty:
                _hanging[folder] = thread
                raise _no_answer(folder) from None
            if isinstance(answer, _End):
                return
            if isinstance(answer, Exception):
                raise answer
            yield answer
    finally:
        asked.put(None)


def _answer(
    asked: "queue.SimpleQueue[Iterator[_Answer] | None]",
    answers: "queue.SimpleQueue[_Answer | Exception | _End]",
) -> None:
    while (work := asked.get()) is not None:
        try:
            answers.put(next(work, _End()))
        except Exception as error:  # noqa: BLE001  # whatever it is, the asking thread raises it
            answers.put(error)


def _no_answer(folder: Path) -> TimeoutError:
    return TimeoutError(errno.ETIMEDOUT, "does not answer", str(folder))


@contextmanager
def opened(path: Path, flags: int = os.O_RDONLY) -> Iterator[int]:
    """Open a regular file; no link is followed, and nothing else is touched.

    Raises:
        OSError: it is none, is too large, or cannot be opened.
    """
    with suppress(FileNotFoundError):
        found = path.lstat()
        if not stat.S_ISREG(found.st_mode):
            raise OSError(errno.EINVAL, "is no regular file", str(path))
        _check_size(path, found.st_size)
    descriptor = os.open(path, flags | AS_WRITTEN, 0o644)
    try:
        yield descriptor
    finally:
        os.close(descriptor)


def _check_size(path: Path, size: int) -> None:
    if size > MAX_FILE:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(path))


def content_of(path: Path) -> bytes:
    """Return the content of a regular file, nothing if there is none.

    Raises:
        OSError: it cannot be read.
    """
    try:
        with opened(path) as descriptor, os.fdopen(descriptor, "rb", closefd=False) as file:
            return file.read()
    except FileNotFoundError:
        return b""


def is_folder(path: Path) -> bool:
    """Return whether a path is a folder itself, and no link to one."""
    return path.is_dir() and not path.is_symlink()


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
        _check_size(path, end + len(data))
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
