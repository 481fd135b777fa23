"""Variant files, read as docs/reference/variant-files.md describes them."""

from typing import Any

from tests.games.naive.tables import JOKER as USUAL_JOKER
from tests.games.naive.tables import PIPS, PLAIN_RULES, RANKS, Effect, Table

File = dict[str, Any]

SAME_IN_BOTH = [
    *("target", "hand_size", "deal", "decks", "jokers", "bust", "over", "stock_out", "forgotten"),
    *("up_card", "sets", "debt_passes", "two_player_reverse", "honor", "winner_takes_all"),
    *("leads", "ends"),
]
"""The keys whose values mean the same in a file and in the naive referee's rules."""


def rules_of_file(file: File) -> dict[str, Any]:
    """Return the rules of a file that extends no other."""
    rules: dict[str, Any] = {**PLAIN_RULES, "provenance": "own", "decks": 1}
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
    rules["on_bust"] = consequences(file.get("on_bust", []))
    rules["reward"] = consequences(file.get("reward", []))
    forfeit = file.get("forfeit", [])
    rules["forfeits"] = [] if isinstance(forfeit, str) else consequences(forfeit)
    rules["ranks"] = file["ranks"].split() if "ranks" in file else RANKS
    rules["out"] = file.get("cards_out", "").split()
    rules["table"] = {"JK": USUAL_JOKER, **table_of(file["cards"])}
    return rules


def consequences(written: Any) -> list[File]:
    """Return the tables of a value that is one table or a list of them, with every key."""
    tables = written if isinstance(written, list) else [written]
    return [{"who": "player", "how_many": 1, "with": "pot", **table} for table in tables]


def table_of(cards: File) -> Table:
    """Return the effect of each rank and single card that a `[cards]` table has a line for."""
    return {card: effect_of_line(card, line) for key, line in cards.items() for card in key.split()}


def effect_of_line(card: str, line: File) -> Effect:
    """Return the effect in one line of a `[cards]` table."""
    effect: Effect = {}
    if "multiply" in line:
        effect["times"] = line["multiply"]
    elif isinstance(line.get("set"), dict):
        effect["between"] = [line["set"]["from"], line["set"]["to"]]
    elif "set" in line:
        effect["set"] = line["set"]
    elif line["add"] == "pip":
        effect["add"] = [PIPS[card.rstrip("CDHS")]]
    else:
        effect["add"] = line["add"] if isinstance(line["add"], list) else [line["add"]]
    for key, word in (("reverse", "reverse"), ("choose_next", "choose"), ("knock_out", "knock")):
        if line.get(key):
            effect[word] = True
    if line.get("then"):
        effect["then"] = consequences(line["then"])
    if line.get("skip"):
        effect["skip"] = line["skip"]
    if line.get("oblige"):
        effect["oblige"] = line["oblige"]
        effect["each"] = line.get("each_counts", card != "JK")
    return effect
