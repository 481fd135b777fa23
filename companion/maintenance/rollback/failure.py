"""Explains why a box does not start, for the displays and the log.

It does not draw, so the log gets the explanation even if drawing fails.
"""

from pathlib import Path
from typing import Final, NamedTuple

from companion.errors import ConfigError, NoWayBackError
from companion.maintenance.rollback.rollback import plan_rollback
from companion.maintenance.update.apt import Apt
from companion.maintenance.update.owner import last_ready

LOG: Final = "journalctl -u companion"
DOCTOR: Final = "sudo companion doctor"


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
    started = last_ready(data)
    if started == installed:
        sentence = f"version {installed} stops again and again, and it has been ready before"
        return _look(installed, "It stops again and again.", sentence, why)
    try:
        way = plan_rollback(data, apt, installed)
    except NoWayBackError as error:
        return _look(
            installed, "It does not start.", f"version {installed} does not start: {error}", why
        )
    if stuck:
        sentence = (
            f"version {installed} does not start, and version {way.version} could not be installed"
        )
        return _look(installed, "It does not start.", sentence, why)
    return FailureReport(
        _version(installed),
        f"It does not start. The box goes back to {_short(way.version)}",
        "",
        f"version {installed} does not start; the box goes back to version {way.version}",
    )


def misconfigured(file: str, mistake: ConfigError) -> FailureReport:
    """Return the report for a mistake in the configuration `file`."""
    return FailureReport(file, mistake.brief, LOG, str(mistake))


def _look(installed: str, words: str, sentence: str, why: str) -> FailureReport:
    """Return a report with the program's own reason, if it has stored one."""
    if why:
        return FailureReport("No game", why, LOG, f"{sentence}: {why}")
    return FailureReport(
        _version(installed), f"{words} The log says why:", LOG, f"{sentence}; {LOG} says why"
    )


def _version(installed: str) -> str:
    """Return the version for a headline, without the commit, which is in the log."""
    return f"Version {_short(installed)}"


def _short(version: str) -> str:
    return version.partition("+")[0]
