"""Restores the journal of the previous version.

No power cut may lose a journal or leave none. So the copy is first written in full and synced under a name
that no program reads. Then SQLite's log is folded into the newer journal, which gets a second name (hard
link) while it keeps its first. Only then the copy takes the first name, in one atomic step: before it the
newer journal is in place, after it the older one, and the newer one has its second name for good. If the
newer version runs again with the older journal, it copies and migrates that once more.
"""

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from companion.errors import JournalError, NoWayBackError
from companion.maintenance.update.owner import as_owner
from companion.table.files import free_name, held, on_disk


def put_back(journal: Path, copy: Path) -> Path:
    """Make `copy` the journal, and return the path where the newer one is kept. The copy stays as well.

    All of it runs as the owner of the folder: root would leave files that the box cannot write, and would
    follow another user's symbolic links.

    Raises:
        NoWayBackError: it failed, or the journal is in use; the journal is unchanged.
    """
    beside = journal.with_name(f".{journal.name}.back")
    with as_owner(journal.parent):
        try:
            lock = held(journal.parent)
        except JournalError as error:
            raise NoWayBackError(str(error)) from None
        try:
            beside.unlink(missing_ok=True)
            shutil.copyfile(copy, beside)
            on_disk(beside)
            _fold_log(journal)
            aside = free_name(journal, "newer")
            os.link(journal, aside)
            on_disk(journal.parent)
            beside.replace(journal)
            on_disk(journal.parent)
        except (OSError, sqlite3.Error) as error:
            raise NoWayBackError(f"the journal cannot be put back: {error}") from None
        finally:
            beside.unlink(missing_ok=True)
            os.close(lock)
    return aside


def _fold_log(journal: Path) -> None:
    """Move everything from the write-ahead log into the file; closing then removes the log."""
    with closing(sqlite3.connect(journal, timeout=1, isolation_level=None)) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    # The log stays while another program has the file open.
    if journal.with_name(f"{journal.name}-wal").exists():
        raise NoWayBackError(f"{journal} is in use: end whatever reads it, and try again")
