"""The time from a scanned card to the green light: `python -m tests.bench scans`.

A real, simulated box has its scanner on a pseudo-terminal. Its time is measured from the line's
last byte to the level of the light's pin. The unavoidable times are reported next to it: the bytes'
time on the wire before that, and the disk's time to store as many bytes as a card writes.
"""

import os
import queue
import statistics
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from companion.config import Config
from companion.config.sections import ReaderSettings
from companion.core.commands import New
from companion.simulation.box import SimulatedBox
from companion.table.journal import Journal
from tests.drivers.bench import on_bench
from tests.drivers.expected import label
from tests.drivers.scanner import PATIENCE, Scanner

GAME = New(variant="ninety-nine", players=("Ann", "Bo", "Cy", "Di"))
CARDS = (
    *("KH", "4C", "9C", "4D", "9D", "4H", "9H", "4S", "9S", "KC", "KD", "KS"),
    *("10C", "AC", "2C", "3C"),
)
"""No card of these exceeds 99 or asks a question."""
BITS = 10
"""Bits of a byte on a serial line: a start bit, eight data bits, a stop bit."""
MILLION = 1e6  # ns in a ms


class GreenLight:
    """The moments at which the light for an accepted card goes on and off."""

    def __init__(self, bench: SimulatedBox) -> None:
        self._pin = bench.pins.pins.lights.accepted
        self._bench = bench
        self._moments: queue.SimpleQueue[tuple[bool, int]] = queue.SimpleQueue()
        bench.pins.watch(self._pin, self._changed)

    def until(self, *, lit: bool) -> int:
        """Return when it went on or off, in ns."""
        while True:
            is_lit, moment = self._moments.get(timeout=PATIENCE)
            if is_lit == lit:
                return moment

    def _changed(self) -> None:
        self._moments.put((self._bench.pins.is_high(self._pin), time.monotonic_ns()))


def main(folder: Path, *, quick: bool) -> None:
    """Measure each card from its last byte to the light, one after the other."""
    scanner = Scanner(folder / "reader")
    scanner.plug()
    config = Config(reader=ReaderSettings(port=str(scanner.port)))
    own, wire, written = list[int](), list[int](), list[int]()
    with on_bench(folder / "data", config, GAME) as box:
        light = GreenLight(box.bench)
        journal = box.table.journal
        scanner.until_opened()
        for card in CARDS[:1] if quick else CARDS:
            line, before = scanner.line(label(card)), length(journal)
            scanner.send(line)
            sent = time.monotonic_ns()
            own.append(light.until(lit=True) - sent)
            wire.append(round(len(line) * BITS / config.reader.baud * 1e9))
            written.append(length(journal) - before)
            light.until(lit=False)
    scanner.unplug()
    tell("from the last byte of a scan to the green light", own)
    tell(f"on the wire before that, {config.reader.baud} bits/s", wire)
    tell("on the disk, as much as a card writes", [kept(folder, size) for size in written])


def length(journal: Journal) -> int:
    """Return the bytes of the lines in the file of the current game."""
    return journal.accepted.length if journal.accepted else 0


def kept(folder: Path, size: int) -> int:
    """Return the time until `size` more bytes of a file are on the disk, in ns."""
    with (folder / "file").open("ab") as file:
        begun = time.monotonic_ns()
        os.write(file.fileno(), bytes(size))
        os.fdatasync(file.fileno())
        return time.monotonic_ns() - begun


def tell(what: str, times: Sequence[int]) -> None:
    """Print one line: the median and the maximum, in ms."""
    middle, longest = statistics.median(times) / MILLION, max(times) / MILLION
    sys.stdout.write(
        f"{len(times):6} {what:50} {middle:8.2f} ms median {longest:8.2f} ms at most\n"
    )
