"""The points games as Python literals, copied from docs/reference/rules.md 9 and 9.1 and from the
games of docs/reference/variant-files.md.

`sums` are the valid sums of a round, [] for any; a round may have `sums` of its own and the factor
`times`. The number of players is from `least` to `most`.
"""

from typing import Any


def points_game(least: int, most: int, **differs: Any) -> dict[str, Any]:
    """Return the game `points` with these differences."""
    plain: dict[str, Any] = {
        "wins": "highest",
        "target": None,
        "overshoot": "counts",
        "exact": {},
        "last_round": None,
        "last_rounds": {},
        "out_at": None,
        "tie": "share",
        "bids": None,
        "teams": None,
        "entry": "points",
        "round_players": None,
        "losers": "pay",
        "solo": None,
        "sums": [],
        "rounds": [{}],
        "provenance": "own",
    }
    return {**plain, "least": least, "most": most, **differs}


def published(least: int, most: int, **differs: Any) -> dict[str, Any]:
    """Return a game of section 9.1."""
    return points_game(least, most, **{"provenance": "published"} | differs)


POINTS_GAMES: dict[str, dict[str, Any]] = {
    "points": points_game(2, 12),
    "points-6-nimmt": published(2, 10, wins="lowest", target=66),
    "points-canasta": published(2, 6, target=5000),
    "points-doppelkopf": published(4, 7, sums=[0], round_players=4),
    "points-gin-rummy": published(2, 2, target=100),
    "points-hearts": published(4, 4, wins="lowest", target=100, sums=[26, 78]),
    "points-phase-10": published(2, 6, wins="lowest", provenance="derived"),
    "points-romme": published(2, 6, wins="lowest"),
    "points-rummy": published(2, 6),
    "points-rummy-500": published(2, 8, target=500),
    "points-schafkopf": published(4, 5, sums=[0], round_players=4),
    "points-skat": published(3, 5, round_players=3),
    "points-skip-bo": published(2, 6, target=500),
    "points-spades": published(2, 4, target=500),
    "points-tichu": published(2, 4, target=1000),
    "points-uno": published(2, 10, target=500),
    "points-wizard": published(3, 6),
    "wizard-with-bids": points_game(3, 6, bids={"made": 20, "each": 10, "missed": -10}),
    "my-phase-10": points_game(2, 6, wins="lowest", last_round=10),
    "our-three-rounds": points_game(
        4,
        4,
        wins="lowest",
        target=100,
        last_round=12,
        sums=[26, 78],
        rounds=[{}, {"sums": []}, {"times": 2}],
    ),
}
