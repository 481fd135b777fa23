"""Trick games as in a variant file, read from docs/reference/variant-files.md, "Trick games"."""

from typing import Any

from tests.games.naive.tables import SUITS
from tests.games.naive.trick_tables import NOTHING, Round, fits


def rules_of_trick_file(content: dict[str, Any]) -> dict[str, Any]:
    """Return the rules of a complete file."""
    ranks = content["ranks"].split()
    cards = [rank + suit for rank in ranks for suit in SUITS]
    deals = {}
    fewest, most = content["players"]
    for players in range(fewest, most + 1):
        removed = content.get("removed", {}).get(str(players), "").split()
        deals[players] = ((len(cards) - len(removed)) // players, removed)
    return {
        "provenance": "own",
        "ranks": ranks,
        "deals": deals,
        "follow": content.get("follow", True),
        "must_trump": content.get("must_trump", False),
        "must_beat": content.get("must_beat", False),
        "wins": content.get("wins", "lowest"),
        "contracts": content.get("contracts", "in order"),
        "first_without": content.get("first_trick_without", "").split(),
        "leads": content.get("leads", "left of dealer"),
        "left_over": content.get("left_over", "none"),
        "until": content.get("until") or None,
        "revoke_penalty": content.get("revoke_penalty", 0),
        "rounds": [round_of(entry, cards) for entry in content["rounds"]],
    }


def round_of(entry: dict[str, Any], deck: list[str]) -> Round:
    """Return one of the `[[rounds]]`."""
    sweep: Any = entry.get("sweep", 0)
    others: Any = None
    if isinstance(sweep, dict):
        sweep, others = 0, sweep["others"]
    cards: dict[str, int] = {}
    for key, points in entry.get("cards", {}).items():
        for card in deck:
            if fits(card, key):
                cards[card] = cards.get(card, 0) + points
    numbers = {int(number): points for number, points in entry.get("tricks", {}).items()}
    listed = [entry.get("trick", 0), entry.get("first_trick", 0), entry.get("last_trick", 0)]
    listed += [*numbers.values(), *entry.get("cards", {}).values()]
    listed += [] if entry.get("places") == "any" else entry.get("places", [])
    return {
        **NOTHING,
        "hand_size": entry.get("hand_size", 0),
        "trick": entry.get("trick", 0),
        "first": entry.get("first_trick", 0),
        "last": entry.get("last_trick", 0),
        "last_many": entry.get("last_tricks", 1),
        "numbers": numbers,
        "cards": cards,
        "sweep": sweep,
        "others": others,
        "restricted": entry.get("restricted"),
        "open": entry.get("restricted_opens", True),
        "trump": entry.get("trump"),
        "early": entry.get("ends") == "last card",
        "places": entry.get("places", []),
        "each": greatest_divisor(listed),
    }


def greatest_divisor(numbers: list[int]) -> int:
    """Return the greatest number that divides all of them."""
    largest = max(abs(number) for number in numbers) or 1
    return max(
        number for number in range(1, largest + 1) if all(other % number == 0 for other in numbers)
    )
