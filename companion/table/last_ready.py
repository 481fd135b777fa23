"""Which version of the program has last been ready to play, kept beside the journal.

`python -m companion.table.last_ready` prints what the installed version writes there: the package's own
script keeps an older version under that name only when it has been ready.
"""

import json
import logging
import os
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Final, NamedTuple

from companion.table.migrations import MIGRATIONS

STARTED: Final = "started.json"

_log = logging.getLogger(__name__)


class ReadyVersion(NamedTuple):
    """A version of the program, and the version of the journals that it writes."""

    version: str
    journal: int


def this() -> ReadyVersion:
    """The version that is installed."""
    return ReadyVersion(version("table-companion"), len(MIGRATIONS))


def written(started: ReadyVersion) -> str:
    """As it stands in the file: one line."""
    return json.dumps(started._asdict()) + "\n"


def read(folder: Path) -> ReadyVersion | None:
    """The version that was ready last in `folder`; None when nobody knows."""
    try:
        said = json.loads((folder / STARTED).read_text("utf-8"))
        return ReadyVersion(str(said["version"]), int(said["journal"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def remember(folder: Path) -> None:
    """Writes down that this version has been ready, if it can: the game does not wait for it."""
    if read(folder) == this():
        return
    beside = folder / f".{STARTED}.new"
    try:
        with beside.open("w", encoding="utf-8") as file:
            file.write(written(this()))
            file.flush()
            os.fsync(file.fileno())
        beside.replace(folder / STARTED)
    except OSError as error:
        _log.warning("that this version has started could not be written down: %s", error)


if __name__ == "__main__":
    sys.stdout.write(written(this()))
