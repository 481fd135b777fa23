"""The file of the game that is on: its lines, and behind them room for more.

The room is newlines, which JSON readers and ``grep`` skip. Overwriting blocks that were written
before needs one flush of the disk; a file that grows needs another for its length, and more bytes.
The room also keeps the game going on a full disk. It is cut off when the game ends, or the box
stops: a file that has room when the box starts was in use when the power failed.
"""

import errno
import os
from contextlib import suppress
from pathlib import Path
from typing import Final

from companion.foreign.files import AS_WRITTEN, content_of
from companion.table.files import on_disk, place_of, sync, write_at, write_whole
from companion.table.lines import Seal, holds

ROOM: Final = 64 * 1024
"""Bytes of room that are made at a time: some 250 cards."""


class GameFile:
    """An open file, whose lines are those of the `seal`; what else is in it does not count.

    Raises:
        OSError: it cannot be opened.
    """

    def __init__(self, path: Path, seal: Seal, *, is_torn: bool = False) -> None:
        self.path, self.seal = path, seal
        self._open()
        self._doubtful = self.size if is_torn else 0

    @classmethod
    def make(cls, path: Path, lines: bytes, seal: Seal) -> "GameFile":
        """Make the file of a new game with its first `lines`; on return it is on the disk.

        Raises:
            OSError: it could not be; `discard` takes away what may be there.
        """
        try:
            write_whole(path, lines.ljust(ROOM, b"\n"))
        except OSError as error:
            if error.errno != errno.ENOSPC:
                raise
            write_whole(path, lines)
        return cls(path, seal)

    def _open(self) -> None:
        self._descriptor = os.open(self.path, os.O_RDWR | AS_WRITTEN)
        found = os.fstat(self._descriptor)
        self.size, self._place = found.st_size, (found.st_dev, found.st_ino)

    @property
    def has_room(self) -> bool:
        """Whether anything stands behind the lines."""
        return self.size > self.seal.length

    def add(self, line: bytes, seal: Seal) -> None:
        """Write a line, after which the file is that of the `seal`; on return it is on the disk.

        Raises:
            OSError: it may not be; nothing else is written before `void` has taken it back.
        """
        end = self.seal.length + len(line)
        if end > self.size:
            self.make_room(end - self.size)
        self._doubtful = end
        write_at(self._descriptor, line, self.seal.length)
        sync(self._descriptor)
        self._doubtful, self.seal, self.size = 0, seal, max(self.size, end)

    def make_room(self, needed: int = 0) -> None:
        """Make room for more lines; on a full disk for no more than the `needed` bytes.

        Raises:
            OSError: it failed; nothing else is written before `void` has taken it back.
        """
        room = max(needed, ROOM)
        self._doubtful = self.size + room
        try:
            write_at(self._descriptor, b"\n" * room, self.size)
        except OSError as error:
            if error.errno != errno.ENOSPC:
                raise
            os.ftruncate(self._descriptor, self.size)
            room = needed
            write_at(self._descriptor, b"\n" * room, self.size)
        sync(self._descriptor)
        self._doubtful, self.size = 0, self.size + room

    def void(self, *, always: bool = False) -> None:
        """Take back what `add` left when it failed; on return it is certain that it does not count.

        With `always` it writes in any case, to find out whether the disk takes anything.

        Raises:
            OSError: it is not certain.
        """
        length = self.seal.length
        end = max(self._doubtful, length + always)
        if end > length:
            self._doubtful = end
            there = max(os.fstat(self._descriptor).st_size, length + always)
            write_at(self._descriptor, b"\n" * (min(end, there) - length), length)
            os.ftruncate(self._descriptor, self.size)
            sync(self._descriptor)
            self._doubtful = 0

    def cut(self) -> None:
        """Cut the room off; the lines stay.

        Raises:
            OSError: it failed; the lines are on the disk all the same.
        """
        self.void()
        if self.has_room:
            os.ftruncate(self._descriptor, self.seal.length)
            self.size = self.seal.length
        os.fsync(self._descriptor)

    def close(self) -> None:
        """Close the file as it is; closed twice, it leaves the file
        that has its number by then alone.
        """
        descriptor, self._descriptor = self._descriptor, -1
        with suppress(OSError):
            os.close(descriptor)

    def stay_in_place(self, *, always: bool = False) -> None:
        """Open the file anew if another one has its name,
        as on a disk that was taken out and put back.

        A file that somebody has deleted is written anew: what is written to a deleted one is lost.

        Raises:
            FileNotFoundError: its folder is gone, or another file has its name.
        """
        place = place_of(self.path)
        if place == self._place and not always:
            return
        if place is None and self.path.parent.is_dir():
            os.lseek(self._descriptor, 0, os.SEEK_SET)
            write_whole(self.path, os.read(self._descriptor, self.seal.length))
        elif place is None or not holds(content_of(self.path), self.seal):
            raise FileNotFoundError(
                errno.ENOENT, "the open journal is no longer here", str(self.path)
            )
        before = self._descriptor
        # first: a failing disk may open nothing, and the number of a closed file is used again
        self._open()
        with suppress(OSError):
            os.close(before)


def discard(path: Path) -> None:
    """Take away the file of a game that was not begun;
    on return it is certain that it does not count.

    Raises:
        OSError: it is not certain.
    """
    path.unlink(missing_ok=True)
    on_disk(path.parent)
