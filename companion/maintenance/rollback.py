"""Rolls back to the version that was last ready, or explains why the box does not start.

The explanation, for the displays and the log, does not draw, so the log gets it even if drawing
fails.
"""

from pathlib import Path
from typing import Final, NamedTuple

from companion.errors import ConfigError, NoWayBackError, UpdateError
from companion.host.update_result import BACK, NOT_BACK, UpdateResult
from companion.maintenance.apt import Apt
from companion.maintenance.owner import last_ready
from companion.maintenance.system import SYSTEM
from companion.maintenance.update import Updater

LOG: Final = "journalctl -u companion"
DOCTOR: Final = "sudo companion doctor"
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
        NoWayBackError: no rollback is possible; the message has the reason.
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


class FailureReport(NamedTuple):
    """The text for displays, from `headline` to the `command` to type (or ""), and the `sentence`
    for the log.
    """

    headline: str
    words: str
    command: str
    sentence: str


def describe_failure(
    installed: str,
    data: Path,
    apt: Apt,
    why: str = "",
    *,
    stuck: bool = False,
    unmounted: bool = False,
) -> FailureReport:
    """Return the report for a version `installed` that failed to start three times.

    The box only rolls back from a version that was never ready; otherwise the version is not the
    cause. `why` is the reason that the program stored when it gave up, if it got that far. `stuck`
    means that a rollback has failed, `unmounted` that `data` is not mounted, so the games cannot be
    read.
    """
    if unmounted:
        words = "The card's partition for them cannot be read. What helps:"
        return FailureReport("Games not found", words, DOCTOR, f"nothing is mounted at {data}")
    headline, says = f"Version {_short(installed)}", f"version {installed} does not start"
    try:
        back = plan_rollback(data, apt, installed).version
        problem = f"version {back} could not be installed" if stuck else ""
    except NoWayBackError as error:
        back, problem = "", str(error)
    if not problem:
        words = f"It does not start. The box goes back to {_short(back)}"
        return FailureReport(headline, words, "", f"{says}; the box goes back to version {back}")
    stays = f"{says}, and the box does not go back: {problem}"
    if why:
        return FailureReport("No game", why, LOG, f"{stays}: {why}")
    words = "It does not start. The log says why:"
    return FailureReport(headline, words, LOG, f"{stays}; {LOG} says why")


def misconfigured(file: str, mistake: ConfigError) -> FailureReport:
    """Return the report for a mistake in the configuration `file`."""
    return FailureReport(file, mistake.brief, LOG, str(mistake))


def _short(version: str) -> str:
    """Return the version for a display, without the commit, which is in the log."""
    return version.partition("+")[0]
