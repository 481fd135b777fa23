"""The trick games as Python literals, copied from docs/reference/rules.md sections 6 to 8.

A round lists what costs points: each `trick`, the `first` one, the `last` one, single `cards`. A
player who has taken all of these pays `sweep` more. `beside` is the sum of all costs other than
tricks, and points of the round are multiples of `each`. A `restricted` suit may not be led until it
is broken. An `early` round ends after the trick in which the last card that costs is played.
"""

from typing import Any

from tests.games.naive.tables import SUITS

Round = dict[str, Any]

HIGH_CARDS = ["7", "8", "9", "10", "J", "Q", "K", "A"]
ALL_RANKS = ["2", "3", "4", "5", "6", *HIGH_CARDS]
"""Lowest first: the order in which they take tricks."""

HEARTS = {rank + "H": 10 for rank in ALL_RANKS}
QUEENS = {"QC": 25, "QD": 25, "QH": 25, "QS": 25}
KING = {"KS": 100}
ALL_OF_THEM = {**HEARTS, **QUEENS, **KING, "QH": 35}

NOTHING: Round = {
    "trick": 0,
    "first": 0,
    "last": 0,
    "cards": {},
    "sweep": 0,
    "restricted": None,
    "early": False,
}


def costs(*, each: int, beside: int, **what: Any) -> Round:
    """Return a round with these costs."""
    return {**NOTHING, "each": each, "beside": beside, **what}


# For each number of players: the cards dealt to each, and the cards taken out.
SPAGHETTI_DEALS = {
    3: (17, ["2C"]),
    4: (13, []),
    5: (10, ["2C", "2D"]),
    6: (8, ["2C", "3C", "2D", "3D"]),
    7: (7, ["2C", "3C", "2D"]),
    8: (6, ["2C", "3C", "2D", "3D"]),
}
SHORT_PACK_DEALS = {
    3: (10, ["7C", "7S"]),
    4: (8, []),
    5: (6, ["7C", "7S"]),
    6: (5, ["7C", "7S"]),
}

TRICK_GAMES: dict[str, dict[str, Any]] = {
    "arizona-spaghetti": {
        "provenance": "published",
        "ranks": ALL_RANKS,
        "deals": SPAGHETTI_DEALS,
        "until": None,
        "rounds": [
            costs(trick=10, each=10, beside=0),
            costs(cards=HEARTS, each=10, beside=130, restricted="H", early=True),
            costs(cards=QUEENS, each=25, beside=100, early=True),
            costs(cards=KING, each=100, beside=100, restricted="S", early=True),
            costs(last=100, each=100, beside=100),
            costs(trick=10, last=100, cards=ALL_OF_THEM, each=5, beside=430, restricted="H"),
        ],
    },
    "slobberhannes": {
        "provenance": "reconstructed",
        "ranks": HIGH_CARDS,
        "deals": SHORT_PACK_DEALS,
        "until": 10,
        "rounds": [costs(first=1, last=1, cards={"QC": 1}, sweep=1, each=1, beside=3)],
    },
    "polignac": {
        "provenance": "reconstructed",
        "ranks": HIGH_CARDS,
        "deals": {players: SHORT_PACK_DEALS[players] for players in (4, 5, 6)},
        "until": 10,
        "rounds": [costs(cards={"JC": 1, "JD": 1, "JH": 1, "JS": 2}, each=1, beside=5)],
    },
}


def deck(variant: str, players: int) -> list[str]:
    """Return the cards that are dealt to this number of players."""
    _, removed = TRICK_GAMES[variant]["deals"][players]
    cards = [rank + suit for rank in TRICK_GAMES[variant]["ranks"] for suit in SUITS]
    return [card for card in cards if card not in removed]
