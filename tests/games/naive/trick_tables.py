"""The trick games as Python literals, copied from docs/reference/rules.md sections 6 to 8.

A round has the `hand_size` of each player, 0 if all cards are dealt, and the numbers of points: of
each `trick`, the `first` one, each of the `last` ones, which are `last_many`, tricks by their
`numbers`, and single `cards`. A player who has taken everything that costs pays `sweep` more; if
`others` is a number, each other player pays that instead. Points of the round are multiples of
`each`. A `restricted` suit may not be led until it is broken, or never if it does not `open`. A
round with `places` has no tricks, only these points, or any. The `trump` beats other suits. An
`early` round ends after the trick in which the last of the `cards` is played.
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
    "hand_size": 0,
    "trick": 0,
    "first": 0,
    "last": 0,
    "last_many": 1,
    "numbers": {},
    "cards": {},
    "sweep": 0,
    "others": None,
    "restricted": None,
    "open": True,
    "trump": None,
    "early": False,
    "places": [],
}


def costs(*, each: int, **what: Any) -> Round:
    """Return a round with these costs."""
    return {**NOTHING, "each": each, **what}


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
        "wins": "lowest",
        "until": None,
        "rounds": [
            costs(trick=10, each=10),
            costs(cards=HEARTS, each=10, restricted="H", early=True),
            costs(cards=QUEENS, each=25, early=True),
            costs(cards=KING, each=100, restricted="S", early=True),
            costs(last=100, each=100),
            costs(trick=10, last=100, cards=ALL_OF_THEM, each=5, restricted="H"),
        ],
    },
    "slobberhannes": {
        "provenance": "reconstructed",
        "ranks": HIGH_CARDS,
        "deals": SHORT_PACK_DEALS,
        "wins": "lowest",
        "until": 10,
        "rounds": [costs(first=1, last=1, cards={"QC": 1}, sweep=1, each=1)],
    },
    "polignac": {
        "provenance": "reconstructed",
        "ranks": HIGH_CARDS,
        "deals": {players: SHORT_PACK_DEALS[players] for players in (4, 5, 6)},
        "wins": "lowest",
        "until": 10,
        "rounds": [costs(cards={"JC": 1, "JD": 1, "JH": 1, "JS": 2}, each=1)],
    },
}

BUNDLED = tuple(TRICK_GAMES)
"""The names above; games of files are added and removed."""


def fits(card: str, key: str) -> bool:
    """Return whether a key of `cards` is the card, its rank or its suit."""
    return key == card[-1] or card in key.split() or card[:-1] in key.split()


def deck(variant: str, players: int) -> list[str]:
    """Return the cards that are dealt to this number of players."""
    _, removed = TRICK_GAMES[variant]["deals"][players]
    cards = [rank + suit for rank in TRICK_GAMES[variant]["ranks"] for suit in SUITS]
    return [card for card in cards if card not in removed]
