"""How far one floor goes: `python -m tests.bench floor`, with PostgreSQL on the same machine.

Simulated tables (`tests.bench.simulated_tables`) write a card each in four seconds. Measured are
the time from a card at its table to the wall, as a browser hears it, and the processor's time of
the floor and of the database. Then the database stores such lines alone.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import sqlalchemy as sa

from companion.floor.store import AdmittedTable, JournalKey, NewLines, Store
from tests.bench.simulated_tables import box_of, played_games
from tests.floor.postgres import Postgres, running
from tests.simulation.tab import Tab

TABLES = (20, 100, 500)
SECONDS = 30.0
TABLES_PORT, FLOOR_PORT = 8951, 8950
TICKS = os.sysconf("SC_CLK_TCK")
ENTRIES_ALONE = 5000


def main(folder: Path, *, quick: bool) -> None:  # noqa: ARG001  # shared signature
    """Print a line for each number of tables, and one for the database alone."""
    with tempfile.TemporaryDirectory(prefix="pg") as data, running(Path(data)) as database:
        for count in (2,) if quick else TABLES:
            _room(database, count, 1.0 if quick else SECONDS)
        _database_alone(database, 50 if quick else ENTRIES_ALONE)
        bytes_each = _bytes_of_a_game(database)
    sys.stdout.write(
        f"       a game needs {bytes_each:.0f} bytes of the database, with its index\n"
    )


def _room(database: Postgres, count: int, seconds: float) -> None:
    store = Store(database.url, f"{count} tables")
    for number in range(count):
        at = f"127.0.0.1:{TABLES_PORT}/t/{number}"
        store.admit(AdmittedTable(box_of(count, number), number + 1, at, ""))
    store.close()
    with ExitStack() as closing:
        tables = closing.enter_context(
            _process("tests.bench.simulated_tables", f"{TABLES_PORT}", f"{count}", f"{seconds}")
        )
        floor = closing.enter_context(
            _process(
                "companion",
                "floor",
                "--database",
                database.url,
                "--room",
                f"{count} tables",
                "--port",
                f"{FLOOR_PORT}",
            )
        )
        wall = closing.enter_context(_wall())
        seen = Seen(wall)
        while seen.live < count:
            seen.hear()
        before = _seconds_of(floor.pid), database.seconds()
        assert tables.stdin is not None
        assert tables.stdout is not None
        tables.stdin.write("\n")
        tables.stdin.flush()
        lines: list[str] = []
        reading = threading.Thread(target=lines.extend, args=(tables.stdout,))  # until it ends
        reading.start()
        while reading.is_alive():
            seen.hear()
        after = _seconds_of(floor.pid), database.seconds()
        told = [line.split() for line in lines]
    delays = sorted(
        (seen.moments[box, int(at)] - int(moment)) / 1e6
        for box, at, moment in told
        if (box, int(at)) in seen.moments
    )
    rate = len(told) / seconds
    busy = [(end - begin) / seconds for begin, end in zip(before, after, strict=True)]
    p50, p99 = (statistics.quantiles(delays, n=100)[at] for at in (49, 98))
    sys.stdout.write(
        f"{count:6} tables, {rate:6.1f} cards/s: to the wall p50 {p50:6.1f} ms, p99 "
        f"{p99:6.1f} ms, {len(delays)} of {len(told)} seen; floor {busy[0]:5.1%} of a core, "
        f"database {busy[1]:5.1%}: {rate / max(sum(busy), 0.001):6.0f} cards/s a core\n"
    )


class Seen:
    """What a browser has heard: the moment in ns of the first message with each card of a box."""

    def __init__(self, wall: Tab) -> None:
        self._wall = wall
        self.moments: dict[tuple[str, int], int] = {}
        self._kinds: dict[str, str] = {}

    @property
    def live(self) -> int:
        """The number of tables that are not silent."""
        return sum(kind != "silent" for kind in self._kinds.values())

    def hear(self) -> None:
        """Take the next message, which comes within two seconds."""
        message = self._wall.hear()
        now = time.monotonic_ns()
        for name, tile in message.get("parts", {}).items():
            if name.startswith("table "):
                self._kinds[tile["box"]] = tile["kind"]
                self.moments.setdefault((tile["box"], tile["at"]), now)


@contextmanager
def _process(module: str, *arguments: str) -> Iterator["subprocess.Popen[str]"]:
    command = [sys.executable, "-m", module, *arguments]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, text=True
    ) as process:
        try:
            yield process
        finally:
            process.kill()


@contextmanager
def _wall() -> Iterator[Tab]:
    """Yield a line to the floor, once that has opened its port."""
    while True:
        try:
            tab = Tab(FLOOR_PORT, target="/line")
            break
        except OSError:
            time.sleep(0.1)
    with tab:
        yield tab


def _seconds_of(process: int) -> float:
    """Return the processor's time that a process has used, in seconds (proc(5))."""
    fields = Path(f"/proc/{process}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def _database_alone(database: Postgres, count: int) -> None:
    """Store lines one at a time and in batches, without a floor."""
    store = Store(database.url, "alone")
    (game, *_others) = played_games(3)
    line, chain = game[1].decode("ascii").rstrip(), "0" * 16
    key = JournalKey("ffffffff", 1, "1-00000001")
    for batch in (1, 20):
        begun = time.perf_counter()
        for start in range(0, count, batch):
            store.add([NewLines(key, start, [line] * batch, [chain] * batch)])
        seconds = time.perf_counter() - begun
        sys.stdout.write(
            f"{count:6} lines stored by the database alone, {batch:2} at a time "
            f"{count / seconds:9.0f} /s\n"
        )
        key = JournalKey("ffffffff", 2, "2-00000001")
    store.close()


def _bytes_of_a_game(database: Postgres) -> float:
    engine = sa.create_engine(database.url.replace("postgresql", "postgresql+psycopg", 1))
    with engine.connect() as connection:
        size = connection.execute(sa.text("SELECT pg_total_relation_size('lines')")).scalar_one()
        games = connection.execute(sa.text("SELECT count(*) FROM journals")).scalar_one()
    engine.dispose()
    return float(size) / float(games)
