"""How fast a table writes commands, starts again and reads its games: `python -m tests.bench
journal`.

The result includes the disk of the folder; a folder in memory shows the program alone. The line of
a card is written in turn by the journal and by two peers: an append-only file, and SQLite with a
write-ahead log. If the disk of the folder has counters, its flushes and written sectors are
reported. They include all programs, so the minimum of all rounds is reported.
"""

import os
import sqlite3
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from companion.core.commands import New, Play
from companion.table.journal import Journal
from companion.table.lines import Entry, entry_line
from companion.table.reader import read_only
from companion.table.replay import replay
from companion.table.table import Table
from companion.variants import load_variants
from tests.bench.start import journal_of
from tests.journals import records_of

CARDS = ("8H", "3C", "2D", "4S", "9C", "KD", "9S", "10C", "5D", "AD")
ROUNDS = 50
WRITES, BATCH = 20, 50
"""Rounds, and cards in each round, that the journal and its peers write."""
GAMES, PLAYED = 4107, 5
"""Games that are read, and rounds of cards in each: 246,420 entries."""
SECTOR = 512


class Counters(NamedTuple):
    """Counters of a disk: flushes, and sectors written."""

    flushes: int
    sectors: int


def counters(folder: Path) -> Counters | None:
    """Return the counters of the disk of a folder (proc_diskstats(5)), or None without any."""
    device = folder.stat().st_dev
    try:
        lines = Path("/proc/diskstats").read_text("ascii").splitlines()
    except OSError:
        return None
    for line in lines:
        major, minor, _, *fields = line.split()
        if (int(major), int(minor)) == (os.major(device), os.minor(device)):
            return Counters(int(fields[15]), int(fields[6]))
    return None


def main(folder: Path, *, quick: bool) -> None:
    """Measure plays and undo, a restart, a replay, writing next to its peers, and reading."""
    bench_table(folder, rounds=1 if quick else ROUNDS)
    bench_writes(folder, *((1, 1) if quick else (WRITES, BATCH)))
    bench_reading(folder, games=2 if quick else GAMES)


def bench_table(folder: Path, rounds: int) -> None:
    variants = load_variants().variants
    path = folder / "journal"
    table = Table(variants, Journal(path), time)
    table.obey(New(variant="ninety-nine", players=("Ann", "Bo", "Cy", "Di")))
    begun = time.perf_counter()
    for _ in range(rounds):
        for card in CARDS:
            table.obey(Play(card=card))
        table.take_back(len(CARDS))
    kept = time.perf_counter()
    tell("commands kept", table.journal.sequence, kept - begun)
    table.journal.abandon()
    begun = time.perf_counter()
    table = Table(variants, Journal(path), time)
    tell("commands resumed", table.journal.sequence, time.perf_counter() - begun)
    table.close()
    begun = time.perf_counter()
    replayed = replay(path)
    tell("commands replayed", replayed.commands, time.perf_counter() - begun)


def bench_writes(folder: Path, rounds: int, batch: int) -> None:
    """Write and sync the line of a card in each way."""
    journal = Journal(folder / "written")
    journal.append(card("new", "{}"))
    database = sqlite3.connect(folder / "peer.db", isolation_level=None)
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("PRAGMA synchronous = FULL")
    database.execute("CREATE TABLE entries (number INTEGER PRIMARY KEY, line BLOB)")
    with closing(database), closing(journal), (folder / "grows").open("ab", buffering=0) as file:

        def grow(entry: Entry) -> None:
            file.write(entry_line(entry, {}, "")[0])
            os.fdatasync(file.fileno())

        def insert(entry: Entry) -> None:
            line = entry_line(entry, {}, "")[0]
            database.execute("INSERT INTO entries (line) VALUES (?)", (line,))

        ways: dict[str, Callable[[Entry], None]] = {
            "the journal": journal.append,
            "a growing file": grow,
            "SQLite, WAL, FULL": insert,
        }
        took: dict[str, list[tuple[float, float, float]]] = {name: [] for name in ways}
        for _ in range(rounds):
            for name, write in ways.items():
                before, begun = counters(folder), time.perf_counter()
                for _ in range(batch):
                    write(card("play"))
                seconds, after = time.perf_counter() - begun, counters(folder)
                done = (
                    (0, 0)
                    if before is None or after is None
                    else (after[0] - before[0], after[1] - before[1])
                )
                took[name].append((seconds / batch, done[0] / batch, done[1] * SECTOR / batch))
        has_counters = counters(folder) is not None
    for name, each in took.items():
        times, flushes, written = (sorted(figures) for figures in zip(*each, strict=True))
        disk = (
            f"{flushes[0]:6.2f} flushes {written[0]:7.0f} bytes" if has_counters else "no counters"
        )
        sys.stdout.write(f"a card in {name:18} {times[len(times) // 2] * 1000:8.3f} ms {disk}\n")


def card(cmd: str, variant: str | None = None) -> Entry:
    """Return an entry as long as that of a card."""
    command = (
        '{"cmd": "play", "card": "10C", "value": -10}'
        if cmd == "play"
        else '{"cmd": "new", "players": []}'
    )
    return Entry(
        1, time.time(), command, bytes(16), variant=variant, edition=3, clock=time.monotonic()
    )


def bench_reading(folder: Path, games: int) -> None:
    path = folder / "long"
    journal_of(path, games, rounds=PLAYED, calls=False)
    begun, busy = time.perf_counter(), time.process_time()
    entries = sum(len(record.entries) for record in records_of(read_only(path)))
    tell("entries read", entries, time.perf_counter() - begun)
    sys.stdout.write(f"{'':6} of which {time.process_time() - busy:.2f} s of a core\n")


def tell(what: str, count: int, seconds: float) -> None:
    """Print one line: the count, and the rate per second."""
    sys.stdout.write(f"{count:6} {what:18} {count / seconds:9.0f} /s {seconds * 1000:9.1f} ms\n")
