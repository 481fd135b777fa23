"""Determines whether a rollback is possible."""

from pathlib import Path
from typing import NamedTuple

from companion.errors import NoWayBackError
from companion.maintenance.update.apt import Apt
from companion.maintenance.update.owner import last_ready


class RollbackPlan(NamedTuple):
    """A rollback to `version` by its `package`."""

    version: str
    package: Path


def plan_rollback(data: Path, apt: Apt, installed: str) -> RollbackPlan:
    """Return the rollback from version `installed`, which does not start, to the last one that was ready.

    The journal stays as it is, with every card.

    Raises:
        NoWayBackError: no rollback is possible; the message says why.
    """
    ready = last_ready(data)
    if ready is None:
        raise NoWayBackError(f"no version before {installed} is known to have been ready")
    if ready == installed:
        raise NoWayBackError(f"version {installed} itself has been ready before")
    package = apt.cached(ready)
    if package is None:
        raise NoWayBackError(f"the package of version {ready} is not in {apt.archives}")
    return RollbackPlan(ready, package)
