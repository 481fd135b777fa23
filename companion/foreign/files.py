"""Reads files from other sources: a path may be anything but a regular file, and a disk may
hang.
"""

import errno
import os
import queue
import re
import stat
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple, TypeVar

from companion.errors import ForeignError, NotRegularError
from companion.foreign import LARGEST_TEXT
from companion.message import phrase

ANSWER_TIMEOUT = 5.0
"""Seconds that a disk may take for each answer; a sleeping disk needs two to spin up."""

MAX_FILE = 2**28
"""Maximum bytes of a file to open: a thousand games of a thousand cards."""

AS_WRITTEN: int = getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
"""Flags for every file: not inherited by child processes, and no conversion of line ends on
Windows.
"""

_AT_ONCE: int = getattr(os, "O_NONBLOCK", 0)
_NO_LINK: int = getattr(os, "O_NOFOLLOW", 0)

_PART = 2**20
"""Bytes read at once."""

_Answer = TypeVar("_Answer")

_hanging: dict[Path, threading.Thread] = {}
"""The thread that is still waiting for each folder; a second one is not started."""


class _End:
    """The message that the work is done."""


def in_time(folder: Path, work: Iterator[_Answer]) -> Iterator[_Answer]:
    """Run `work` on a `folder` in a separate thread, and yield its answers one at a time.

    Work that was late once is not continued, so it cannot change anything later.

    Raises:
        TimeoutError: an answer takes longer than `ANSWER_TIMEOUT`, or an earlier one is still
            pending.
        Exception: the work raised it.
    """
    if folder in _hanging and _hanging[folder].is_alive():
        raise _no_answer(folder)
    asked: queue.SimpleQueue[Iterator[_Answer] | None] = queue.SimpleQueue()
    answers: queue.SimpleQueue[_Answer | Exception | _End] = queue.SimpleQueue()
    thread = threading.Thread(target=_answer, args=(asked, answers), name="foreign", daemon=True)
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


def answer_in_time(folder: Path, work: Callable[[], _Answer]) -> _Answer:
    """Run `work` on a `folder`, and return its answer.

    Raises:
        TimeoutError, Exception: as for `in_time`.
    """
    return next(in_time(folder, (work() for _ in range(1))))


def _answer(
    asked: "queue.SimpleQueue[Iterator[_Answer] | None]",
    answers: "queue.SimpleQueue[_Answer | Exception | _End]",
) -> None:
    while (work := asked.get()) is not None:
        try:
            answers.put(next(work, _End()))
        except Exception as error:  # noqa: BLE001  # the calling thread raises it again
            answers.put(error)


def _no_answer(folder: Path) -> TimeoutError:
    return TimeoutError(errno.ETIMEDOUT, "does not answer", str(folder))


@contextmanager
def opened(
    path: Path, flags: int = os.O_RDONLY, largest: int = MAX_FILE, *, links: bool = False
) -> Iterator[int]:
    """Open a regular file of at most `largest` bytes; follow symbolic links only if `links`.

    Raises:
        NotRegularError: it is not a regular file or is larger.
        OSError: it cannot be opened.
    """
    # checked first, because opening a pipe or a device may have effects
    with suppress(FileNotFoundError):
        _check(path, path.stat(follow_symlinks=links), largest)
    descriptor = os.open(path, flags | AS_WRITTEN | _AT_ONCE | (0 if links else _NO_LINK), 0o644)
    try:
        _check(path, os.fstat(descriptor), largest)
        yield descriptor
    finally:
        os.close(descriptor)


def _check(path: Path, found: os.stat_result, largest: int) -> None:
    if not stat.S_ISREG(found.st_mode):
        raise NotRegularError(errno.EINVAL, "is no regular file", str(path))
    check_size(path, found.st_size, largest)


def check_size(path: Path, size: int, largest: int = MAX_FILE) -> None:
    """Raise NotRegularError for a file of more than `largest` bytes."""
    if size > largest:
        raise NotRegularError(errno.EFBIG, os.strerror(errno.EFBIG), str(path))


def content_of(path: Path, largest: int = MAX_FILE, *, links: bool = False) -> bytes:
    """Return the content of a regular file of at most `largest` bytes; follow links only if
    `links`.

    Raises:
        NotRegularError: it is not a regular file, or is or grows larger.
        OSError: it cannot be read.
    """
    with opened(path, largest=largest, links=links) as descriptor:
        content = bytearray()
        while part := os.read(descriptor, _PART):
            content += part
            check_size(path, len(content), largest)
        return bytes(content)


def kept_content(path: Path) -> bytes:
    """Return the content of a regular file, or b"" if it does not exist.

    Raises:
        OSError: it cannot be read.
    """
    try:
        return content_of(path)
    except FileNotFoundError:
        return b""


def text_of(path: Path, largest: int = LARGEST_TEXT) -> str:
    """Return the text of a user's file of at most `largest` bytes.

    Raises:
        ForeignError: it is not such a file, is not UTF-8, cannot be read, or the disk is too slow.
    """
    try:
        content = answer_in_time(path.parent, lambda: content_of(path, largest, links=True))
    except NotRegularError as error:
        if error.errno != errno.EFBIG:
            raise ForeignError(phrase("is not a file: put a text file in its place")) from None
        raise ForeignError(
            phrase("is larger than {n} KiB: write a shorter one", n=largest // 1024)
        ) from None
    except OSError as error:
        raise ForeignError(phrase("cannot be read: {why}", why=error.strerror)) from None
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ForeignError(phrase("is not UTF-8 text: save it as UTF-8")) from None


class Mount(NamedTuple):
    """A file system: its mount point, its type, and its options."""

    place: str
    kind: str
    options: Sequence[str]

    @property
    def is_read_only(self) -> bool:
        """Whether it cannot be written to."""
        return "ro" in self.options


def mounts_in(table: Path) -> list[Mount]:
    """Return the file systems in the kernel's table of mounts or in fstab(5); none if it cannot be
    read.
    """
    try:
        text = table.read_text("utf-8", "surrogateescape")
    except OSError:
        return []
    rows = (line.split() for line in text.splitlines() if not line.lstrip().startswith("#"))
    return [Mount(_unescaped(row[1]), row[2], row[3].split(",")) for row in rows if len(row) > 3]


def _unescaped(place: str) -> str:
    r"""Return a mount point with spaces, which the table has as ``\040``."""
    return re.sub(r"\\([0-7]{3})", lambda octal: chr(int(octal[1], 8)), place)


def is_folder(path: Path) -> bool:
    """Return whether `path` is a folder and not a link to one."""
    return path.is_dir() and not path.is_symlink()
