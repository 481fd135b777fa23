"""The rules in force: a variant for `players` players, with house rules on top."""

import copy
import re
from typing import Any

from tests.games.naive.cards import consequences, in_this_deck, read_card, suits_of
from tests.games.naive.lines import is_number, is_text, is_yes_or_no
from tests.games.naive.refused import Refused
from tests.games.naive.tables import OWN_GAMES, SUITS, VARIANTS

House = dict[str, Any]

ENDLESS = ["drinks", "scores", "draws", "starts a new pile"]
"""What a consequence does without bringing the game nearer to its end."""

WORDS = {
    "bust": ["out", "lose", "chip, new hand", "chip, play on", "chip, new pile"],
    "over": ["refuse", "bust"],
    "stock_out": ["play on", "reshuffle"],
    "forgotten": ["lost", "made up"],
    "deal": ["hand size", "all"],
    "leads": ["left of dealer", "loser", "winner"],
    "ends": ["one left", "first out"],
    "up_card": ["none", "apply", "plain"],
    "debt_passes": ["unmet", "full"],
    "two_player_reverse": ["again", "pass"],
}
NUMBERS: dict[str, tuple[int | None, int | None]] = {
    "target": (1, None),
    "decks": (1, 4),
    "jokers": (0, 8),
    "hand_size": (1, None),
    "chips": (1, None),
    "floor": (None, 0),
}
SWITCHES = ["sets", "honor", "winner_takes_all"]
EXACT = ["chip", "reset", "point", "drink"]


def rules_in_force(name: str, house: House, players: int) -> dict[str, Any]:
    """Return the variant's rules overridden by those of the house, or refuse with `unknown-variant`
    or `bad-house-rule`.
    """
    if name not in VARIANTS and name not in OWN_GAMES:
        raise Refused("unknown-variant", variant=name)
    rules = copy.deepcopy({**VARIANTS, **OWN_GAMES}[name])
    many = rules["one_deck_up_to"] is not None and players > rules["one_deck_up_to"]
    if many:
        rules["decks"], rules["chips"] = 2, rules["chips_many"]
    faults = {
        rule for rule, value in house.items() if rule != "last_card" and not good_rule(rule, value)
    }
    sound = {rule: value for rule, value in house.items() if rule not in faults}
    rules.update(sound)
    if "cards" in sound:
        rules["table"] = merged(rules["table"], sound["cards"])
    if "exact" in sound:
        rules["exact"] = {int(total): effect for total, effect in sound["exact"].items()}
    if "last_card" in house and not good_last_card(house["last_card"], rules):
        faults.add("last_card")
    down = rules["start"] > {**VARIANTS, **OWN_GAMES}[name]["target"]
    if down != (rules["start"] > rules["target"]) or rules["start"] == rules["target"]:
        faults.add("target")
    elif down and rules["floor"] is not None:
        faults.add("floor")
    lasting = rules["bust"] in ("chip, play on", "chip, new pile", "pass")
    if rules["match"] and lasting and rules["empty_hand"] == "out":
        faults.add("bust")
    if rules["bust"] == "pass" and not can_end(rules):
        faults.add("bust")
    if rules["empty_hand"] == "passes" and not has_next_hand(rules):
        faults.add("empty_hand")
    if rules["bust"].startswith("chip") and rules["chips"] is None and not rules["on_bust"]:
        faults |= {"bust", "chips"}
    if faults:
        raise Refused("bad-house-rule", faults)
    return rules


def has_next_hand(rules: dict[str, Any]) -> bool:
    for_chips = rules["empty_hand"] != "out" and rules["chips"] is not None
    return rules["match"] is not None or rules["bust"] == "chip, new hand" or for_chips


def can_end(rules: dict[str, Any]) -> bool:
    """Return whether something ends a game in which a bust is a pass."""
    lines = [each for line in rules["table"].values() for each in alternatives(line)]
    deeds = [*rules["on_bust"], *rules["stuck"], *rules["reward"], *rules["forfeits"]]
    for key in ("passing", "multiples", "alike", "runs"):
        for what in rules[key].values():
            deeds += what
    for what in rules["exact"].values():
        deeds += what if isinstance(what, list) else []
    for line in lines:
        deeds += consequences(line.get("then", []))
    return bool(
        rules["empty_hand"] != "out"
        or rules["stock_out"] == "play on"
        or rules["shows"]
        or any(line.get("knock_out") for line in lines)
        or any(deed["does"] not in ENDLESS for deed in deeds)
    )


def alternatives(line: Any) -> list[dict[str, Any]]:
    return line if isinstance(line, list) else [line]


def good_rule(rule: str, value: Any) -> bool:
    """Return whether adding games have this rule and allow this value."""
    if rule in WORDS:
        return is_text(value) and value in WORDS[rule]
    if rule in SWITCHES:
        return is_yes_or_no(value)
    if rule in NUMBERS:
        low, high = NUMBERS[rule]
        return (
            is_number(value) and (low is None or value >= low) and (high is None or value <= high)
        )
    if rule == "cards":
        return isinstance(value, dict)  # Only lines with good tables reach this referee.
    return rule == "exact" and good_exact(value)


def merged(table: dict[str, Any], over: dict[str, Any]) -> dict[str, Any]:
    """Return the cards with those of the house; a rank also replaces the single cards of it."""
    kept = {
        card: entry
        for card, entry in table.items()
        if not (card[-1] in SUITS and card[:-1] in over)
    }
    return {**kept, **over}


def good_exact(value: Any) -> bool:
    """Return whether these are whole numbers as text, each with an effect."""
    if not isinstance(value, dict):
        return False
    return all(re.fullmatch("-?[0-9]+", key) and effect in EXACT for key, effect in value.items())


def good_last_card(value: Any, rules: dict[str, Any]) -> bool:
    """Return whether this is a card of the deck, with its suit."""
    try:
        rank, suit, _ = in_this_deck(read_card(value), rules)
    except (Refused, AttributeError):
        return False
    return rank == "JK" or suit in SUITS


def deck_size(rules: dict[str, Any]) -> int:
    one_deck = sum(len(suits_of(rank, rules)) for rank in rules["ranks"]) + rules["jokers"]
    return int(one_deck * rules["decks"])


def cards_each(rules: dict[str, Any], hand: int, players: int) -> int:
    """Return how many cards each player gets when this hand is dealt to so many players."""
    if rules["deal"] == "all":
        return (deck_size(rules) - turned_up(rules)) // max(players, 1)
    sizes = all_sizes(rules)
    return int(sizes[hand - 1] if hand <= len(sizes) else sizes[-1])


def all_sizes(rules: dict[str, Any]) -> list[int]:
    """Return the sizes of the hands in turn; the last one stays."""
    size = rules["hand_size"]
    return size if isinstance(size, list) else [size]


def turned_up(rules: dict[str, Any]) -> int:
    return 0 if rules["up_card"] == "none" else 1


def can_be_dealt(rules: dict[str, Any], players: int) -> bool:
    """Return whether the deck has enough cards for every hand of so many players."""
    each = 1 if rules["deal"] == "all" else max(all_sizes(rules))
    return players * each + turned_up(rules) <= deck_size(rules)
