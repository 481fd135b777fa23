"""What goes over each display's bus for a card: `python -m tests.bench displays`.

The least is what the changed cells take by themselves; addresses, control bytes and cells that are
sent because they lie between two changed ones come on top.
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
"""Seconds between two cards, so that whatever the display says of a card is over."""


def images(folder: Path, width: int, cards: Sequence[str]) -> list[Image.Image]:
    """All that a display shows while the cards are played,
    the table before the first of them first.
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
    """The bytes of all cells that differ."""
    memory = MEMORIES[kind]
    old, new = memory.pack(before), memory.pack(after)
    cells = range(0, len(new), memory.cell)
    return memory.cell * sum(
        old[at : at + memory.cell] != new[at : at + memory.cell] for at in cells
    )


def bench_display(folder: Path, kind: ControllerName, bus: BusName, cards: Sequence[str]) -> None:
    """One line: the bytes a card, and how many times the least that is."""
    bench = Bench(kind, bus)
    first, *others = images(folder, MEMORIES[kind].width, cards)
    bench.show(first)
    begun, least = bench.line.sent, 0
    for before, after in zip((first, *others), others, strict=False):
        bench.show(after)
        least += changed_bytes(kind, before, after)
    sent = bench.line.sent - begun
    sys.stdout.write(
        f"{sent / len(cards):6.0f} bytes a card, {kind} on {bus}, {sent / least:.2f} times what "
        f"changed\n"
    )


def main(folder: Path, *, quick: bool) -> None:
    """Every controller on every bus it can hang on."""
    for kind, bus in BUILDS[:1] if quick else BUILDS:
        own = folder / f"{kind}-{bus}"
        own.mkdir()
        bench_display(own, kind, bus, CARDS[:1] if quick else CARDS)
