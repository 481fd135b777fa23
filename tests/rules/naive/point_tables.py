"""The points games as Python literals, typed off docs/rules.md section 9 and the games of docs/variants.md.

A round is how many times its points count, and the sums that hold, [] for any. So many play: `least`, `most`.
"""

from typing import Any


def points_game(least: int, most: int, **differs: Any) -> dict[str, Any]:
    """The game `points`, with what differs."""
    plain: dict[str, Any] = {
        "wins": "highest",
        "target": None,
        "last_round": None,
        "rounds": [(1, [])],
        "provenance": "own",
    }
    return {**plain, "least": least, "most": most, **differs}


POINTS_GAMES: dict[str, dict[str, Any]] = {
    "points": points_game(2, 12),
    "my-hearts-by-points": points_game(4, 4, wins="lowest", target=100, rounds=[(1, [26, 78])]),
    "my-doppelkopf": points_game(4, 7, last_round=24, rounds=[(1, [0])]),
    "my-phase-10": points_game(2, 6, wins="lowest", last_round=10),
    "our-three-rounds": points_game(
        4,
        4,
        wins="lowest",
        target=100,
        last_round=12,
        rounds=[(1, [26, 78]), (1, []), (2, [26, 78])],
    ),
}
