"""Replace the reference pictures of a whole game: `python -m tests.service.regenerate`.

The game is played on the running program, and the pictures on its display become the reference.
Inspect every picture that `git diff --stat` names before you commit it.
"""

import tempfile
from pathlib import Path

from tests.drivers.process import evening
from tests.service.album import REFERENCE, Album
from tests.service.record import read_record
from tests.service.spaghetti import TELLING, play


def main() -> None:
    """Write the pictures to tests/service/reference."""
    REFERENCE.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, evening(Path(folder)) as table:
        album = Album(TELLING, table.onlooker, writes=True)
        play(table, read_record(), album)
    for stale in REFERENCE.glob("*.png"):
        if stale.stem not in album.seen:
            stale.unlink()


if __name__ == "__main__":
    main()
