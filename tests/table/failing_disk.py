"""A disk that fails during writes, underneath the `os` functions that the journal calls."""

import errno
import os
import stat
from collections.abc import Callable
from typing import Any

import pytest


class FailingDisk:
    """A disk that works until it is set to fail; all files of this process are on it.

    With an error `number` it accepts no write and opens no file for writing. While `is_unsynced` it
    accepts writes but fails to sync them, as dying cards do. `tries` counts the writes. `on_sync`
    is called while the program waits for the disk.
    """

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.number = 0
        self.is_unsynced = False
        self.tries = 0
        self.on_sync: Callable[[], None] | None = None
        for name in ("write", "ftruncate"):
            patch.setattr(os, name, self._writing(getattr(os, name)))
        for name in ("fsync", "fdatasync"):
            patch.setattr(os, name, self._sync)
        patch.setattr(os, "open", self._opening(os.open))

    def _writing(self, function: Callable[[int, Any], Any]) -> Callable[[int, Any], Any]:
        def write(descriptor: int, what: Any) -> Any:
            if stat.S_ISREG(os.fstat(descriptor).st_mode):
                self.tries += 1
                self._fail(self.number)
            return function(descriptor, what)

        return write

    def _opening(self, function: Callable[..., int]) -> Callable[..., int]:
        def opened(path: Any, flags: int, *options: int, **more: int | None) -> int:
            if flags & (os.O_WRONLY | os.O_RDWR):
                self._fail(self.number)
            return function(path, flags, *options, **more)

        return opened

    def _sync(self, _descriptor: int) -> None:
        if self.on_sync is not None:
            self.on_sync()
        self._fail(self.number or (errno.EIO if self.is_unsynced else 0))

    def _fail(self, number: int) -> None:
        if number:
            raise OSError(number, os.strerror(number))
