"""Locks a folder for one program: by flock(2), or on Windows, which has none, by a file in it."""

import os
from pathlib import Path
from typing import Final

try:
    import fcntl
except ImportError:  # Windows
    _HAS_FLOCK = False
else:
    _HAS_FLOCK = True

LOCK: Final = ".companion-lock"
"""The file that is locked where folders cannot be; it stays, empty."""


def locked(folder: Path) -> int:
    """Lock `folder` and return the descriptor that holds the lock; the system releases it with the program.

    Raises:
        BlockingIOError: another program holds the lock.
        OSError: the folder cannot be opened.
    """
    if not _HAS_FLOCK:
        return _locked_by_file(folder)
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(descriptor)
        raise
    return descriptor


def _locked_by_file(folder: Path) -> int:
    import msvcrt  # noqa: PLC0415  # Windows has it, and nobody else

    descriptor = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT)
    try:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]  # mypy looks at Linux
    except OSError as error:
        os.close(descriptor)
        raise BlockingIOError(error.errno, error.strerror) from None
    return descriptor
