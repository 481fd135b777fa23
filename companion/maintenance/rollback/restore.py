"""The journal of the version before, put back.

No power cut may lose a journal or leave none. So the copy is written under a name that nobody reads, and is
on the disk as a whole before anything else happens. Then what SQLite still has in its log is moved into the
newer journal, which gets its second name while it keeps its first; only then the copy takes the first name,
in one step. Until that step the newer journal is in its place, from then on the older one, and the newer one
has its second name for good. The older journal may lie there while the newer version is still installed:
that version copies it and makes it newer once more.
"""

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from companion.errors import JournalError, NoWayBackError
from companion.table.files import free_name, held


def put_back(journal: Path, copy: Path) -> Path:
    """Makes `copy` the journal, and gives back where the newer one is kept. The copy stays as well.

    All of it is done as the user whom the folder belongs to: root would leave files that the box cannot
    write, and follow links that somebody else has laid.

    Raises:
        NoWayBackError: it cannot be done, or the journal is in use; the journal is what it was.
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
            _on_disk(beside)
            _fold_log(journal)
            aside = free_name(journal, "newer")
            os.link(journal, aside)
            _on_disk(journal.parent)
            beside.replace(journal)
            _on_disk(journal.parent)
        except (OSError, sqlite3.Error) as error:
            raise NoWayBackError(f"the journal cannot be put back: {error}") from None
        finally:
            beside.unlink(missing_ok=True)
            os.close(lock)
    return aside


def _fold_log(journal: Path) -> None:
    """Moves everything from the write-ahead log into the file; closing then takes the log away."""
    with closing(sqlite3.connect(journal, timeout=1, isolation_level=None)) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    # It stays while anybody else has the file open.
    if journal.with_name(f"{journal.name}-wal").exists():
        raise NoWayBackError(f"{journal} is in use: end whatever reads it, and try again")


def _on_disk(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


@contextmanager
def as_owner(folder: Path) -> Iterator[None]:
    """Does what is within as the user whom `folder` belongs to; only root can, others do it as themselves."""
    if os.geteuid() != 0:
        yield
        return
    owner, groups = folder.stat(), os.getgroups()
    os.setgroups([])
    os.setegid(owner.st_gid)
    os.seteuid(owner.st_uid)
    try:
        yield
    finally:
        os.seteuid(0)
        os.setegid(0)
        os.setgroups(groups)
