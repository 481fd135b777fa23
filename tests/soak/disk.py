"""A simulated disk: real files in memory, and a model of what a power cut leaves of them.

Changes that the functions of `os` make below its folder are pending until a sync. A power cut
keeps, drops or tears each pending sector. Names are pending until their folder is synced. The file
``accepted`` is never synced, so it is some writes old.
"""

import errno
import os
import random
import shutil
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path
from types import SimpleNamespace, TracebackType
from typing import Any, NamedTuple, Self
from unittest import mock

from companion.table.files import ACCEPTED

SECTOR = 512
"""Bytes that a memory card writes as a whole, unless the sector is torn."""

BLOCK = 4096
"""Allocation unit of files in bytes; a full disk has no free block."""

SYNC_SECONDS = 0.004
"""Duration of a sync without further delays; a good memory card takes 2 to 10 ms."""

OLDEST = 20
"""Number of writes to a file without a sync, after which the kernel has written it by itself."""

_NAMES = tuple(
    "open close write ftruncate fsync fdatasync unlink rename replace mkdir rmdir".split()  # noqa: SIM905
)
_REAL = SimpleNamespace(**{name: getattr(os, name) for name in _NAMES})


class PowerGone(BaseException):
    """Raised when the power has failed; no error handler runs any more."""


class _Write(NamedTuple):
    """A pending write. Without `data`, it sets the length of the file to `offset`."""

    offset: int
    data: bytes | None


class _File:
    """A file: the content that is certainly on the disk, and the writes since."""

    def __init__(self, durable: bytes = b"") -> None:
        self.durable = bytearray(durable)
        self.pending: list[_Write] = []

    def sync(self) -> None:
        for write in self.pending:
            _put(self.durable, write)
        self.pending.clear()


class _Named(NamedTuple):
    """A pending change of a name: the file that had it `before`; `is_folder` for the name of a new
    folder.
    """

    path: Path
    before: _File | None
    is_folder: bool = False


class Disk:
    """The disk under `folder`; a context that intercepts all writes to it.

    Attributes:
        is_dead: the power is gone.
        is_full: no file gets another block.
        is_read_only: nothing is written.
        failing_syncs: how many of the next syncs fail; -1 for all.
        failing_writes: how many of the next writes fail after some of their bytes; -1 for all.
        garbles: a power cut within an append garbles the whole last sector that it touched.
        garbled: how many power cuts have done so.
        happened: the list to which each sync of a game's file appends "synced".
        slow: additional seconds for each sync.

    Args:
        folder: the folder of the real files, best on a file system in memory.
        passed: called with the duration of each sync in seconds.
    """

    def __init__(
        self, folder: Path, passed: Callable[[float], None] = lambda _seconds: None
    ) -> None:
        self.folder = folder
        self.is_dead = self.is_full = self.is_read_only = self.garbles = False
        self.failing_syncs = self.failing_writes = self.garbled = 0
        self.slow = 0.0
        self.happened: list[str] = []
        self.changes = 0
        self._passed = passed
        self._dies_at: int | None = None
        self._is_watching = True
        self._chance = random.Random(0)  # noqa: S311  # no secret
        self._paths: dict[int, Path] = {}
        self._opened: dict[int, _File] = {}
        self._files: dict[Path, _File] = {}
        self._names: dict[Path, list[_Named]] = {}
        self._patches = ExitStack()

    def __enter__(self) -> Self:
        for name in _NAMES:
            self._patches.enter_context(mock.patch.object(os, name, getattr(self, f"_{name}")))
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._patches.close()

    @property
    def is_synced(self) -> bool:
        """True if all files of games are on the disk as the program sees them."""
        games = {path: file for path, file in self._files.items() if _is_game(path)}
        names = {named.path for pending in self._names.values() for named in pending}
        return not names & games.keys() and all(
            path.exists() and path.read_bytes() == file.durable for path, file in games.items()
        )

    # Power

    def die_in(self, changes: int) -> None:
        """Let the power fail at the change number `changes` from now: a write, a sync, or a change
        of a name.
        """
        self._dies_at = self.changes + changes

    def cut(self, chance: random.Random) -> None:
        """Reduce the folder to what a power cut leaves after the program has died."""
        self._is_watching = False
        for descriptor in self._paths:
            with suppress(OSError):
                _REAL.close(descriptor)
        for pending in self._names.values():
            kept = chance.choice((0, len(pending), chance.randint(0, len(pending))))
            for named in reversed(pending[kept:]):
                self._take_back(named)
        for path, file in self._files.items():
            if path.parent.is_dir():
                path.write_bytes(self._left(path, file, chance))
        self.start()

    def start(self) -> None:
        """Switch the power on: everything in the folder is on the disk."""
        self.is_dead, self._is_watching, self._dies_at = False, True, None
        for known in (self._paths, self._opened, self._files, self._names):
            known.clear()

    def wipe(self) -> None:
        """Delete all files."""
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        self.start()

    def _take_back(self, named: _Named) -> None:
        if named.is_folder:
            shutil.rmtree(named.path, ignore_errors=True)
            self._files = {
                p: file for p, file in self._files.items() if not p.is_relative_to(named.path)
            }
        elif named.before is None:
            self._files.pop(named.path, None)
            named.path.unlink(missing_ok=True)
        else:
            self._files[named.path] = named.before

    def _left(self, path: Path, file: _File, chance: random.Random) -> bytes:
        if path.name == ACCEPTED:
            kept = len(file.pending) - chance.choice((0, 1, chance.randint(0, len(file.pending))))
            del file.pending[max(kept, 0) :]
            file.sync()
            return bytes(file.durable)
        left = _left(file, chance)
        last = file.pending[-1] if file.pending else None
        if self.garbles and last is not None and last.data and _is_game(path):
            start = (last.offset + len(last.data) - 1) // SECTOR * SECTOR
            length = min(SECTOR, len(left) - start)
            if length > 0:
                left[start : start + length] = chance.choice(
                    (chance.randbytes(length), bytes(length))
                )
                self.garbled += 1
        return bytes(left)

    # Calls of programs

    def _open(self, path: Any, flags: int, mode: int = 0o777, *, dir_fd: int | None = None) -> int:
        here = self._here(path, dir_fd)
        is_new = here is not None and bool(flags & os.O_CREAT) and not here.exists()
        if here is not None and is_new:
            self._check_writable()
        descriptor: int = _REAL.open(path, flags, mode, dir_fd=dir_fd)
        if here is None:
            return descriptor
        self._paths[descriptor] = here
        if is_new:
            self._files.pop(here, None)
            self._rename_pending(here, _Named(here, None))
            self._files[here] = _File()
        if here in self._files or (flags & (os.O_WRONLY | os.O_RDWR) and not here.is_dir()):
            self._opened[descriptor] = self._file(here)
        if is_new:
            self._changed()
        return descriptor

    def _close(self, descriptor: int) -> None:
        self._paths.pop(descriptor, None)
        self._opened.pop(descriptor, None)
        _REAL.close(descriptor)

    def _write(self, descriptor: int, data: bytes) -> int:
        file = self._opened.get(descriptor)
        if file is None:
            written: int = _REAL.write(descriptor, data)
            return written
        self._check_writable()
        offset = os.lseek(descriptor, 0, os.SEEK_CUR)
        room = len(data)
        if self.is_full:
            room = -(-os.fstat(descriptor).st_size // BLOCK) * BLOCK - offset
            if room <= 0:
                raise _error(errno.ENOSPC)
        part = bytes(data)[:room]
        if self.failing_writes:
            self.failing_writes -= self.failing_writes > 0
            part = part[: self._chance.randint(0, len(part))]
            self._add(descriptor, file, offset, part)
            raise _error(errno.EIO)
        self._add(descriptor, file, offset, part)
        self._changed()
        return len(part)

    def _add(self, descriptor: int, file: _File, offset: int, data: bytes) -> None:
        _REAL.write(descriptor, data)
        file.pending.append(_Write(offset, data))
        path = self._paths[descriptor]
        if path.name == ACCEPTED and len(file.pending) > OLDEST:
            _put(file.durable, file.pending.pop(0))
            self._names.pop(path.parent, None)

    def _ftruncate(self, descriptor: int, length: int) -> None:
        file = self._opened.get(descriptor)
        if file is not None:
            self._check_writable()
            file.pending.append(_Write(length, None))
        _REAL.ftruncate(descriptor, length)
        if file is not None:
            self._changed()

    def _fsync(self, descriptor: int) -> None:
        path = self._paths.get(descriptor)
        if path is None:
            _REAL.fsync(descriptor)
            return
        self._changed()
        self._passed(SYNC_SECONDS + self.slow)
        file = self._opened.get(descriptor)
        if self.failing_syncs:
            self.failing_syncs -= self.failing_syncs > 0
            if file is not None:  # the kernel now treats the pages as written (fsync(2))
                file.durable[:] = _left(file, self._chance)
                file.pending.clear()
            raise _error(errno.EIO)
        if file is None:
            self._names.pop(path, None)
        else:
            file.sync()
            if _is_game(path):
                self.happened.append("synced")

    _fdatasync = _fsync

    def _unlink(self, path: Any, *, dir_fd: int | None = None) -> None:
        here = self._here(path, dir_fd)
        if here is None or not here.exists():
            _REAL.unlink(path, dir_fd=dir_fd)
            return
        self._check_writable()
        self._rename_pending(here, _Named(here, self._file(here)))
        del self._files[here]
        _REAL.unlink(here)
        self._changed()

    def _replace(self, source: Any, target: Any, **given: Any) -> None:
        old, new = self._here(source, None), self._here(target, None)
        if old is None or new is None or not old.is_file():
            _REAL.replace(source, target, **given)
            return
        self._check_writable()
        file, before = self._file(old), self._file(new) if new.exists() else None
        assert old.parent == new.parent, "only names within a folder are modeled"
        self._rename_pending(old, _Named(old, file))
        self._rename_pending(new, _Named(new, before))
        self._files[new] = self._files.pop(old)
        _REAL.replace(old, new)
        self._changed()

    _rename = _replace

    def _mkdir(self, path: Any, mode: int = 0o777, *, dir_fd: int | None = None) -> None:
        here = self._here(path, dir_fd)
        if here is None or here.exists():
            _REAL.mkdir(path, mode, dir_fd=dir_fd)
            return
        self._check_writable()
        if self.is_full:
            raise _error(errno.ENOSPC)
        _REAL.mkdir(path, mode)
        self._rename_pending(here, _Named(here, None, is_folder=True))
        self._changed()

    def _rmdir(self, path: Any, *, dir_fd: int | None = None) -> None:
        here = self._here(path, dir_fd)
        if here is not None:
            self._check_writable()
            self._names[here.parent] = [
                one for one in self._names.get(here.parent, ()) if one.path != here
            ]
        _REAL.rmdir(path, dir_fd=dir_fd)

    # Bookkeeping

    def _here(self, path: Any, dir_fd: int | None) -> Path | None:
        """Return the path if it is on this disk."""
        if dir_fd is not None or isinstance(path, int) or not self._is_watching:
            return None
        here = Path(os.fsdecode(path))
        if not here.is_relative_to(self.folder):
            return None
        if self.is_dead:
            raise PowerGone
        return here

    def _file(self, path: Path) -> _File:
        if path not in self._files:
            self._files[path] = _File(path.read_bytes())
        return self._files[path]

    def _rename_pending(self, path: Path, named: _Named) -> None:
        self._names.setdefault(path.parent, []).append(named)

    def _check_writable(self) -> None:
        if self.is_dead:
            raise PowerGone
        if self.is_read_only:
            raise _error(errno.EROFS)

    def _changed(self) -> None:
        """Count a change, at which the power may fail."""
        self.changes += 1
        if self.is_dead or self.changes == self._dies_at:
            self.is_dead = True
            raise PowerGone


def _is_game(path: Path) -> bool:
    return path.suffix == ".jsonl" and path.parent.parent.parent.name == "journal"


def _error(code: int) -> OSError:
    return OSError(code, os.strerror(code))


def _put(content: bytearray, write: _Write) -> None:
    if write.data is None:
        del content[write.offset :]
        content.extend(bytes(write.offset - len(content)))
        return
    content.extend(bytes(max(0, write.offset - len(content))))
    content[write.offset : write.offset + len(write.data)] = write.data


def _left(file: _File, chance: random.Random) -> bytearray:
    """Return the disk's content of a file whose last writes were not synced: sectors kept, dropped
    or torn.
    """
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
