"""How fast a table keeps commands and starts again: `python -m tests.bench journal`.

The disk of the folder is measured with the rest; a folder in memory shows the program alone.
"""

import sys
import time
from pathlib import Path

from companion.rules.commands import New, Play
from companion.table.journal import Journal
from companion.table.replay import replay
from companion.table.table import Table
from companion.variants import load_variants

CARDS = ("8H", "3C", "2D", "4S", "9C", "KD", "9S", "10C", "5D", "AD")
ROUNDS = 50


def main(folder: Path, *, quick: bool) -> None:
    """Plays and takes back, then starts again and plays the journal again, each against the clock."""
    variants = load_variants().variants
    path = folder / "journal.db"
    table = Table(variants, Journal(path), time)
    table.obey(New(variant="ninety-nine", players=("Ann", "Bo", "Cy", "Di")))
    begun = time.perf_counter()
    for _ in range(1 if quick else ROUNDS):
        for card in CARDS:
            table.obey(Play(card=card))
        table.take_back(len(CARDS))
    kept = time.perf_counter()
    tell("commands kept", table.journal.sequence, kept - begun)
    table.journal.database.close()
    begun = time.perf_counter()
    table = Table(variants, Journal(path), time)
    tell("commands resumed", table.journal.sequence, time.perf_counter() - begun)
    table.close()
    begun = time.perf_counter()
    replayed = replay(path)
    tell("commands replayed", replayed.commands, time.perf_counter() - begun)


def tell(what: str, count: int, seconds: float) -> None:
    """One line: how many, and how many a second."""
    sys.stdout.write(f"{count:6} {what:18} {count / seconds:9.0f} /s {seconds * 1000:9.1f} ms\n")
