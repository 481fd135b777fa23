"""Searches what may explain that a table and its box differ, each family in its own games."""

from collections.abc import Callable, Sequence
from typing import Final

from companion.rules.adding import explain as adding
from companion.rules.disagreement import Explanation, Observed, Search
from companion.rules.family import HistoryEntry, Rules
from companion.rules.tricks import disagreement as tricks

SEARCHES: Final[tuple[Search, ...]] = (adding.explain, tricks.explain)
"""Those of the families; each finds nothing in a game of another one.

The points games have none: in them nothing leads from one entry to the next.
"""


def explain(
    rules: Rules,
    moments: Sequence[HistoryEntry],
    seen: Observed,
    out_of_time: Callable[[], bool] = lambda: False,
) -> list[Explanation]:
    """Return what may explain that the players have `seen` something else, the likeliest first.

    `moments` are those of the game. `out_of_time` is asked now and then; when it says so, the search comes to
    its end with what it has found. The list is empty where the box shows what the players have seen, and in a
    family without a search.
    """
    return [found for search in SEARCHES for found in search(rules, moments, seen, out_of_time)]
