"""Rolls back to the version that was last ready, if possible, when a new one does not start."""

from pathlib import Path
from typing import Final, NamedTuple

from companion.errors import NoWayBackError, UpdateError
from companion.host.update_result import BACK, NOT_BACK, UpdateResult
from companion.maintenance.update.apt import Apt
from companion.maintenance.update.owner import last_ready
from companion.maintenance.update.system import SYSTEM
from companion.maintenance.update.update import Updater

UNIT: Final = "companion.service"


class RollbackPlan(NamedTuple):
    """A rollback to `version` by its `package`."""

    version: str
    package: Path


def plan_rollback(data: Path, apt: Apt, installed: str) -> RollbackPlan:
    """Return the rollback from version `installed`, which does not start,
    to the last one that was ready.

    The journal is unchanged.

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


def go_back(box: Updater) -> None:
    """Install the version that was last ready and start the box.

    Later updates skip the removed version, so that the two versions do not replace each other in a
    loop.

    Raises:
        NoWayBackError: no rollback is possible, or it failed halfway; the message describes what
            was done.
    """
    installed = box.apt.installed()
    way = plan_rollback(box.data, box.apt, installed)
    box.say(f"version {way.version} takes the place of version {installed}")
    _systemctl(box, "stop", "the box cannot be stopped, and nothing was changed")
    # Written now, because the older version may be ready before apt ends.
    box.leave(UpdateResult(BACK, way.version, installed))
    try:
        with box.writable(SYSTEM):
            box.apt.refuse(installed)
            box.apt.put_back(way.package)
    except (UpdateError, OSError) as error:
        box.leave(UpdateResult(NOT_BACK, installed, way.version))
        message = f"version {way.version} could not be installed, and the box is stopped: {error}"
        raise NoWayBackError(message) from None
    _systemctl(box, "reset-failed", f"{UNIT} is not known to systemd")
    _systemctl(box, "start", f"version {way.version} is installed, but does not start")
    box.say(f"version {way.version} has started")


def _systemctl(box: Updater, verb: str, otherwise: str) -> None:
    if box.apt.run(("systemctl", verb, UNIT)).status:
        raise NoWayBackError(otherwise)
