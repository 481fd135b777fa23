"""Random cards of adding games, with every key of an entry, and random consequences."""

import random
from typing import Any

from tests.games.naive.tables import SUITS

Fields = dict[str, Any]

AMOUNTS = [-10, -5, -1, 0, 1, 2, 3, 4, 5, 7, 9, 10, 11, 20, 40]


def random_cards(drawn: random.Random, ranks: list[str], *, then: bool) -> Fields:
    """Return a table of cards for these ranks, with some single cards, perhaps a shield; with
    `then` some have consequences.
    """
    suits = drawn.random() < 0.4
    cards: Fields = {rank: _entries(drawn, suits=suits) for rank in ranks}
    suited = [rank for rank in ranks if rank != "JK"]
    for rank in drawn.sample(suited, drawn.randint(0, min(3, len(suited)))):
        cards[rank + drawn.choice(SUITS)] = _entries(drawn, suits=suits)
    if "A" in ranks and drawn.random() < 0.3:
        cards |= {"AS": {"add": 0, "knock_out": True}, "AH": {"add": 1, "shield": True}}
    for card, written in cards.items():
        entries = written if isinstance(written, list) else [written]
        for entry in entries:
            if entry.get("add") == "pip" and card == "JK":
                entry["add"] = 5
            if then and drawn.random() < 0.2:
                entry["then"] = random_consequences(drawn, names=drawn.random() < 0.3)
    return cards


def random_consequences(drawn: random.Random, *, ends: bool = True, names: bool = False) -> Any:
    """Return a consequence, or a list of them; only with `ends` it may end the hand, and `names` is
    whether a card names a player.
    """
    some = [
        _consequence(drawn, ends=ends, names=names) for _ in range(drawn.choice([1, 1, 1, 2, 3]))
    ]
    return some if len(some) > 1 or drawn.random() < 0.2 else some[0]


def _consequence(drawn: random.Random, *, ends: bool, names: bool) -> Fields:
    does = drawn.choice(["pays", "pays", "pays", "takes", "takes", "drinks", "scores", "draws"])
    if ends and drawn.random() < 0.2:
        does = drawn.choice(["is out", "wins the hand", "wins the game", "starts a new pile"])
    table: Fields = {"does": does}
    whom = ["next", "previous", "player", "last payer"] + ["named"] * 4 * names
    if does != "starts a new pile" and drawn.random() < 0.7:
        several = ["others", "others", "everyone"] * (not does.startswith("wins"))
        table["who"] = drawn.choice(whom + several)
    counts = does in ("pays", "takes", "drinks", "scores", "draws")
    if counts and drawn.random() < 0.4:
        table["how_many"] = drawn.choice([1, 2, 3] + [-2, "pile"] * (does == "scores"))
    if does in ("pays", "takes") and drawn.random() < 0.5:
        sides = {"pot", "player", "others"} - {table.get("who", "player")}
        table["with"] = drawn.choice(sorted(sides))
    return table


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
        {"first_bust": drawn.choice([True, False])},
    ]
    if suits:
        parts += [{"same_suit": drawn.choice([True, False])}, {"after": "QS 10H 5"}]
    when: Fields = {}
    for part in drawn.sample(parts, drawn.choice([1, 1, 1, 2])):
        when |= part
    return when
