"""Random files of points games; the checker refuses some of them."""

import random
from typing import Any

Content = dict[str, Any]
KEYS: dict[str, list[Any]] = {
    "wins": ["highest", "lowest"],
    "target": [20, 60, 150],
    "overshoot": ["stays", 0, 12],
    "exact": [{"20": 5, "40": 0, "-5": 0}, {"10": 11, "11": 10}],
    "last_round": [1, 3, 6],
    "last_rounds": [{"3": 2, "4": 5}],
    "out_at": [15, 40, 100],
    "tie": ["share", "one more round", "one more round"],
    "entry": ["winners"],
    "round_players": [2, 3, 4],
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
        {"each": 10, "over": 1, "bags": [3, -30]},
        {"each": 10, "over": 1, "bags": [2, -50], "nil": 100},
        {"made": 7, "missed": -1, "nil": 5, "tricks": [2, 1]},
        {"made": 5, "tricks": "round"},
        {"each": 1, "tricks": 3, "hook": True},
    ],
    "sums": [[0], [26, 78], [5]],
    "rounds": [[{}, {"times": 3}, {"says": "Grand", "sums": [5, 9]}], [{"sums": []}]],
}
"""The keys of a file, each with values that tell games apart."""


def random_points(luck: random.Random) -> Content:
    """Return the content of a file."""
    least = luck.choice([2, 2, 3, 4])
    content: Content = {
        "family": "points",
        "title": "Ours",
        "short": "O",
        "players": [least, min(7, least + luck.choice([0, 2, 3]))],
    }
    return content | {key: luck.choice(KEYS[key]) for key in KEYS if luck.random() < 0.35}
