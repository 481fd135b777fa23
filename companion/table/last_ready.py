"""Stores next to the journal which version of the program was last ready to play, for a
rollback.
"""

import logging
from importlib.metadata import version
from pathlib import Path
from typing import Final

from companion.table.files import write_whole

STARTED: Final = "started"

_log = logging.getLogger(__name__)


def remember(folder: Path) -> None:
    """Store that this version was ready; only log a failure, because the game does not depend on
    it.
    """
    file, line = folder / STARTED, f"{version('table-companion')}\n".encode()
    try:
        if not (file.is_file() and file.read_bytes() == line):
            write_whole(file, line)
    except OSError as error:
        _log.warning("that this version has started could not be written down: %s", error)
