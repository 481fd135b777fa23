"""How a noisy scanner affects the box: `python -m tests.bench noise`.

The box is a separate process. Its scanner is on a pseudo-terminal and sends as fast as that
accepts. For each kind of noise, and for silence as their peer, the bench measures several things:
how much the box reads in some seconds and its cost, the time until the next card is on disk, the
growth of the journal, and the time to stop during the noise.
"""

import random
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.core.commands import New
from companion.table.files import JOURNAL
from companion.table.journal import Journal
from companion.table.reader import read_only
from companion.table.table import Table
from companion.variants import load_variants
from tests.bench.rest import busy
from tests.drivers.expected import label, written
from tests.drivers.process import configured
from tests.drivers.program import Program
from tests.drivers.scanner import PATIENCE, Scanner

BURST = 8.0
"""Duration of the noise in seconds."""
PIECE = 2048
"""Bytes of one write."""
STEP = 0.01
CHANCE = random.Random(98)  # noqa: S311 - noise needs no secrecy
NOISE = {
    "silence": b"",
    "random bytes": CHANCE.randbytes(1 << 20),
    "long lines": (b"x" * 100 + b"\r") * 1000,
    "half lines": b"2K\r1Q\r" * 1000,
    "codes of no card": b"4006381333931\r" * 1000,
}
CARDS = ("KH", "4C", "9C", "4D", "9D")


class Babble:
    """A thread that sends `noise` repeatedly until `stop`; `sent` counts its bytes."""

    def __init__(self, scanner: Scanner, noise: bytes) -> None:
        self.sent = 0
        self._scanner, self._noise = scanner, noise
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def stop(self) -> None:
        """End after the current piece."""
        self._ended.set()
        self._thread.join(PATIENCE)

    def _run(self) -> None:
        at = 0
        while self._noise and not self._ended.is_set():
            taken = self._scanner.offer(self._noise[at : at + PIECE], STEP)
            at = (at + taken) % len(self._noise)
            self.sent += taken


@contextmanager
def playing(folder: Path) -> Iterator[tuple[Program, Scanner]]:
    """Yield a box with a current game, and its scanner."""
    folder.mkdir()
    scanner = configured(folder)
    (folder / "data").mkdir()
    table = Table(load_variants().variants, Journal(folder / "data" / JOURNAL), time)
    table.obey(New(variant="ninety-nine", players=("Ann", "Bo", "Cy", "Di")))
    table.close()
    scanner.plug()
    with Program(folder) as program:
        program.until_served()
        scanner.until_opened()
        yield program, scanner
    scanner.unplug()


def main(folder: Path, *, quick: bool) -> None:
    """Print one line for each kind of noise, and one for stopping."""
    seconds = 0.1 if quick else BURST
    for kind in ["long lines"] if quick else NOISE:
        with playing(folder / kind) as (program, scanner):
            journal = folder / kind / "data" / JOURNAL
            seconds_of(journal, scanner, CARDS[0])
            before, bytes_before = busy(program.process.pid), size(journal)
            babble = Babble(scanner, NOISE[kind])
            time.sleep(seconds)
            babble.stop()
            scanner.send(b"\r")
            sent = babble.sent
            core = (busy(program.process.pid) - before) / seconds
            counted = seconds_of(journal, scanner, CARDS[1])
            grown, notes = size(journal) - bytes_before, notes_of(journal)
            babble = Babble(scanner, NOISE[kind])
            time.sleep(seconds / 8)
            begun = time.monotonic()
            program.process.send_signal(signal.SIGTERM)
            stopped = until(lambda: program.process.poll() is not None, begun)
            babble.stop()
        sys.stdout.write(
            f"{kind:17} {sent / 1e6:6.1f} MB, {core:4.0%} of a core, the next card after "
            f"{counted} s, "
            f"{notes} notes, {grown} bytes of the journal, SIGTERM obeyed after {stopped} s\n"
        )


def seconds_of(journal: Path, scanner: Scanner, card: str) -> str:
    """Return the time until a card is on disk."""
    before = len(written(journal))
    begun = time.monotonic()
    scanner.send(scanner.line(label(card)))
    return until(lambda: len(written(journal)) > before, begun)


def until(happened: Callable[[], bool], begun: float) -> str:
    """Return the seconds from `begun` until it has happened, or the time without success."""
    while not happened():
        if time.monotonic() - begun > PATIENCE:
            return f"more than {PATIENCE:.0f}"
        time.sleep(STEP)
    return f"{time.monotonic() - begun:.2f}"


def size(journal: Path) -> int:
    accepted = read_only(journal).accepted
    return accepted.length if accepted else 0


def notes_of(journal: Path) -> int:
    return len(read_only(journal).record(1).notes)
