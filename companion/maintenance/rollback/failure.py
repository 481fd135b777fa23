"""What is said of a box that does not start: on the display, and in the log.

It is worked out without any picture, so that the log has it also where nothing can be drawn.
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
    """What the displays say, from `headline` to the `command` to be typed, and the `sentence` for the log.

    The command is "" where nothing is to be typed.
    """

    headline: str
    words: str
    command: str
    sentence: str


def describe_failure(installed: str, data: Path, kept: Path, why: str = "") -> FailureReport:
    """What to say, now that the version `installed` was started three times in vain.

    Only one that has never been ready is to be gone back from: of any other the version is not what
    is wrong. `why` is what it has said itself when it gave up, if it came so far.
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
    """What to say when the file system that the games in `data` are on is not mounted.

    An empty journal in its place would look as if every game were gone, so the box does not start.
    """
    if standing == "missing":
        return FailureReport(
            "Games not found",
            "Their disk is missing. Plug it in, then restart the box.",
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
    """Tells that the configuration in `file` has a mistake, and where."""
    return FailureReport(file, mistake.brief, LOG, str(mistake))


def _look(installed: str, words: str, sentence: str, why: str) -> FailureReport:
    """What the box has said itself tells more than that it stops."""
    if why:
        return FailureReport("No game", why, LOG, f"{sentence}: {why}")
    return FailureReport(
        _version(installed), f"{words} The log says why:", LOG, f"{sentence}; {LOG} says why"
    )


def _version(installed: str) -> str:
    """The version as a headline: which commit it was built from has no room there, and stands in the log."""
    return f"Version {installed.partition('+')[0]}"
