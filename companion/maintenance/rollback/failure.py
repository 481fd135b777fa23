"""Explains why a box does not start, for the displays and for the log.

It needs no drawing, so the log gets the explanation even if nothing can be drawn.
"""

from pathlib import Path
from typing import Final, Literal, NamedTuple

from companion.errors import ConfigError, NoWayBackError
from companion.maintenance.rollback.plan import plan_rollback
from companion.table.last_ready import read

LOG: Final = "journalctl -u companion"
STATUS: Final = "companion-read-only status"
BACK: Final = "sudo companion go-back"


class FailureReport(NamedTuple):
    """The text for the displays, from `headline` to the `command` to type, and the `sentence` for the log.

    The command is "" if there is nothing to type.
    """

    headline: str
    words: str
    command: str
    sentence: str


def describe_failure(installed: str, data: Path, kept: Path, why: str = "") -> FailureReport:
    """Return the report for a version `installed` that failed to start three times.

    A rollback is suggested only for a version that was never ready; otherwise the version is not the cause.
    `why` is the reason that the program itself stored when it gave up, if it came so far.
    """
    started = read(data)
    if started is not None and started.version == installed:
        sentence = f"version {installed} stops again and again, and it has been ready before"
        return _look(installed, "It stops again and again.", sentence, why)
    try:
        way = plan_rollback(data, kept, installed)
    except NoWayBackError as error:
        return _look(installed, "It does not start.", f"version {installed} does not start: {error}", why)
    return FailureReport(
        _version(installed),
        "It does not start. To go back, type:",
        BACK,
        f"version {installed} does not start; {BACK} goes back to version {way.kept.version}",
    )


def without_games(data: Path, standing: Literal["missing", "unusable"]) -> FailureReport:
    """Return the report for games in `data` whose file system is not mounted.

    The box does not start then, because an empty journal would look as if all games were lost.
    """
    if standing == "missing":
        return FailureReport(
            "Games not found",
            "Their disk is missing. Plug it in, then restart the box",
            "",
            f"the disk with the games in {data} is missing: plug it in and restart; sudo {STATUS} says which",
        )
    return FailureReport(
        "Games not found",
        "Their disk is there, but cannot be read:",
        STATUS,
        f"the disk with the games in {data} is there but cannot be mounted; sudo {STATUS} says which",
    )


def misconfigured(file: str, mistake: ConfigError) -> FailureReport:
    """Return the report for a mistake in the configuration `file`."""
    return FailureReport(file, mistake.brief, LOG, str(mistake))


def _look(installed: str, words: str, sentence: str, why: str) -> FailureReport:
    """Return a report that shows the program's own reason, which says more than that it stops."""
    if why:
        return FailureReport("No game", why, LOG, f"{sentence}: {why}")
    return FailureReport(
        _version(installed), f"{words} The log says why:", LOG, f"{sentence}; {LOG} says why"
    )


def _version(installed: str) -> str:
    """Return the version for a headline, without the commit; that is in the log."""
    return f"Version {installed.partition('+')[0]}"
