"""Plays on real small disks: `python -m tests.table.full_disk FOLDER`, which may mount them.

It prints the results on three disks: one that a file fills, one that is read-only when the box
starts, and one that is removed in the middle of a game and put back.
"""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from companion.core.commands import New
from companion.errors import DiskError
from companion.table.replay import replay
from companion.table.table import Table
from tests.table.tables import adding_state, play, table_in

PAIR = New(variant="ninety-nine", players=("Ann", "Bo"))
TRIO = New(variant="ninety-nine", players=("Ann", "Bo", "Cy"))


def run(*command: str | Path) -> None:
    subprocess.run(command, check=True)  # our own commands


def small_disk(folder: Path) -> Path:
    folder.mkdir()
    run("mount", "-t", "tmpfs", "-o", "size=600k", "none", folder)
    return folder


def refused(deed: Callable[..., object], *given: object) -> list[str]:
    """Return the message if the disk refuses an action, and nothing if it accepts it."""
    try:
        deed(*given)
    except DiskError as fault:
        return [fault.fault, str(fault)]
    return []


def begun_in(folder: Path) -> Table:
    table = table_in(folder)
    table.obey(PAIR)
    play(table, "2C")
    return table


def fill(disk: Path) -> Path:
    """Return a file that takes the rest of the disk."""
    with (disk / "filling").open("wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(512))
        except OSError:
            return disk / "filling"


def on_a_full_disk(disk: Path) -> dict[str, object]:
    """Play and undo the same card until the disk is full, then make room and continue."""
    table = begun_in(disk)
    filling = fill(disk)
    new_game = refused(table.obey, TRIO)
    files = sorted(
        path.name.partition("-")[0] for path in disk.rglob("*.jsonl") if "-" in path.name
    )
    played = 0
    while not (card := refused(play, table, "8H") or refused(table.take_back)):
        played += 1
    table.journal.try_again()
    again = refused(play, table, "9H")
    filling.unlink()
    table.journal.try_again()
    works = table.journal.fault is None
    play(table, "9C")
    table.obey(TRIO)
    table.close()
    return {
        "new game": new_game,
        "files": files,
        "played": played,
        "card": card,
        "again": again,
        "works": works,
        "kept": table.journal.sequence,
        "replayed": replay(table.journal.path).commands,
    }


def on_a_read_only_disk(disk: Path) -> dict[str, object]:
    """Start the box on a read-only disk, and again once the disk is writable."""
    begun_in(disk).close()
    run("mount", "-o", "remount,ro", disk)
    said = refused(table_in, disk)
    run("mount", "-o", "remount,rw", disk)
    table = table_in(disk)
    play(table, "8H")
    return {"said": said, "total": adding_state(table).total}


def on_a_disk_that_is_taken_out(disk: Path) -> dict[str, object]:
    """Remove the disk after a card and put it back."""
    place = disk.with_name("place")
    place.mkdir()
    run("mount", "--bind", disk, place)
    table = begun_in(place)
    run("umount", "--lazy", place)
    said = refused(play, table, "8H")
    table.journal.try_again()
    meanwhile = refused(play, table, "9H")
    table.note("part lost", part="Reader", reason="unplugged")
    tally = table.tally()
    run("mount", "--bind", disk, place)
    table.journal.try_again()
    works = table.journal.fault is None
    play(table, "7C")
    table.close()
    return {
        "said": said,
        "meanwhile": meanwhile,
        "tally": tally,
        "works": works,
        "total": adding_state(table_in(disk)).total,
    }


def main(folder: Path) -> None:
    """Play on each of the disks."""
    told = {
        "full": on_a_full_disk(small_disk(folder / "full")),
        "read-only": on_a_read_only_disk(small_disk(folder / "read-only")),
        "gone": on_a_disk_that_is_taken_out(small_disk(folder / "gone")),
    }
    sys.stdout.write(json.dumps(told))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
