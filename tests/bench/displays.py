"""The bytes on each display's bus for a card: `python -m tests.bench displays`.

The minimum is the bytes of the changed cells alone. Addresses, control bytes, and unchanged cells
sent because they are between two changed ones add to it.
"""

import sys
from collections.abc import Sequence
from pathlib import Path

from PIL import Image

from companion.core.commands import New
from companion.devices.oled.memory import MEMORIES, ControllerName
from companion.drawing import draw
from tests.devices.bench import BUILDS, Bench, BusName
from tests.drivers.box import BoxDriver
from tests.journals import close_journals

GAME = New(variant="ninety-nine", players=("Ann", "Bo", "Cy", "Di"))
CARDS = ("8H", "3C", "2D", "4S", "9C", "KD", "9S", "10C", "5D", "AD")
LOOK = 5.0
"""Seconds between two cards, after which the display's notices about a card are over."""


def images(folder: Path, width: int, cards: Sequence[str]) -> list[Image.Image]:
    """Return all pictures of a display while the cards are played, starting with the table before
    the first one.
    """
    rig = BoxDriver(folder, GAME)
    rig.wait(LOOK)
    before = len(rig.screen.frames) - 1
    for card in cards:
        rig.show_card(card).wait(LOOK)
    shown = [draw(frame.picture, width) for frame in rig.screen.frames[before:]]
    close_journals()
    return shown


def changed_bytes(kind: ControllerName, before: Image.Image, after: Image.Image) -> int:
    """Return the number of bytes of all cells that differ."""
    memory = MEMORIES[kind]
    old, new = memory.pack(before), memory.pack(after)
    cells = range(0, len(new), memory.cell)
    return memory.cell * sum(
        old[at : at + memory.cell] != new[at : at + memory.cell] for at in cells
    )


def bench_display(folder: Path, kind: ControllerName, bus: BusName, cards: Sequence[str]) -> None:
    """Print one line: the bytes for each card, and their multiple of the minimum."""
    bench = Bench(kind, bus)
    first, *others = images(folder, MEMORIES[kind].width, cards)
    bench.show(first)
    begun, least = bench.faults.sent, 0
    for before, after in zip((first, *others), others, strict=False):
        bench.show(after)
        least += changed_bytes(kind, before, after)
    sent = bench.faults.sent - begun
    sys.stdout.write(
        f"{sent / len(cards):6.0f} bytes a card, {kind} on {bus}, {sent / least:.2f} times what "
        f"changed\n"
    )


def main(folder: Path, *, quick: bool) -> None:
    """Measure every controller on every bus it supports."""
    for kind, bus in BUILDS[:1] if quick else BUILDS:
        own = folder / f"{kind}-{bus}"
        own.mkdir()
        bench_display(own, kind, bus, CARDS[:1] if quick else CARDS)
