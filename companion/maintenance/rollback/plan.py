"""Determines whether a rollback is possible, and what it involves."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from companion.errors import NoWayBackError
from companion.maintenance.rollback.packages import KeptPackage, kept_in
from companion.table.files import JOURNAL, copy_of, opened_read_only


class RollbackPlan(NamedTuple):
    """A rollback to the version `kept`; `copy` is the journal to restore, None to keep the current one."""

    kept: KeptPackage
    copy: Path | None


class _Content(NamedTuple):
    """The `version` of a journal, and number and time of its `last` command, None without one."""

    version: int
    last: tuple[int, float] | None


def plan_rollback(data: Path, folder: Path, installed: str) -> RollbackPlan:
    """Return the rollback from version `installed` to the one whose package is kept in `folder`.

    A journal that the kept version can read stays, with every card. A newer one is replaced by the copy made
    before its migration, but only if no command has been written since: accepted commands are never dropped.
    The caller makes sure that no program writes to `data` meanwhile.

    Raises:
        NoWayBackError: no rollback is possible; the message says why.
    """
    kept = kept_in(folder)
    if kept is None:
        raise NoWayBackError(f"no version before {installed} has been kept, so there is none to go back to")
    if kept.version == installed:
        raise NoWayBackError(f"version {installed} is the one that has been kept, and it is installed")
    journal = data / JOURNAL
    if not journal.exists():
        return RollbackPlan(kept, None)
    now = _content(journal)
    if now.version <= kept.journal:
        return RollbackPlan(kept, None)
    copy = copy_of(journal, kept.journal)
    if not copy.exists():
        raise NoWayBackError(
            f"version {kept.version} cannot read the journal, and its copy {copy.name} is not in {data}"
        )
    before = _content(copy)
    if before.version != kept.journal:
        raise NoWayBackError(f"{copy} is no journal of version {kept.journal}, as its name says")
    # An empty journal was begun after another was set aside, so it holds nothing to lose.
    if now.last is not None and now.last != before.last:
        raise NoWayBackError(
            f"a card has been accepted since the journal was copied, and version {kept.version} "
            f"cannot read it: going back would lose it"
        )
    return RollbackPlan(kept, copy)


def _content(journal: Path) -> _Content:
    try:
        with closing(opened_read_only(journal)) as database:
            (found,) = database.execute("PRAGMA integrity_check(1)").fetchone()
            if found != "ok":
                raise NoWayBackError(f"{journal} is damaged: {found}")
            (version,) = database.execute("PRAGMA user_version").fetchone()
            last = database.execute("SELECT sequence, at FROM commands ORDER BY sequence DESC LIMIT 1")
            return _Content(version, last.fetchone())
    except sqlite3.Error as error:
        raise NoWayBackError(f"{journal} cannot be read: {error}") from None
