"""`make bench`: how fast the companion is, each part next to a peer in the same run.

The numbers are not limits. Compare them with each other and with those of another day. `python -m
tests.bench scans journal` measures only these two, on the disk of the folder that TMPDIR names.
"""

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Protocol

from companion.drawing import draw
from companion.referee import Referee
from companion.screens.model import Chips, Picture, PlayScreen
from companion.variants import load_variants
from tests.bench import (
    attack,
    displays,
    engine,
    floor,
    history,
    journal,
    noise,
    phones,
    rest,
    scans,
    start,
)
from tests.games.naive import NaiveReferee

PICTURES = 500
MEMORY = Path("/dev/shm")  # noqa: S108  # a disk without delay


class Bench(Protocol):
    """Measures and prints lines, with its files in `folder`; a `quick` one does everything once."""

    def __call__(self, folder: Path, *, quick: bool) -> None: ...


def timed(what: str, count: int, work: Callable[[], object]) -> None:
    """Print one line: the count, the rate per second, and the time of each."""
    begun = time.perf_counter()
    work()
    seconds = time.perf_counter() - begun
    sys.stdout.write(
        f"{count:6} {what:42} {count / seconds:9.0f} /s {seconds / count * 1000:9.3f} ms each\n"
    )


def bench_referees(folder: Path, *, quick: bool) -> None:  # noqa: ARG001  # shared signature
    """Measure our referee and the naive one of the tests on the same lines."""
    lines, _ = engine.protocol_lines(1 if quick else engine.LINES)
    ours, naive = Referee(load_variants().variants), NaiveReferee()
    timed("lines ruled", len(lines), lambda: [ours.answer(line) for line in lines])
    timed(
        "lines ruled by the naive referee",
        len(lines),
        lambda: [naive.answer(line) for line in lines],
    )


def bench_pictures(folder: Path, *, quick: bool) -> None:  # noqa: ARG001  # shared signature
    """Measure different play pictures in sequence, and the same one repeatedly."""
    count = 1 if quick else PICTURES

    def play(total: int) -> Picture:
        return PlayScreen(
            total,
            "Ann",
            clockwise=True,
            card="8♥",
            stock=31,
            chips=Chips(4, 5),
            table=("Ann", "Bo"),
        )

    draw(play(0))
    timed("pictures drawn", count, lambda: [draw(play(total)) for total in range(count)])
    timed("times the same picture drawn", count, lambda: [draw(play(97)) for _ in range(count)])


BENCHES: dict[str, Bench] = {
    "engine": engine.main,
    "referees": bench_referees,
    "pictures": bench_pictures,
    "displays": displays.main,
    "journal": journal.main,
    "scans": scans.main,
    "noise": noise.main,
    "phones": phones.main,
    "attack": attack.main,
    "rest": rest.main,
    "start": start.main,
    "history": history.main,
    "floor": floor.main,
}
ON_A_DISK = frozenset({"journal", "scans"})
"""Benches that also run in memory, which shows the program alone."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the named benches, or all of them."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"one of {', '.join(BENCHES)}")
    parser.add_argument(
        "--quick", action="store_true", help="everything once, without other engines"
    )
    given = parser.parse_args(arguments)
    for name in given.names or BENCHES:
        disks = (None, MEMORY) if name in ON_A_DISK and not given.quick else (None,)
        for disk in disks:
            sys.stdout.write(f"{name}{' in memory' if disk else ''}:\n")
            with TemporaryDirectory(dir=disk) as folder:
                BENCHES[name](Path(folder), quick=given.quick)


if __name__ == "__main__":
    main()
