"""Random adding games: cards with every key of an entry, accepted by the checker."""

import random
from typing import Any

from companion.core.family import Variant
from companion.errors import VariantError
from companion.variants.reading import finish_variant, merge_content
from tests.games.naive.tables import RANKS, SUITS

Fields = dict[str, Any]

AMOUNTS = [-10, -5, -1, 0, 1, 2, 3, 4, 5, 7, 9, 10, 11, 20, 40]
TARGETS = [20, 45, 60, 99, 99, 100]


def random_game(seed: int, name: str) -> tuple[Fields, Variant]:
    """Return a file in the form of a dict, and its variant."""
    drawn = random.Random(seed)  # noqa: S311 - games, not secrets
    while True:
        raw = _file(drawn)
        try:
            return raw, finish_variant(name, merge_content(raw, {}))
        except VariantError:
            continue


def _file(drawn: random.Random) -> Fields:
    raw: Fields = {
        "title": "Ours",
        "short": "O",
        "target": drawn.choice(TARGETS),
        "hand_size": drawn.choice([2, 3, 4, 5]),
        "bust": drawn.choice(
            ["out", "lose", "chip, new hand", "chip, play on", "chip, new pile", "chip, new hand"]
        ),
        "chips": drawn.choice([1, 2, 3]),
        "cards": random_cards(drawn, [*RANKS]),
    }
    options: dict[str, list[Any]] = {
        "decks": [1, 1, 2],
        "jokers": [0, 2],
        "over": ["refuse", "refuse", "bust"],
        "stock_out": ["reshuffle", "play on"],
        "up_card": ["none", "none", "apply", "plain"],
        "sets": [False, True],
        "debt_passes": ["unmet", "full"],
        "two_player_reverse": ["pass", "again"],
        "floor": [False, False, 0, -20],
        "exact": [{}, {}, {"20": "chip", "7": "reset"}],
    }
    for key, values in options.items():
        raw[key] = drawn.choice(values)
    if drawn.random() < 0.25:
        raw |= {"start": drawn.choice([20, 60, 99]), "target": drawn.choice([0, 10, 50])}
    return raw


def random_cards(drawn: random.Random, ranks: list[str]) -> Fields:
    """Return a table of cards for these ranks, with some single cards, perhaps a shield."""
    suits = drawn.random() < 0.4
    cards = {rank: _entries(drawn, suits=suits) for rank in ranks}
    for rank in drawn.sample(ranks, drawn.randint(0, min(3, len(ranks)))):
        cards[rank + drawn.choice(SUITS)] = _entries(drawn, suits=suits)
    if "A" in ranks and drawn.random() < 0.3:
        cards |= {"AS": {"add": 0, "knock_out": True}, "AH": {"add": 1, "shield": True}}
    return cards


def _entries(drawn: random.Random, *, suits: bool) -> Fields | list[Fields]:
    if drawn.random() < 0.55:
        entry = _entry(drawn)
        if drawn.random() < 0.1:
            entry["when"] = _when(drawn, suits=suits)
        return entry
    entries = [_entry(drawn) for _ in range(drawn.choice([2, 2, 3]))]
    for entry in entries:
        if drawn.random() < 0.5:
            entry["when"] = _when(drawn, suits=suits)
    if drawn.random() < 0.4:
        entries[-1]["when"] = "otherwise"
    return entries


def _entry(drawn: random.Random) -> Fields:
    entry: Fields
    match drawn.choice(["pip", "add", "add", "add", "set", "multiply", "divide"]):
        case "pip":
            entry = {"add": "pip"}
        case "add":
            entry = {"add": _amount(drawn, AMOUNTS)}
        case "set":
            entry = {"set": _amount(drawn, [0, 10, 15, 20, "target", "target"])}
        case "multiply":
            entry = {"multiply": _amount(drawn, [-1, 0, 2, 2, 3])}
        case _:
            entry = {"divide": _amount(drawn, [2, 2, 3, -2, 5])}
            if drawn.random() < 0.5:
                entry["round"] = drawn.choice(["up", "down"])
    if drawn.random() < 0.4:
        entry |= drawn.choice(
            [
                {"reverse": True},
                {"reverse": True},
                {"skip": 1},
                {"skip": 2, "reverse": True},
                {"again": True},
                {"choose_next": True},
                {"oblige": 2},
                {"oblige": 2, "each_counts": False},
                {"oblige": 3, "each_counts": True, "reverse": True},
                {"knock_out": True},
                {"call": "so there"},
            ]
        )
    return entry


def _amount(drawn: random.Random, numbers: list[Any]) -> Any:
    luck = drawn.random()
    if luck < 0.7:
        return drawn.choice(numbers)
    different = [*dict.fromkeys(numbers)]
    if luck < 0.9:
        return drawn.sample(different, drawn.choice([1, 2, 2, 3]))
    lowest = -99 if 0 in numbers else 1  # A divisor is not 0.
    low = drawn.choice([each for each in different if each != "target" and each >= lowest])
    highest = "target" if "target" in numbers else max(low, 12)
    return {"from": low, "to": drawn.choice([low, low + 1, highest])}


def _when(drawn: random.Random, *, suits: bool) -> Fields:
    """Return a condition; only with `suits` it may look at those of cards."""
    parts: list[Fields] = [
        {"total": drawn.choice([{"from": 15}, {"to": 14}, {"from": 5, "to": 30}, 10])},
        {"total": drawn.choice(["even", "odd", {"multiple_of": drawn.choice([2, 5, 10])}])},
        {"after": drawn.choice(["7", "A 2 3 4 5", "J Q K JK"])},
        {"same_rank": drawn.choice([True, False])},
        {"players": drawn.choice([2, {"from": 3}, {"to": 3}, "even"])},
        {"first_round": drawn.choice([True, False])},
    ]
    if suits:
        parts += [{"same_suit": drawn.choice([True, False])}, {"after": "QS 10H 5"}]
    when: Fields = {}
    for part in drawn.sample(parts, drawn.choice([1, 1, 1, 2])):
        when |= part
    return when
