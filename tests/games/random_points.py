"""Points games with random keys, each accepted by the checker, and the same games for the naive
referee.
"""

import random
from typing import Any

from companion.core.family import Variant
from companion.errors import VariantError
from companion.games.points.variant import finish_points_variant, merge_points_file
from tests.games.naive.point_tables import POINTS_GAMES, points_game

Content = dict[str, Any]
KEYS: dict[str, list[Any]] = {
    "wins": ["highest", "lowest"],
    "target": [20, 60, 150],
    "last_round": [1, 3, 6],
    "out_at": [15, 40, 100],
    "tie": ["share", "one more round", "one more round"],
    "entry": ["winners"],
    "losers": ["nothing", "pay"],
    "solo": [2, 3, 5],
    "teams": [2, 2, 3],
    "bids": [
        {"made": 20, "each": 10, "missed": -10},
        {"made": 5},
        {"missed": 1, "each": 1},
        {"each": 10, "over": 1, "missed_each": -10},
        {"made": 3, "over": 0, "missed": -2, "missed_each": -1},
        {"missed_each": -5, "missed": -1},
    ],
    "sums": [[0], [26, 78], [5]],
    "rounds": [[{}, {"times": 3}, {"says": "Grand", "sums": [5, 9]}], [{"sums": []}]],
}
"""The keys of a file, each with values that tell games apart."""


def random_content(number: int) -> Content:
    """Return the content of the random file with this number; the checker may refuse it."""
    luck = random.Random(number)  # noqa: S311 - games, not secrets
    least = luck.choice([2, 2, 3, 4])
    content: Content = {
        "family": "points",
        "title": f"Random {number}",
        "short": "R",
        "players": [least, min(7, least + luck.choice([0, 2, 3]))],
    }
    return content | {key: luck.choice(KEYS[key]) for key in KEYS if luck.random() < 0.35}


def random_points_games(count: int, first: int = 0) -> dict[str, Variant]:
    """Return this many games by name, and tell them to the naive referee."""
    games: dict[str, Variant] = {}
    number = first
    while len(games) < count:
        content, name = random_content(number), f"random-points-{number}"
        number += 1
        try:
            games[name] = finish_points_variant(name, merge_points_file(content, {}))
        except VariantError:
            continue
        least, most = content["players"]
        told = {key: value for key, value in content.items() if key in KEYS}
        POINTS_GAMES[name] = points_game(least, most, listed=False, **told)
    return games
