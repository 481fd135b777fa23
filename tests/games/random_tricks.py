"""Random files of trick games; the checker accepts most of them."""

import random
from typing import Any

from tests.games.naive.tables import SUITS

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
DECKS = [RANKS, RANKS[4:], RANKS[5:], RANKS[7:], RANKS[10:], RANKS[10:], RANKS[11:]]


def random_tricks(luck: random.Random) -> dict[str, Any]:
    """Return the content of a file."""
    ranks = list(luck.choice(DECKS))
    if luck.random() < 0.2:
        luck.shuffle(ranks)
    fewest = luck.randint(2, 6)
    most = min(8, fewest + luck.choice([0, 0, 0, 1, 3]))
    deck = [rank + suit for rank in ranks for suit in SUITS]
    left_over = luck.choice(["last trick", "out"]) if luck.random() < 0.3 else "none"
    removed = {
        str(players): ""
        if left_over != "none" and luck.random() < 0.6
        else " ".join(luck.sample(deck, len(deck) % players))
        for players in range(fewest, most + 1)
    }
    tricks = len(deck) // most
    many = luck.choice([1, 1, 2, 4])
    ways = ["once each", "once a dealer", "all of a dealer", "any"]
    chosen = luck.choice(ways) if luck.random() < 0.3 else "in order"
    return {
        "family": "tricks",
        "title": "Ours",
        "short": "O",
        "players": [fewest, most],
        "ranks": " ".join(ranks),
        "removed": removed,
        "follow": luck.random() < 0.9,
        "must_trump": luck.random() < 0.3,
        "must_beat": luck.random() < 0.3,
        "wins": luck.choice(["lowest", "lowest", "highest"]),
        "until": luck.choice([False, False, 1, 10, 60]) if chosen in ("in order", "any") else False,
        "contracts": chosen if many > 1 or chosen not in ("once each", "any") else "in order",
        "first_trick_without": luck.choice(["", "", "", "H QS", "S", f"{deck[0]} {ranks[-1]}"])
        if "Q" in ranks
        else "",
        "left_over": left_over,
        "leads": luck.choice(["dealer", *deck[:4]]) if luck.random() < 0.4 else "left of dealer",
        "revoke_penalty": luck.choice([0, 0, 0, 5, -5]),
        "pass_cards": luck.choice([0, 1, 3]),
        "passing": luck.choice([["left"], ["left", "across", "none"], ["across"]]),
        "rounds": [random_round(luck, deck, tricks, fewest == most and most) for _ in range(many)],
    }


def random_round(luck: random.Random, deck: list[str], tricks: int, players: int) -> dict[str, Any]:
    """Return one of the `[[rounds]]`; `players` is 0 if their number varies."""
    if luck.random() < 0.1:
        return {"places": "any"}
    if players and luck.random() < 0.2:
        return {"places": [luck.choice([0, 5, 5, 10, 20, -10]) for _ in range(players)]}
    sizes = luck.choice([[1], [1, 2], [10, 25], [-1], [1, -1], [1, 13, -10], [-2, 5, 3]])

    def points() -> int:
        return luck.choice(sizes)

    keys = [*SUITS, *(card[:-1] for card in deck), *deck, *deck, " ".join(luck.sample(deck, 2))]
    entry: dict[str, Any] = {
        "cards": {luck.choice(keys): points() for _ in range(luck.choice([0, 1, 1, 2, 3]))}
    }
    for key, likely in (("trick", 0.3), ("first_trick", 0.2), ("last_trick", 0.4)):
        if luck.random() < likely:
            entry[key] = points()
    if luck.random() < 0.4 and tricks > 1:
        entry["last_tricks"] = luck.randint(1, min(3, tricks))
    if luck.random() < 0.25:
        numbers = luck.sample(range(1, tricks + 1), min(tricks, luck.choice([1, 2])))
        entry["tricks"] = {str(number): points() for number in numbers}
    if luck.random() < 0.6:
        more = luck.choice([1, 3, 26, -30, 0])
        entry["sweep"] = {"others": more} if luck.random() < 0.5 else more
    if luck.random() < 0.5:
        entry["restricted"] = luck.choice(SUITS)
        entry["restricted_opens"] = luck.random() < 0.6
    if luck.random() < 0.4:
        entry["trump"] = luck.choice([*SUITS, "named", "named"])
    if luck.random() < 0.4:
        entry["ends"] = "last card"
    if luck.random() < 0.2:
        entry |= {"cards": {}, "hand_size": luck.randint(1, tricks), "ends": "all cards"}
    return entry
