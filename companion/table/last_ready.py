"""Stores beside the journal which version of the program was last ready to play: the one to go back to."""

import json
import logging
from importlib.metadata import version
from pathlib import Path
from typing import Final, NamedTuple

from companion.table.files import write_whole

STARTED: Final = "started.json"

_log = logging.getLogger(__name__)


class ReadyVersion(NamedTuple):
    """A version of the program, and the number of the form of the `journal` that it writes."""

    version: str
    journal: int


def this() -> ReadyVersion:
    """Return the installed version."""
    from companion.table.lines import FORM  # noqa: PLC0415  # the way back works also if msgspec is broken

    return ReadyVersion(version("table-companion"), FORM)


def written(started: ReadyVersion) -> str:
    """Return the one line that the file holds."""
    return json.dumps(started._asdict()) + "\n"


def read(folder: Path) -> ReadyVersion | None:
    """Return the version that was last ready in `folder`; None if it cannot be read."""
    try:
        said = json.loads((folder / STARTED).read_text("utf-8"))
        return ReadyVersion(str(said["version"]), int(said["journal"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def remember(folder: Path) -> None:
    """Store that this version has been ready; log a failure, because the game does not depend on it."""
    if read(folder) == this():
        return
    try:
        write_whole(folder / STARTED, written(this()).encode())
    except OSError as error:
        _log.warning("that this version has started could not be written down: %s", error)
