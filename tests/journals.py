"""The journals that tests open, on a disk that nothing waits for."""

import os
from pathlib import Path
from typing import Any

from companion.table.journal import Journal

_journals: list[Journal] = []


def journal_at(path: Path, boot: str = "b0070001") -> Journal:
    """The journal in the folder at `path`; it is closed when the test ends,
    if the test has not closed it.
    """
    _journals.append(Journal(path, boot=boot))
    return _journals[-1]


def close_journals() -> None:
    """Closes what `journal_at` opened, as a power cut does."""
    while _journals:
        _journals.pop().abandon()


def wait_for_no_disk() -> None:
    """Lets a sync do nothing: the power does not fail in a test,
    but for the disks of tests/soak.
    """
    os.fsync = os.fdatasync = _no_sync


def _no_sync(fd: Any) -> None: ...
