"""How much a start costs with many games behind: `python -m tests.bench start`.

The program starts in turn on a journal of one game and on one of ten thousand such games with their notes.
The time is the processor's, for the program and the kernel, until the pages are served; the peer is the start
with one game. The files are in the kernel's cache.
"""

import sqlite3
import statistics
import sys
import time
from contextlib import closing
from pathlib import Path

from companion.rules.commands import Claim, New, Play
from companion.table.table import Table
from companion.variants import load_variants
from tests.bench.rest import busy
from tests.drivers.program import Program
from tests.journals import close_journals, journal_at

GAMES = 10_000
ROUNDS = 5
CARDS = ("8H", "3C", "2D", "4S", "9C", "KD", "9S", "10C", "5D", "KH", "4H")
AGAIN = (
    """INSERT INTO commands
    SELECT sequence + x * :commands, game + x, at, command, digest, winners, variant,
    iif(variant IS NULL, NULL, x), origin, edition FROM more, commands ORDER BY x, sequence""",
    """INSERT INTO notes (after, at, kind, facts, origin)
    SELECT after + x * :commands, at, kind, facts, origin FROM more, notes ORDER BY x, number""",
)
"""The commands and notes of the first game once more, for each other one."""


def journal_of(folder: Path, games: int) -> Path:
    """A journal with so many games of the same commands and notes, the last of which is on."""
    data = folder / "data"
    data.mkdir(parents=True)
    path = data / "journal.db"
    table = Table(load_variants().variants, journal_at(path), time)
    table.obey(New(variant="ninety-nine", players=("Ann", "Bo", "Cy", "Di")))
    for card in CARDS:
        table.obey(Play(card=card))
        table.judge(Claim(total=99))
    close_journals()
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("CREATE TEMP TABLE more (x)")
        database.executemany("INSERT INTO more VALUES (?)", ((x,) for x in range(1, games)))
        for statement in AGAIN:
            database.execute(statement, {"commands": len(CARDS) + 1})
    return folder


def seconds_to_start(folder: Path) -> float:
    """Seconds of a core until phones find the pages."""
    with Program(folder) as program:
        program.until_served()
        program.until_said("phones find the box")
        return busy(program.process.pid)


def main(folder: Path, *, quick: bool) -> None:
    """One line for each number of games, and one for how the two compare."""
    many, rounds = (2, 1) if quick else (GAMES, ROUNDS)
    folders = {games: journal_of(folder / str(games), games) for games in (1, many)}
    took: dict[int, list[float]] = {games: [] for games in folders}
    for _ in range(rounds):
        for games, where in folders.items():
            took[games].append(seconds_to_start(where))
    medians = {games: statistics.median(each) for games, each in took.items()}
    for games, seconds in medians.items():
        sys.stdout.write(f"{games:6} games behind: {seconds:6.2f} s of a core to start\n")
    sys.stdout.write(f"{medians[many] / medians[1]:.2f} times as much\n")
