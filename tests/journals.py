"""The journals that tests open, with disk syncs turned off."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from companion.table.journal import Journal
from companion.table.lines import GameRecord
from companion.table.reader import JournalReader, RecordCache

_journals: list[Journal] = []


def journal_at(path: Path, boot: str = "b0070001") -> Journal:
    """Return the journal in the folder at `path`; it is closed at the end of the test if still
    open.
    """
    _journals.append(Journal(path, boot=boot))
    return _journals[-1]


def records_of(journal: JournalReader) -> Iterator[GameRecord]:
    """Yield the readable content of each game, newest first."""
    return RecordCache(lambda record: record).newest_first(journal)


def close_journals() -> None:
    """Close what `journal_at` opened, like a power cut."""
    while _journals:
        _journals.pop().abandon()


def wait_for_no_disk() -> None:
    """Turn syncs off: the power does not fail in a test, except for the disks of tests/soak."""
    os.fsync = os.fdatasync = _no_sync


def _no_sync(fd: Any) -> None: ...
