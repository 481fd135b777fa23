"""Variant files, read as docs/reference/variant-files.md describes them."""

from typing import Any

from tests.games.naive.cards import consequences
from tests.games.naive.point_tables import POINTS_GAMES, points_game
from tests.games.naive.tables import JOKER, OWN_GAMES, PLAIN_RULES, RANKS, SUITS
from tests.games.naive.trick_files import rules_of_trick_file
from tests.games.naive.trick_tables import TRICK_GAMES

File = dict[str, Any]

SAME_IN_BOTH = [
    *("target", "hand_size", "deal", "decks", "jokers", "bust", "over", "stock_out", "forgotten"),
    *("up_card", "sets", "debt_passes", "two_player_reverse", "honor", "winner_takes_all"),
    *("leads", "ends", "start", "draws", "empty_hand"),
]
"""The keys whose values mean the same in a file and in the naive referee's rules."""


def rules_of_file(file: File) -> dict[str, Any]:
    """Return the rules of a file that extends no other."""
    rules: dict[str, Any] = {**PLAIN_RULES, "provenance": "own"}
    rules.update({key: file[key] for key in SAME_IN_BOTH if key in file})
    rules["least_players"] = file.get("players", [2])[0]
    rules["chips"] = file.get("chips") or None
    if file.get("match"):
        rules["match"] = {"points": 1, **file["match"]}
    rules["floor"] = None if file.get("floor", False) is False else file["floor"]
    rules["exact"] = {
        int(total): what if isinstance(what, str) else consequences(what)
        for total, what in file.get("exact", {}).items()
    }
    rules["passing"] = {
        int(total): consequences(what) for total, what in file.get("passing", {}).items()
    }
    for key in ("multiples", "alike", "runs"):
        rules[key] = {int(number): consequences(what) for number, what in file.get(key, {}).items()}
    rules["on_bust"] = consequences(file.get("on_bust", []))
    rules["stuck"] = consequences(file.get("stuck", []))
    rules["reward"] = consequences(file.get("reward", []))
    forfeit = file.get("forfeit", [])
    rules["forfeits"] = [] if isinstance(forfeit, str) else consequences(forfeit)
    rules["ranks"] = file["ranks"].split() if "ranks" in file else RANKS
    rules["out"] = file.get("cards_out", "").split()
    lines = {card: line for key, line in file["cards"].items() for card in key.split()}
    rules["table"] = {"JK": JOKER, **lines}
    rules["shield"] = shield(rules)
    return rules


def shield(rules: dict[str, Any]) -> str | None:
    """Return the only shield of the random games, if it is in the deck."""
    for card, line in rules["table"].items():
        if isinstance(line, dict) and line.get("shield") and card[-1] in SUITS:
            return card if card[:-1] in rules["ranks"] and card not in rules["out"] else None
    return None


def add_own_game(name: str, file: File) -> None:
    """Let the naive referee play the game of a file."""
    match file.get("family"):
        case "tricks":
            TRICK_GAMES[name] = rules_of_trick_file(file)
        case "points":
            names = ("family", "title", "short", "players")
            rules = {key: value for key, value in file.items() if key not in names}
            POINTS_GAMES[name] = points_game(*file["players"], **rules)
        case _:
            OWN_GAMES[name] = rules_of_file(file)


def remove_own_game(name: str) -> None:
    for games in (OWN_GAMES, TRICK_GAMES, POINTS_GAMES):
        games.pop(name, None)
