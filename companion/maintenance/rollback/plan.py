"""Determines whether a rollback is possible."""

from pathlib import Path
from typing import NamedTuple

from companion.errors import NoWayBackError
from companion.maintenance.update.apt import Apt
from companion.maintenance.update.journal_lines import form_of
from companion.maintenance.update.owner import as_owner, last_ready
from companion.table.files import JOURNAL


class RollbackPlan(NamedTuple):
    """A rollback to `version` by its `package`."""

    version: str
    package: Path


def plan_rollback(data: Path, apt: Apt, installed: str) -> RollbackPlan:
    """Return the rollback from version `installed`, which does not start, to the last one that was ready.

    The journal stays as it is, with every card: a version that cannot read it is not gone back to.

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
    try:
        with as_owner(data):
            form = form_of(data)
    except OSError as error:
        raise NoWayBackError(f"{data / JOURNAL} cannot be read: {error.strerror}") from None
    if form > ready.journal:
        raise NoWayBackError(f"version {ready.version} cannot read the journal as {installed} writes it")
    return RollbackPlan(ready.version, package)
