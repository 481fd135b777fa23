"""How fast the pages of all evenings answer after many games: `python -m tests.bench history`.

The peer is the same page with a hundred games.
"""

import sys
import time
from collections.abc import Callable
from pathlib import Path

from companion.phone.statistics.history import HISTORY, AllGames
from companion.phone.statistics.routes import Evenings
from companion.phone.statistics.standings import EVER, all_evenings, person_page, season_wins
from companion.table.files import JOURNAL
from tests.bench.start import journal_of

GAMES = (100, 10_000)
ROUNDS = 5


def best(work: Callable[[], object], rounds: int) -> float:
    """Return the processor time of the fastest round, in ms."""
    took: list[float] = []
    for _ in range(rounds):
        begun = time.process_time()
        work()
        took.append(time.process_time() - begun)
    return min(took) * 1000


def main(folder: Path, *, quick: bool) -> None:
    """Print a line for each page and number of games."""
    for games in (2,) if quick else GAMES:
        where = folder / str(games)
        journal_of(where / JOURNAL, games, over=True)
        history = AllGames(where / HISTORY, where / JOURNAL)
        made = best(history.catch_up, 1)
        measured = {"made from the journal": made} | bench_pages(history, 1 if quick else ROUNDS)
        history.close()
        for what, milliseconds in measured.items():
            sys.stdout.write(f"{games:6} games: {what:24} {milliseconds:9.1f} ms of a core\n")


def bench_pages(history: AllGames, rounds: int) -> dict[str, float]:
    """Return milliseconds by page."""
    person, evenings = all_evenings(history).standings[0].id, Evenings(history)
    pages: dict[str, Callable[[], object]] = {
        "all evenings": lambda: all_evenings(history, EVER),
        "a season": lambda: all_evenings(history),
        "a person": lambda: person_page(history, person),
        "games won, for the wall": lambda: season_wins(history),
        "an evening": lambda: Evenings(history).read(),
        "an evening again": evenings.read,
    }
    return {page: best(work, rounds) for page, work in pages.items()}
