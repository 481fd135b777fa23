"""SQLite's files in the hands of a test: each write, sync and truncation of `sqlite3` asks a `Watcher` first.

Python's `sqlite3` registers no VFS, so this registers one with SQLite itself, through ctypes: a copy of the
system's own, whose files have three methods of ours in place of theirs (sqlite.org/vfs.html, `sqlite3.h`).
"""

import _sqlite3
import ctypes
from collections.abc import Callable
from ctypes import (
    CFUNCTYPE,
    POINTER,
    Structure,
    addressof,
    c_char_p,
    c_int,
    c_int64,
    c_void_p,
    cast,
    memmove,
    string_at,
)
from pathlib import Path
from typing import Any, Final, Protocol

OK: Final = 0
FULL: Final = 13
WRITE_FAILS: Final = 10 | 3 << 8
SYNC_FAILS: Final = 10 | 4 << 8
"""Result codes of `sqlite3.h`: SQLITE_FULL, SQLITE_IOERR_WRITE and SQLITE_IOERR_FSYNC."""


class Watcher(Protocol):
    """Is asked before each change of a database file or a log; gives SQLite's code, `OK` to let it be."""

    def opened(self, path: Path) -> None: ...

    def write(self, path: Path, offset: int, data: bytes) -> int: ...

    def sync(self, path: Path) -> int: ...

    def truncate(self, path: Path, size: int) -> int: ...

    def delete(self, path: Path) -> int: ...


class _File(Structure):
    _fields_ = (("methods", c_void_p),)


_WRITE = CFUNCTYPE(c_int, c_void_p, c_void_p, c_int, c_int64)
_TRUNCATE = CFUNCTYPE(c_int, c_void_p, c_int64)
_SYNC = CFUNCTYPE(c_int, c_void_p, c_int)
_OPEN = CFUNCTYPE(c_int, c_void_p, c_void_p, c_void_p, c_int, POINTER(c_int))
_DELETE = CFUNCTYPE(c_int, c_void_p, c_char_p, c_int)
_CLOSE = CFUNCTYPE(c_int, c_void_p)


class _Methods(Structure):
    """`sqlite3_io_methods`, of which version 3 has 18 methods after its number."""

    _fields_ = (
        ("version", c_int),
        ("close", c_void_p),
        ("read", c_void_p),
        ("write", c_void_p),
        ("truncate", c_void_p),
        ("sync", c_void_p),
        ("others", c_void_p * 13),
    )


class _Vfs(Structure):
    """`sqlite3_vfs`, version 3."""

    _fields_ = (
        ("version", c_int),
        ("file_size", c_int),
        ("longest_path", c_int),
        ("next", c_void_p),
        ("name", c_char_p),
        ("data", c_void_p),
        ("open", c_void_p),
        ("delete", c_void_p),
        ("others", c_void_p * 13),
    )


_library = ctypes.CDLL(getattr(_sqlite3, "__file__", None))
_library.sqlite3_vfs_find.restype = c_void_p
_library.sqlite3_vfs_find.argtypes = (c_char_p,)
_library.sqlite3_vfs_register.argtypes = (c_void_p, c_int)
_library.sqlite3_vfs_unregister.argtypes = (c_void_p,)


def _pointer(function: Any) -> int | None:
    return cast(function, c_void_p).value


class WatchedFiles:
    """The VFS that `sqlite3.connect` uses between `install` and `remove`, for the files in `folder` alone."""

    def __init__(self, watcher: Watcher, folder: Path) -> None:
        self._watcher, self._folder = watcher, str(folder)
        found = _library.sqlite3_vfs_find(None)
        self._base = _Vfs.from_address(found)
        self._vfs = _Vfs()
        memmove(addressof(self._vfs), found, ctypes.sizeof(_Vfs))
        self._vfs.next = None
        self._vfs.name = f"watched-{id(self)}".encode()
        self._open_base, self._delete_base = _OPEN(self._base.open), _DELETE(self._base.delete)
        self._open_ours, self._delete_ours = _OPEN(self._opened), _DELETE(self._deleted)
        self._vfs.open, self._vfs.delete = _pointer(self._open_ours), _pointer(self._delete_ours)
        self._paths: dict[int, Path] = {}
        self._methods: dict[int, tuple[_Methods, dict[str, Any]]] = {}

    def install(self) -> None:
        """Watch whatever is opened from now on."""
        _library.sqlite3_vfs_register(addressof(self._vfs), 1)

    def remove(self) -> None:
        """Watch nothing more; the files are closed."""
        _library.sqlite3_vfs_unregister(addressof(self._vfs))
        _library.sqlite3_vfs_register(addressof(self._base), 1)

    def _opened(self, _vfs: int, name: int, file: int, flags: int, out: Any) -> int:
        result: int = self._open_base(addressof(self._base), name, file, flags, out)
        path = string_at(name).decode() if name else ""
        if result == OK and path.startswith(self._folder):
            handle = _File.from_address(file)
            self._paths[file] = Path(path)
            self._watcher.opened(Path(path))
            handle.methods = self._watched(handle.methods)
        return result

    def _deleted(self, _vfs: int, name: bytes, synced: int) -> int:
        if name.decode().startswith(self._folder):
            refused = self._watcher.delete(Path(name.decode()))
            if refused:
                return refused
        result: int = self._delete_base(addressof(self._base), name, synced)
        return result

    def _watched(self, methods: int) -> int:
        """The address of these methods with three of ours; SQLite has one table for each way to lock."""
        if methods not in self._methods:
            base = _Methods.from_address(methods)
            ours = _Methods()
            memmove(addressof(ours), methods, ctypes.sizeof(_Methods))
            kept = self._functions(base)
            for name, function in kept.items():
                setattr(ours, name, _pointer(function))
            self._methods[methods] = ours, kept
        return addressof(self._methods[methods][0])

    def _functions(self, base: _Methods) -> dict[str, Any]:
        watcher, paths = self._watcher, self._paths
        write, truncate, sync = _WRITE(base.write), _TRUNCATE(base.truncate), _SYNC(base.sync)
        close = _CLOSE(base.close)

        def written(file: int, data: int, length: int, offset: int) -> int:
            return watcher.write(paths[file], offset, string_at(data, length)) or write(
                file, data, length, offset
            )

        def truncated(file: int, size: int) -> int:
            return watcher.truncate(paths[file], size) or truncate(file, size)

        def synced(file: int, flags: int) -> int:
            return watcher.sync(paths[file]) or sync(file, flags)

        def closed(file: int) -> int:
            paths.pop(file, None)
            result: int = close(file)
            return result

        table: dict[str, tuple[Any, Callable[..., int]]] = {
            "write": (_WRITE, written),
            "truncate": (_TRUNCATE, truncated),
            "sync": (_SYNC, synced),
            "close": (_CLOSE, closed),
        }
        return {name: kind(function) for name, (kind, function) in table.items()}
