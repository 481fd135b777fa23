"""The file of the current game: its lines, followed by room for more.

The room consists of newlines, which JSON readers and ``grep`` skip. Overwriting existing blocks
needs one flush of the disk; a growing file needs another one for its length, and more bytes. The
room also lets the game continue on a full disk. It is cut off when the game ends or the box stops.
So a file that has room when the box starts was in use when the power failed.
"""

import errno
import os
from contextlib import suppress
from pathlib import Path

from companion.foreign.files import AS_WRITTEN, content_of
from companion.table.files import on_disk, place_of, sync, write_at, write_whole
from companion.table.lines import Seal, holds

ROOM = 64 * 1024
"""Bytes of room added at a time: about 250 cards."""


class GameFile:
    """An open file, whose lines are those of the `seal`; anything else in it does not count.

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
            OSError: the file may not be on the disk; `discard` removes any remains.
        """
        write_whole(path, lines.ljust(ROOM, b"\n"))
        return cls(path, seal)

    def _open(self) -> None:
        self._descriptor = os.open(self.path, os.O_RDWR | AS_WRITTEN)
        found = os.fstat(self._descriptor)
        self.size, self._place = found.st_size, (found.st_dev, found.st_ino)

    @property
    def has_room(self) -> bool:
        """Whether anything follows the lines."""
        return self.size > self.seal.length

    def add(self, line: bytes, seal: Seal) -> None:
        """Write a line, after which `seal` describes the file; on return it is on the disk.

        Raises:
            OSError: it may not be on the disk; `void` must undo it before the next write.
        """
        end = self.seal.length + len(line)
        if end > self.size:
            self.make_room(end - self.size)
        self._doubtful = end
        write_at(self._descriptor, line, self.seal.length)
        sync(self._descriptor)
        self._doubtful, self.seal, self.size = 0, seal, max(self.size, end)

    def make_room(self, needed: int = 0) -> None:
        """Make room for more lines, at least for the `needed` bytes.

        Raises:
            OSError: it failed; `void` must undo it before the next write.
        """
        room = max(needed, ROOM)
        self._doubtful = self.size + room
        write_at(self._descriptor, b"\n" * room, self.size)
        sync(self._descriptor)
        self._doubtful, self.size = 0, self.size + room

    def void(self, *, always: bool = False) -> None:
        """Undo a failed `add`; on return it is certain that the line does not count.

        With `always`, write in any case to find out if the disk works.

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
        """Cut off the room after the lines.

        Raises:
            OSError: it failed; the lines are on the disk nevertheless.
        """
        self.void()
        if self.has_room:
            os.ftruncate(self._descriptor, self.seal.length)
            self.size = self.seal.length
        os.fsync(self._descriptor)

    def close(self) -> None:
        """Close the file as it is; a second call does nothing, because the descriptor may have been
        reused.
        """
        descriptor, self._descriptor = self._descriptor, -1
        with suppress(OSError):
            os.close(descriptor)

    def stay_in_place(self, *, always: bool = False) -> None:
        """Open the file again if another one has its name, as on a disk that was removed and
        reinserted.

        Raises:
            FileNotFoundError: it is missing, or another file has its name.
        """
        place = place_of(self.path)
        if place == self._place and not always:
            return
        if place is None or not holds(content_of(self.path), self.seal):
            raise FileNotFoundError(
                errno.ENOENT, "the open journal is no longer here", str(self.path)
            )
        before = self._descriptor
        # opened before the old one is closed: a failing disk may not open it, and a closed
        # descriptor is reused
        self._open()
        with suppress(OSError):
            os.close(before)


def discard(path: Path) -> None:
    """Remove the file of a game that did not start; on return it is certain that it does not count.

    Raises:
        OSError: it is not certain.
    """
    path.unlink(missing_ok=True)
    on_disk(path.parent)
