"""`make bench`: how quick the companion is, each part beside a peer of the same run.

No number here is a limit; they are to be compared with each other and with those of another day.
"""

import sys
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.drawing import draw
from companion.referee import Referee
from companion.screens.model import Chips, Picture, PlayScreen
from companion.variants import load_variants
from tests.bench import displays, engine, journal, phones, rest, scans, start
from tests.rules.naive import NaiveReferee

PICTURES = 500


def timed(what: str, count: int, work: Callable[[], object]) -> None:
    """One line: how many, how many a second, how long each took."""
    begun = time.perf_counter()
    work()
    seconds = time.perf_counter() - begun
    sys.stdout.write(f"{count:6} {what:42} {count / seconds:9.0f} /s {seconds / count * 1000:9.3f} ms each\n")


def bench_referees() -> None:
    """Ours and the naive one of the tests, on the same lines."""
    lines, _ = engine.protocol_lines()
    ours, naive = Referee(load_variants().variants), NaiveReferee()
    timed("lines ruled", len(lines), lambda: [ours.answer(line) for line in lines])
    timed("lines ruled by the naive referee", len(lines), lambda: [naive.answer(line) for line in lines])


def bench_pictures() -> None:
    """A play picture after the other, and the same one again and again."""

    def play(total: int) -> Picture:
        return PlayScreen(total, "Ann", ("Ann", "Bo"), clockwise=True, card="8♥", stock=31, chips=Chips(4, 5))

    draw(play(0))
    timed("pictures drawn", PICTURES, lambda: [draw(play(total)) for total in range(PICTURES)])
    timed("times the same picture drawn", PICTURES, lambda: [draw(play(97)) for _ in range(PICTURES)])


def main() -> None:
    """Everything, the journal and scans both on this disk and in memory, the phones on this disk."""
    with TemporaryDirectory() as folder_of_games:
        engine.main(Path(folder_of_games))
    bench_referees()
    bench_pictures()
    displays.main()
    for where, folder in (("this disk", None), ("memory", "/dev/shm")):  # noqa: S108  # a disk without delay
        sys.stdout.write(f"journal and scans on {where}:\n")
        with TemporaryDirectory(dir=folder) as temporary:
            journal.main(Path(temporary))
        with TemporaryDirectory(dir=folder) as temporary:
            scans.bench_scans(Path(temporary))
    sys.stdout.write("phones:\n")
    with TemporaryDirectory() as folder_of_boxes:
        phones.main(Path(folder_of_boxes))
    with TemporaryDirectory() as folder_of_a_box:
        rest.bench_rest(Path(folder_of_a_box))
    with TemporaryDirectory() as folder_of_starts:
        start.bench_start(Path(folder_of_starts))


if __name__ == "__main__":
    main()
