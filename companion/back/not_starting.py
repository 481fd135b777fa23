"""What is said of a version that does not start: on the display, and in the log.

It is worked out without any picture, so that the log has it also where nothing can be drawn.
"""

from pathlib import Path
from typing import Final, NamedTuple

from companion.back.way import way_back
from companion.errors import NoWayBackError
from companion.started import read

LOG: Final = "journalctl -u companion"
STATUS: Final = "companion-read-only status"
BACK: Final = "sudo companion go-back"


class Told(NamedTuple):
    """What the displays say, from `headline` to any `command` to be typed, and the log's `sentence`."""

    headline: str
    words: str
    command: str
    sentence: str


def told(installed: str, data: Path, kept: Path, why: str = "") -> Told:
    """What to say, now that the version `installed` was started three times in vain.

    Only one that has never been ready is to be gone back from: of any other the version is not what
    is wrong. `why` is what it has said itself when it gave up, if it came so far.
    """
    started = read(data)
    if started is not None and started.version == installed:
        sentence = f"version {installed} stops again and again, and it has been ready before"
        return _look(installed, "It stops again and again.", sentence, why)
    try:
        way = way_back(data, kept, installed)
    except NoWayBackError as error:
        return _look(installed, "It does not start.", f"version {installed} does not start: {error}", why)
    return Told(
        f"Version {installed}",
        "It does not start. To go back, type:",
        BACK,
        f"version {installed} does not start; {BACK} goes back to version {way.kept.version}",
    )


def without_games(data: Path) -> Told:
    """What to say when the partition that the games are on is missing.

    An empty journal in its place would look as if every game were gone, so the box does not start.
    """
    return Told(
        "No games",
        "Their partition is missing. Plug it in and restart.",
        "",
        f"{data} is to be on a partition of its own, which is missing; {STATUS} says which: "
        "plug it in and restart",
    )


def _look(installed: str, words: str, sentence: str, why: str) -> Told:
    """What the box has said itself tells more than that it stops."""
    if why:
        return Told("No game", why, LOG, f"{sentence}: {why}")
    return Told(f"Version {installed}", f"{words} The log says why:", LOG, f"{sentence}; {LOG} says why")
