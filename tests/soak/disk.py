"""A simulated disk: real files in memory, and a model of what of them a power cut leaves.

Whatever SQLite writes is pending until its fsync, sector by sector. A plain file that `companion.table.files`
replaces is synced by that module; the count of accepted entries, which is not, is old or new after a cut.
"""

import errno
import os
import random
import shutil
from collections.abc import Callable
from pathlib import Path
from types import ModuleType, TracebackType
from typing import Final, NamedTuple, Self
from unittest import mock

from companion.table import files
from companion.table.files import JOURNAL, count_of
from tests.soak.sqlite_vfs import FULL, OK, SYNC_FAILS, WRITE_FAILS, WatchedFiles

SECTOR: Final = 512
"""Bytes that a memory card writes whole, unless it is torn."""

SYNC_SECONDS: Final = 0.004
"""How long a sync takes that nothing slows down; a good memory card takes 2 to 10 ms."""


class _Write(NamedTuple):
    """A write that is pending; without `data` the file is cut to the length `offset`."""

    offset: int
    data: bytes | None


class _File:
    """One database file or log: what is on the disk for certain, and the writes since."""

    def __init__(self, path: Path) -> None:
        self.durable = bytearray(path.read_bytes() if path.exists() else b"")
        self.inode = path.stat().st_ino if path.exists() else 0
        self.pending: list[_Write] = []

    def sync(self) -> None:
        for write in self.pending:
            _put(self.durable, write)
        self.pending.clear()


class Disk:
    """The disk under `folder`; a context that watches what is written there.

    Attributes:
        is_dead: the power is gone, and nothing reaches the disk any more.
        is_full: nothing more is written.
        failing_syncs: so many of the next syncs fail; -1 for all.
        happened: gets the word "synced" with each sync of the log.
        slow: seconds that each sync takes in addition.
        doubtful: a sync has failed, as the next would have, so that nobody can say what the disk holds.

    Args:
        folder: real files, best on a file system in memory.
        passed: is told how many seconds a sync took.
    """

    def __init__(self, folder: Path, passed: Callable[[float], None]) -> None:
        self.folder = folder
        self.is_dead = self.is_full = self.doubtful = False
        self.failing_syncs = 0
        self.slow = 0.0
        self.happened: list[str] = []
        self._passed = passed
        self._dies_in: int | None = None
        self._files: dict[Path, _File] = {}
        self._count = b""
        self._watched = WatchedFiles(self, folder)
        self._shim = mock.patch.object(files, "os", _OsOf(self))

    def __enter__(self) -> Self:
        self._watched.install()
        self._shim.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._shim.stop()
        self._watched.remove()

    @property
    def is_synced(self) -> bool:
        """Whether nothing that SQLite wrote to its log waits for a sync."""
        log = self._files.get(self.folder / f"{JOURNAL}-wal")
        return log is None or not log.pending

    # Faults

    def die_in(self, changes: int) -> None:
        """Let the power fail at that change from now on: a write, a sync or a truncation."""
        self._dies_in = changes

    def cut(self, chance: random.Random) -> None:
        """Leave in the folder what a power cut leaves; all files are closed."""
        for path, file in self._files.items():
            if path.exists():
                if file.pending:
                    path.write_bytes(_left(file, chance))
                else:
                    path.write_bytes(file.durable)
        (self.folder / f"{JOURNAL}-shm").unlink(missing_ok=True)
        counted = count_of(self.folder / JOURNAL)
        if self._count and chance.random() < 0.5:
            counted.write_bytes(self._count)
        self.start()

    def start(self) -> None:
        """Switch the power on: what is in the folder is on the disk."""
        self.is_dead, self._dies_in, self.doubtful = False, None, False
        self._files.clear()
        counted = count_of(self.folder / JOURNAL)
        self._count = counted.read_bytes() if counted.exists() else b""

    def rot(self, chance: random.Random) -> None:
        """Flip a few bits of the journal, as a bad cell does while the power is off."""
        path = self.folder / JOURNAL
        content = bytearray(path.read_bytes()) if path.exists() else bytearray()
        for _ in range(min(len(content), chance.choice((1, 1, 8)))):
            content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
        path.write_bytes(content)

    def wipe(self) -> None:
        """Leave nothing."""
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        self.start()

    # What SQLite does (the interface of `Watcher`)

    def opened(self, path: Path) -> None:
        """Forget what was known of another file of this name, which was moved aside."""
        known = self._files.get(path)
        if known is not None and known.inode and known.inode != path.stat().st_ino:
            del self._files[path]
        elif known is not None:
            known.inode = path.stat().st_ino

    def write(self, path: Path, offset: int, data: bytes) -> int:
        if path.name.endswith("-shm"):
            return OK
        if self._dies():
            return WRITE_FAILS
        if self.is_full:
            return FULL
        self._file(path).pending.append(_Write(offset, data))
        return OK

    def sync(self, path: Path) -> int:
        if self._dies():
            return SYNC_FAILS
        self._passed(SYNC_SECONDS + self.slow)
        file = self._file(path)
        if self.failing_syncs:
            self.failing_syncs -= self.failing_syncs > 0
            # The kernel takes the pages for written now (fsync(2)): a later sync says nothing of them.
            chance = random.Random(f"{len(file.durable)} {len(file.pending)}")  # noqa: S311  # no secret
            file.durable[:] = _left(file, chance)
            file.pending.clear()
            self.doubtful = self.failing_syncs != 0
            return SYNC_FAILS
        file.sync()
        self.doubtful = False
        if path.name.endswith("-wal"):
            self.happened.append("synced")
        return OK

    def truncate(self, path: Path, size: int) -> int:
        if self._dies():
            return WRITE_FAILS
        self._file(path).pending.append(_Write(size, None))
        return OK

    def delete(self, path: Path) -> int:
        if self._dies():
            return WRITE_FAILS
        self._files.pop(path, None)
        return OK

    # What `companion.table.files` does

    def check_plain(self) -> None:
        """Raise the OSError of a write to a plain file, if the disk takes none."""
        if self.is_dead:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        if self.is_full:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def _file(self, path: Path) -> _File:
        if path not in self._files:
            self._files[path] = _File(path)
        return self._files[path]

    def _dies(self) -> bool:
        if self._dies_in is not None:
            self._dies_in -= 1
            if self._dies_in <= 0:
                self.is_dead = True
        return self.is_dead


class _OsOf(ModuleType):
    """The module `os` as `companion.table.files` sees it on this disk."""

    def __init__(self, disk: Disk) -> None:
        super().__init__("os")
        self._disk = disk

    def __getattr__(self, name: str) -> object:
        return getattr(os, name)

    def open(self, path: Path, flags: int, mode: int = 0o777) -> int:
        if flags & (os.O_WRONLY | os.O_RDWR):
            self._disk.check_plain()
        return os.open(path, flags, mode)

    def write(self, descriptor: int, data: bytes) -> int:
        self._disk.check_plain()
        return os.write(descriptor, data)

    def fsync(self, _descriptor: int) -> None:
        self._disk.check_plain()


def _put(content: bytearray, write: _Write) -> None:
    if write.data is None:
        del content[write.offset :]
        content.extend(bytes(write.offset - len(content)))
        return
    content.extend(bytes(max(0, write.offset - len(content))))
    content[write.offset : write.offset + len(write.data)] = write.data


def _left(file: _File, chance: random.Random) -> bytearray:
    """What the disk has of a file whose last writes were not synced: sectors kept, dropped or torn."""
    left = bytearray(file.durable)
    sectors = [sector for write in file.pending for sector in _sectors(write)]
    match chance.choice(("none", "all", "all", "first", "some")):
        case "none":
            kept = [False] * len(sectors)
        case "all":
            kept = [True] * len(sectors)
        case "first":
            reached = chance.randint(0, len(sectors))
            kept = [place < reached for place in range(len(sectors))]
        case _:
            kept = [chance.random() < 0.5 for _ in sectors]
    torn = chance.randrange(len(sectors)) if sectors and chance.random() < 0.3 else None
    for place, (sector, is_kept) in enumerate(zip(sectors, kept, strict=True)):
        if place == torn and sector.data is not None:
            _put(left, sector._replace(data=sector.data[: chance.randrange(len(sector.data) + 1)]))
        elif is_kept:
            _put(left, sector)
    return left


def _sectors(write: _Write) -> list[_Write]:
    if write.data is None:
        return [write]
    parts, at, end = [], write.offset, write.offset + len(write.data)
    while at < end:
        until = min(end, (at // SECTOR + 1) * SECTOR)
        parts.append(_Write(at, write.data[at - write.offset : until - write.offset]))
        at = until
    return parts
