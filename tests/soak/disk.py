"""A simulated disk: real files in memory, and a model of what of them a power cut leaves.

Whatever SQLite writes is pending until an fsync, its own or of `companion.table.files`, sector by sector,
also when the file gets another name meanwhile. A plain file that `companion.table.files` replaces is synced
by that module; the count of accepted entries, which is not, is old or new after a cut.
Lines that `companion.table.copies` appends are cut short anywhere, unless they have been synced.
"""

import errno
import os
import random
import shutil
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from types import ModuleType, SimpleNamespace, TracebackType
from typing import Final, NamedTuple, Self
from unittest import mock

from companion.table import copies, files
from companion.table.files import JOURNAL, count_of
from tests.soak.sqlite_vfs import FULL, OK, SYNC_FAILS, WRITE_FAILS, WatchedFiles
from tests.soak.sticks import Stick

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

    def is_at(self, path: Path) -> bool:
        """Return whether `path` names this file now: it has its inode, and all that was written to it."""
        if path.stat().st_ino != self.inode:
            return False
        content = bytearray(self.durable)
        for write in self.pending:
            _put(content, write)
        return path.read_bytes() == content


class Disk:
    """The disk under `folder`, with a stick below it; a context that watches what is written there.

    Attributes:
        stick: takes what is written below its own folder.
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
        self.stick = Stick(folder / "stick")
        self.is_dead = self.is_full = self.doubtful = False
        self.failing_syncs = 0
        self.slow = 0.0
        self.happened: list[str] = []
        self._passed = passed
        self._dies_in: int | None = None
        self._files: dict[Path, _File] = {}
        self._unsynced: dict[Path, bytes] = {}
        self._count = b""
        self._watched = WatchedFiles(self, folder)
        self._shims = ExitStack()

    def __enter__(self) -> Self:
        self._watched.install()
        for module, name, shim in (
            (files, "os", _OsOf(self)),
            (copies, "os", _OsOf(self)),
            (copies, "shutil", _ShutilOf(self)),
        ):
            self._shims.enter_context(mock.patch.object(module, name, shim))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._shims.close()
        self._watched.remove()

    @property
    def is_synced(self) -> bool:
        """Whether SQLite has synced all that it wrote to its log.

        Where it cut the log short, it had synced the content elsewhere before.
        """
        log = self._files.get(self.folder / f"{JOURNAL}-wal")
        return log is None or all(write.data is None for write in log.pending)

    # Faults

    def die_in(self, changes: int) -> None:
        """Let the power fail at that change from now on: a write, a sync or a truncation."""
        self._dies_in = changes

    def cut(self, chance: random.Random) -> None:
        """Leave in the folder what a power cut leaves; all files are closed."""
        for path, before in self._unsynced.items():
            if path.exists():
                after = path.read_bytes()
                path.write_bytes(after[: chance.randint(min(len(before), len(after)), len(after))])
        names = {path.stat().st_ino: path for path in self.folder.rglob("*") if path.is_file()}
        for written, file in self._files.items():
            named = names.get(file.inode)
            if named is not None and (named == written or file.is_at(named)):  # else another has its inode
                named.write_bytes(_left(file, chance) if file.pending else file.durable)
        (self.folder / f"{JOURNAL}-shm").unlink(missing_ok=True)
        counted = count_of(self.folder / JOURNAL)
        if self._count and chance.random() < 0.5:
            counted.write_bytes(self._count)
        self.start()

    def start(self) -> None:
        """Switch the power on: what is in the folder is on the disk."""
        self.is_dead, self._dies_in, self.doubtful = False, None, False
        self._files.clear()
        self._unsynced.clear()
        counted = count_of(self.folder / JOURNAL)
        self._count = counted.read_bytes() if counted.exists() else b""

    def rot(self, chance: random.Random) -> None:
        """Flip a few bits of the journal, as a bad cell does while the power is off."""
        path = self.folder / JOURNAL
        content = bytearray(path.read_bytes()) if path.exists() else bytearray()
        for _ in range(min(len(content), chance.choice((1, 1, 8)))):
            content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
        path.write_bytes(content)

    def lose(self, chance: random.Random) -> None:
        """Leave nothing of the journal that can be read: its file is empty of sense, or gone."""
        path = self.folder / JOURNAL
        for end in ("", "-wal"):
            lost = path.with_name(path.name + end)
            if lost.exists():
                size = lost.stat().st_size
                lost.write_bytes(chance.randbytes(size))
        if chance.random() < 0.5:
            for left in (*self.folder.glob(f"{JOURNAL}*"), count_of(path)):
                left.unlink(missing_ok=True)
            self._count = b""

    def wipe(self) -> None:
        """Leave nothing."""
        shutil.rmtree(self.folder, ignore_errors=True)
        self.stick.fill()
        self.start()

    def change_stick(self, name: str) -> None:
        """Put another stick in the place of this one, which has what was written to it."""
        for known in (self._files, self._unsynced):
            for path in [path for path in known if self._is_on_stick(path)]:
                del known[path]
        self.stick.change(name)

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
        if self._is_full(path):
            return FULL
        if self._fails(path):
            return WRITE_FAILS
        self._file(path).pending.append(_Write(offset, data))
        return OK

    def sync(self, path: Path) -> int:
        if self._dies():
            return SYNC_FAILS
        self._passed(SYNC_SECONDS + self.slow)
        file = self._file(path)
        if self._fails(path):
            return SYNC_FAILS
        if self.failing_syncs and not self._is_on_stick(path):
            self.failing_syncs -= self.failing_syncs > 0
            # The kernel takes the pages for written now (fsync(2)): a later sync says nothing of them.
            chance = random.Random(f"{len(file.durable)} {len(file.pending)}")  # noqa: S311  # no secret
            file.durable[:] = _left(file, chance)
            file.pending.clear()
            self.doubtful |= self.failing_syncs != 0  # what was in doubt stays so until a sync succeeds
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

    def opened_plain(self, path: Path, content: bytes) -> None:
        """Note that a plain file is open for writing, which held `content`.

        Raises:
            OSError: the disk takes nothing.
        """
        self._check_plain(path)
        if path.suffix == ".jsonl":
            self._unsynced.setdefault(path, content)

    def sync_plain(self, path: Path) -> None:
        """Sync a plain file.

        Raises:
            OSError: the disk takes nothing.
        """
        self._check_plain(path)
        self._passed(SYNC_SECONDS + self.slow)
        if self.failing_syncs and not self._is_on_stick(path):
            self.failing_syncs -= self.failing_syncs > 0
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        self._unsynced.pop(path, None)
        if path in self._files:
            self._files[path].sync()
        if path.name == f".{count_of(self.folder / JOURNAL).name}.new":
            self._count = path.read_bytes()

    def _check_plain(self, path: Path) -> None:
        if self._dies() or self._fails(path):
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        if self._is_full(path):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def free(self, path: Path) -> int:
        """The bytes that are free where `path` lies."""
        return 0 if self._is_full(path) else 2**40

    def _is_on_stick(self, path: Path) -> bool:
        return path.is_relative_to(self.stick.folder)

    def _is_full(self, path: Path) -> bool:
        return self.stick.is_full if self._is_on_stick(path) else self.is_full

    def _fails(self, path: Path) -> bool:
        return self.stick.fails and self._is_on_stick(path)

    def _file(self, path: Path) -> _File:
        if path not in self._files:
            renamed = (name for name, file in self._files.items() if path.exists() and file.is_at(path))
            before = next(renamed, None)
            self._files[path] = _File(path) if before is None else self._files.pop(before)
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
        self._paths: dict[int, Path] = {}

    def __getattr__(self, name: str) -> object:
        return getattr(os, name)

    def open(self, path: Path, flags: int, mode: int = 0o777) -> int:
        if flags & (os.O_WRONLY | os.O_RDWR):
            self._disk.opened_plain(path, path.read_bytes() if path.exists() else b"")
        descriptor = os.open(path, flags, mode)
        self._paths[descriptor] = path
        return descriptor

    def write(self, descriptor: int, data: bytes) -> int:
        self._disk.opened_plain(self._paths[descriptor], b"")
        return os.write(descriptor, data)

    def fsync(self, descriptor: int) -> None:
        self._disk.sync_plain(self._paths[descriptor])


class _ShutilOf(ModuleType):
    """The module `shutil` as `companion.table.copies` sees it on this disk."""

    def __init__(self, disk: Disk) -> None:
        super().__init__("shutil")
        self._disk = disk

    def disk_usage(self, path: Path) -> SimpleNamespace:
        return SimpleNamespace(free=self._disk.free(path))


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
