"""The variants as Python literals, copied from docs/reference/rules.md sections 3 to 5.

An effect is an entry of a file (docs/reference/variant-files.md). A key of a table is a rank, or a
rank and suit that overrides its rank; its value is an entry, or a list of alternatives.
"""

from typing import Any

Effect = dict[str, Any]
Table = dict[str, Any]

RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
SUITS = ["C", "D", "H", "S"]
PIPS = {rank: min(place, 10) for place, rank in enumerate(RANKS, start=1)}

PIP: Table = {rank: {"add": PIPS[rank]} for rank in RANKS}
ZERO: Effect = {"add": 0}
MINUS_TEN: Effect = {"add": -10}
TEN_EITHER_WAY: Effect = {"add": [10, -10]}
ONE_OR_ELEVEN: Effect = {"add": [1, 11]}
REVERSE: Effect = {"add": 0, "reverse": True}
SET_TARGET: Effect = {"set": "target"}
JOKER: Effect = {"set": "target", "oblige": 2}

NINETY_EIGHT: Table = {**PIP, "10": MINUS_TEN, "J": ZERO, "Q": ZERO, "K": SET_TARGET}
ARIZONA: Table = {
    **PIP,
    "A": ONE_OR_ELEVEN,
    "4": ZERO,
    "Q": ZERO,
    "9": REVERSE,
    "J": MINUS_TEN,
    "K": SET_TARGET,
}
UMASS: Table = {
    **NINETY_EIGHT,
    "A": ONE_OR_ELEVEN,
    "4": REVERSE,
    "9": ZERO,
    "10": TEN_EITHER_WAY,
    "AS": {"add": 0, "knock_out": True},
    "AH": ZERO,
    "QS": {"add": 0, "choose_next": True},
}
NINETY_NINE: Table = {**PIP, "4": REVERSE, "9": ZERO, "10": TEN_EITHER_WAY, "K": SET_TARGET}
STACK: Table = {**PIP, "4": REVERSE, "9": ZERO, "10": MINUS_TEN}
WILSON: Table = {
    **PIP,
    "A": ONE_OR_ELEVEN,
    "3": {"add": 3, "skip": 1},
    "4": REVERSE,
    "9": SET_TARGET,
    "10": TEN_EITHER_WAY,
    "K": ZERO,
}
ONE_HUNDRED: Table = {
    **PIP,
    "AS": {"set": {"from": 0, "to": "target"}},
    "AC": {"set": {"from": 0, "to": "target"}},
    "2S": {"multiply": 2},
    "4": REVERSE,
    "5H": {"add": -5},
    "5D": {"add": -5},
    "10": SET_TARGET,
    "J": MINUS_TEN,
    "QH": {"set": 0},
    "K": ZERO,
}

PLAIN_RULES: dict[str, Any] = {
    "provenance": "derived",
    "least_players": 2,
    "hand_size": 4,
    "deal": "hand size",
    "decks": 1,
    "ranks": RANKS,
    "out": [],  # cards taken out of each deck
    "chips": None,
    "chips_many": None,  # chips if more players than one deck serves
    "one_deck_up_to": None,  # players that one deck serves; None for any number
    "jokers": 0,
    "bust": "out",
    "over": "refuse",
    "stock_out": "reshuffle",
    "draws": "each turn",
    "empty_hand": "out",
    "forgotten": "lost",
    "up_card": "none",
    "leads": "left of dealer",
    "ends": "one left",
    "match": None,
    "passing": {},
    "multiples": {},
    "alike": {},
    "runs": {},
    "on_bust": [],
    "stuck": [],
    "reward": [],
    "forfeits": [],
    "sets": False,
    "debt_passes": "unmet",
    "two_player_reverse": "pass",
    "floor": None,
    "start": 0,
    "honor": False,
    "winner_takes_all": False,
    "exact": {},
    "last_card": None,
    "late_king": False,
    "shows": {},
    "shield": None,
}


def variant(table: Table, target: int, **differs: Any) -> dict[str, Any]:
    """Return plain rules with this card table and target, and these differences."""
    return {**PLAIN_RULES, "table": {**table, "JK": JOKER}, "target": target, **differs}


def ninety_nine(table: Table = NINETY_NINE, **differs: Any) -> dict[str, Any]:
    """Return the rules of section 4.1 with the changes of a variant in section 4.2."""
    base: dict[str, Any] = {
        "hand_size": 3,
        "chips": 5,
        "chips_many": 3,
        "one_deck_up_to": 4,
        "bust": "chip, new hand",
    }
    return variant(table, 99, **{**base, **differs})


def chips(each: int) -> dict[str, Any]:
    """Return this number of chips each, for any number of players."""
    return {"chips": each, "chips_many": each}


NO_CHIPS: dict[str, Any] = {"chips": None, "chips_many": None, "bust": "out"}
ISHIHARA: dict[str, Any] = {**NO_CHIPS, "up_card": "plain", "late_king": True}
ARIZONA_RULES: dict[str, Any] = {
    "provenance": "published",
    "jokers": 2,
    "sets": True,
    "stock_out": "play on",
    "forgotten": "made up",
}
ONE_HUNDRED_RULES: dict[str, Any] = {
    "provenance": "published",
    "least_players": 3,
    "hand_size": 3,
    **chips(3),
    "one_deck_up_to": 6,
    "bust": "chip, play on",
}
ACE_ELEVEN: Table = {**NINETY_NINE, "A": ONE_OR_ELEVEN}

VARIANTS: dict[str, dict[str, Any]] = {
    "ninety-eight": variant(NINETY_EIGHT, 98, bust="lose", over="bust"),
    "arizona-ninety-eight": variant(ARIZONA, 98, **ARIZONA_RULES),
    "arizona-ninety-eight-original": variant(ARIZONA, 98, **ARIZONA_RULES, debt_passes="full"),
    "ninety-eight-umass": variant(UMASS, 98, provenance="reconstructed", over="bust", shield="AH"),
    "ninety-nine": ninety_nine(),
    "ninety-nine-orcutt": ninety_nine(hand_size=5, **chips(4)),
    "ninety-nine-boyer": ninety_nine(hand_size=7, **NO_CHIPS, one_deck_up_to=5),
    "ninety-nine-kolb": ninety_nine(**chips(4), winner_takes_all=True),
    "ninety-nine-new-pile": ninety_nine(bust="chip, new pile"),
    "ninety-nine-king-pass": ninety_nine({**NINETY_NINE, "K": ZERO, "9": SET_TARGET}),
    "ninety-nine-nine-reverse": ninety_nine({**NINETY_NINE, "9": REVERSE, "4": ZERO}),
    "ninety-nine-ten-minus": ninety_nine({**NINETY_NINE, "10": MINUS_TEN}),
    "ninety-nine-ace-eleven": ninety_nine(ACE_ELEVEN),
    "ninety-nine-sixty-nine": ninety_nine(exact={69: "chip"}),
    "ninety-nine-stack": ninety_nine(
        STACK, provenance="reconstructed", **chips(3), winner_takes_all=True, honor=True
    ),
    "ninety-nine-wilson": ninety_nine(WILSON, provenance="reconstructed"),
    "ninety-nine-ishihara": ninety_nine(**ISHIHARA),
    "ninety-nine-ishihara-shows": ninety_nine(**ISHIHARA, shows={"K": "win", "6": "lose"}),
    "ninety-nine-thai": ninety_nine(ACE_ELEVEN, provenance="reconstructed"),
    "one-hundred": variant(ONE_HUNDRED, 100, **ONE_HUNDRED_RULES),
    "one-hundred-strict": variant(ONE_HUNDRED, 100, **ONE_HUNDRED_RULES, over="bust"),
}

OWN_GAMES: dict[str, dict[str, Any]] = {}
"""The rules of variant files by name, which the referee plays but does not list."""
