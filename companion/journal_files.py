"""The folder of a journal: what its files are called, and that one companion at a time writes there."""

import fcntl
import os
from pathlib import Path
from typing import Final

from companion.errors import JournalError

JOURNAL: Final = "journal.db"


def copy_of(path: Path, version: int) -> Path:
    """Where the journal in the file at `path` is kept as it was in that `version`."""
    return path.with_name(f"{path.stem}-version-{version}{path.suffix}")


def free_name(path: Path, what: str) -> Path:
    """A name beside `path` that no other journal has yet; `what` it is stands in it, as in "damaged"."""
    number = 1
    while (kept := path.with_name(f"{path.stem}-{what}-{number}{path.suffix}")).exists():
        number += 1
    return kept


def held(folder: Path) -> int:
    """Keeps every other companion out of `folder`, which is made if need be, until the result is closed.

    The lock is the folder's own and leaves no file behind, whatever the program's end.

    Raises:
        JournalError: another companion has it, or it cannot be made or opened.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    except OSError as error:
        raise JournalError(f"The journal cannot be kept in {folder}: {error.strerror}") from None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(descriptor)
        if isinstance(error, BlockingIOError):
            raise JournalError(f"Another companion keeps its journal in {folder}, stop it first") from None
        raise JournalError(f"The journal cannot be kept in {folder}: {error.strerror}") from None
    return descriptor
