"""The files beside a journal that keep what once stood in it."""

import logging
import sqlite3
from contextlib import closing
from pathlib import Path

from companion.table.files import copy_of, opened_read_only
from companion.table.replacement import DAMAGED, REPLACED

_LAST = "SELECT sequence, at FROM commands ORDER BY sequence DESC LIMIT 1"

_log = logging.getLogger(__name__)


def remove_old_copies(path: Path) -> tuple[str, ...]:
    """Remove copies of the journal at `path` that nothing can need; return the files that stay, by name.

    A copy was made before an update. While no command has been written since, going back to the version
    before restores it, so it stays; so does what was moved aside as damaged, as newer or for a
    copy, which stands nowhere else.
    """
    stay = sorted(
        file.name for what in (DAMAGED, "newer", REPLACED) for file in path.parent.glob(f"*-{what}-*")
    )
    for copy in sorted(path.parent.glob(copy_of(path, 0).name.replace("0", "[0-9]*"))):
        try:
            if _last_of(copy) == _last_of(path):
                stay.append(copy.name)
            else:
                copy.unlink()
        except (OSError, sqlite3.Error) as error:
            _log.warning("%s is not removed: %s", copy, error)
            stay.append(copy.name)
    return tuple(stay)


def _last_of(path: Path) -> object:
    with closing(opened_read_only(path)) as database:
        return database.execute(_LAST).fetchone()
