"""Determines whether a rollback is possible, and what it involves."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from companion.errors import NoWayBackError
from companion.maintenance.update.apt import Apt
from companion.maintenance.update.owner import as_owner, last_ready
from companion.table.files import JOURNAL, copy_of, opened_read_only
from companion.table.last_ready import ReadyVersion


class RollbackPlan(NamedTuple):
    """A rollback to `version` by its `package`; `copy` is the journal to restore, None to keep this one."""

    version: str
    package: Path
    copy: Path | None


class _Content(NamedTuple):
    """The `version` of a journal, and number and time of its `last` command, None without one."""

    version: int
    last: tuple[int, float] | None


def plan_rollback(data: Path, apt: Apt, installed: str) -> RollbackPlan:
    """Return the rollback from version `installed`, which does not start, to the last one that was ready.

    A journal that the older version can read stays, with every card. A newer one is replaced by the copy made
    before its migration, but only if no command has been written since: accepted commands are never dropped.
    The caller makes sure that no program writes to `data` meanwhile.

    Raises:
        NoWayBackError: no rollback is possible; the message says why.
    """
    ready = last_ready(data)
    if ready is None:
        raise NoWayBackError(f"no version before {installed} is known to have been ready")
    if ready.version == installed:
        raise NoWayBackError(f"version {installed} itself has been ready before")
    package = apt.cached(ready.version)
    if package is None:
        raise NoWayBackError(f"the package of version {ready.version} is not in {apt.archives}")
    with as_owner(data):
        return RollbackPlan(ready.version, package, _copy(data / JOURNAL, ready))


def _copy(journal: Path, ready: ReadyVersion) -> Path | None:
    """Return the journal to restore for the version that was `ready`, None if it can read the current one."""
    if not journal.exists():
        return None
    now = _content(journal)
    if now.version <= ready.journal:
        return None
    copy = copy_of(journal, ready.journal)
    if not copy.exists():
        raise NoWayBackError(
            f"version {ready.version} cannot read the journal, and {copy.name} is not in {journal.parent}"
        )
    before = _content(copy)
    if before.version != ready.journal:
        raise NoWayBackError(f"{copy} is no journal of version {ready.journal}, as its name says")
    # An empty journal was begun after another was set aside, so it holds nothing to lose.
    if now.last is not None and now.last != before.last:
        raise NoWayBackError(
            f"a card has been accepted since the journal was copied, and version {ready.version} "
            f"cannot read it: going back would lose it"
        )
    return copy


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
