"""Keeps the pictures of a whole game anew: `python -m tests.service.regenerate`.

The game is played on the running program, and what its display shows becomes the reference. Look at
every picture that `git diff --stat` names before committing it.
"""

import tempfile
from pathlib import Path

from tests.service.album import REFERENCE, Album
from tests.service.evening import evening
from tests.service.record import read_record
from tests.service.spaghetti import TELLING, play


def main() -> None:
    """Writes tests/service/reference."""
    REFERENCE.mkdir(exist_ok=True)
    for stale in REFERENCE.glob("*.png"):
        stale.unlink()
    with tempfile.TemporaryDirectory() as folder, evening(Path(folder)) as table:
        play(table, read_record(), Album(TELLING, table.onlooker, writes=True))


if __name__ == "__main__":
    main()
