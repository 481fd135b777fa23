"""Plays on real small disks: `python -m tests.table.full_disk FOLDER`,
which may mount something there.

It prints what it met: on a disk that a file fills, on one that is read-only when the box starts,
and on one that is taken out in the middle of a game and put back.
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
    subprocess.run(command, check=True)  # own words


def small_disk(folder: Path) -> Path:
    folder.mkdir()
    run("mount", "-t", "tmpfs", "-o", "size=600k", "none", folder)
    return folder


def refused(deed: Callable[..., object], *given: object) -> list[str]:
    """What is said when the disk refuses a deed, nothing if it takes it."""
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
    """A file that takes what is left of a disk."""
    with (disk / "filling").open("wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(512))
        except OSError:
            return disk / "filling"


def on_a_full_disk(disk: Path) -> dict[str, object]:
    """Plays the same card and takes it back in the room of the file, until there is none;
    then there is.
    """
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
    """The box starts on a disk that is read-only, and again once it is not."""
    begun_in(disk).close()
    run("mount", "-o", "remount,ro", disk)
    said = refused(table_in, disk)
    run("mount", "-o", "remount,rw", disk)
    table = table_in(disk)
    play(table, "8H")
    return {"said": said, "total": adding_state(table).total}


def on_a_disk_that_is_taken_out(disk: Path) -> dict[str, object]:
    """The disk goes after a card and comes back."""
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
    """Plays on each of them."""
    told = {
        "full": on_a_full_disk(small_disk(folder / "full")),
        "read-only": on_a_read_only_disk(small_disk(folder / "read-only")),
        "gone": on_a_disk_that_is_taken_out(small_disk(folder / "gone")),
    }
    sys.stdout.write(json.dumps(told))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
