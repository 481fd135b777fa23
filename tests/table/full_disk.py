"""Plays on a disk until it is full, frees space and plays on: `python -m tests.table.full_disk FOLDER MODE`.

In the mode `full` the folder is a small file system, which a file fills; in `limited` the system refuses to
let a file grow, as a quota does. It prints the faults, what the journal `took` in the room that it had kept,
what was kept at the end, and what plays again of that.
"""

import json
import resource
import sys
from pathlib import Path

from companion.errors import DiskError
from companion.rules.commands import New
from companion.table.replay import replay
from companion.table.reserve import keep_room
from companion.table.table import Table
from tests.table.tables import play, table_in


def fill(folder: Path) -> None:
    """Writes a file until the disk takes no byte more."""
    with (folder / "filling").open("wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(512))
        except OSError:
            return


def limit_files(folder: Path, beyond: int = 0) -> None:
    """Lets no file grow `beyond` the log of the journal as it is; 0 for any size."""
    _soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    size = (folder / "journal.db-wal").stat().st_size + beyond if beyond else hard
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))


def play_until_refused(table: Table) -> DiskError:
    """Plays the same card and takes it back until the disk refuses."""
    try:
        while True:
            play(table, "8H")
            table.take_back()
    except DiskError as refused:
        return refused


def main(folder: Path, mode: str) -> None:
    """Plays until the disk is full, on the room that was kept, and on when there is more."""
    table = table_in(folder)
    keep_room(table.journal.path)
    table.obey(New(variant="ninety-nine", players=("Ann", "Bo")))
    if mode == "full":
        fill(folder)
    else:
        limit_files(folder, 20_000)
    faults = [play_until_refused(table).fault]
    kept = table.journal.sequence
    table.journal.try_again()
    faults.append(play_until_refused(table).fault)
    took = table.journal.sequence - kept
    if mode == "full":
        (folder / "filling").unlink()
    else:
        limit_files(folder)
    if len(table.moments) > 1:
        table.take_back()
    play(table, "7D")
    kept = table.journal.sequence
    table.close()
    again = replay(folder / "journal.db").commands
    sys.stdout.write(json.dumps({"faults": faults, "took": took, "kept": kept, "again": again}))


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
