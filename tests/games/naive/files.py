"""The rules of a variant file, given as a dict, that extends nothing."""

from typing import Any

from tests.games.naive.tables import JOKER, PLAIN_RULES, VARIANTS

SWITCHED_OFF = ("chips", "floor")
"""Keys that a file writes as false for none."""


def rules_of_file(raw: dict[str, Any]) -> dict[str, Any]:
    """Return the rules of a file in the form of `VARIANTS`."""
    rules = {**PLAIN_RULES, "provenance": "own", "table": {"JK": JOKER, **raw["cards"]}}
    rules["target"], rules["hand_size"], rules["bust"] = (
        raw[key] for key in ("target", "hand_size", "bust")
    )
    for key in PLAIN_RULES:
        if key in raw:
            rules[key] = None if key in SWITCHED_OFF and raw[key] is False else raw[key]
    rules["decks"], rules["chips_many"] = raw.get("decks", 1), rules["chips"]
    rules["exact"] = {int(total): effect for total, effect in raw.get("exact", {}).items()}
    shields = [card for card, entry in raw["cards"].items() if is_shield(entry)]
    rules["shield"] = shields[0] if shields else None
    return rules


def is_shield(entry: Any) -> bool:
    return isinstance(entry, dict) and bool(entry.get("shield"))


def add_variant(name: str, raw: dict[str, Any]) -> None:
    """Let the naive referee play the game of a file."""
    VARIANTS[name] = rules_of_file(raw)


def remove_variant(name: str) -> None:
    del VARIANTS[name]
