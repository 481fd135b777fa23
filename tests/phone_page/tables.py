"""Tables in the middle of games, as the box would send them to a page."""

import copy
from collections.abc import Sequence
from typing import Any

Json = dict[str, Any]

PLACES: dict[int, list[int]] = {
    2: [0, 4],
    3: [0, 3, 5],
    4: [7, 1, 3, 5],
    5: [0, 1, 3, 5, 7],
    6: [0, 1, 3, 4, 5, 7],
    7: [0, 1, 2, 3, 4, 5, 7],
}
EVENING = 1_700_000_000.0  # seconds since 1970

NOTHING_CAN: Json = {
    "upCard": False,
    "forgot": [],
    "leave": [],
    "show": [],
    "points": [],
}
NOW: Json = {
    "sequence": 0,
    "hand": None,
    "plays": 0,
    "reversals": 0,
    "twice": 0,
    "call": None,
    "deals": None,
    "shield": None,
    "unshielded": "",
    "can": NOTHING_CAN,
    "refused": {},
    "bust": "",
    "meanwhile": [
        "Cy's phone: ",
        {"suit": "S", "rank": "9"},
        " by Bo. Nothing was sent from your phone.",
    ],
    "undo": None,
    "again": None,
    "result": None,
    "leads": {},
    "trick": None,
    "adds": None,
}
BOX: Json = {
    "missing": [],
    "noise": [],
    "disk": "",
    "stopped": None,
    "asks": "",
    "off": False,
    "floor": False,
    "director": False,
    "court": "JQK",
    "clock": EVENING,
}
NINETY_NINE_KEYS = [
    ("A", "1"),
    ("2", "2"),
    ("3", "3"),
    ("4", "0, reverse"),
    ("5", "5"),
    ("6", "6"),
    ("7", "7"),
    ("8", "8"),
    ("9", "0, pass"),
    ("10", "+10 or −10"),
    ("J", "10"),
    ("Q", "10"),
    ("K", "sets 99"),
]


def keys(does: Sequence[tuple[str, Any]], suited: str = "") -> list[Json]:
    return [{"rank": rank, "does": words, "suit": rank in suited.split()} for rank, words in does]


def sign(card: str) -> Json:
    """Return a card, or only a suit, as a part of a text."""
    return {"suit": card[-1], "rank": card[:-1]} if len(card) > 1 else {"suit": card}


def undo(what: str, then: str, card: str = "") -> Json:
    """Return what one tap would undo: `what`, or a player's action and the card."""
    text = [f"Undo {what} ", sign(card)] if card else f"Undo {what}"
    return {
        "order": {"cmd": "undo"},
        "what": text,
        "then": then,
        "said": f"Undo {what}? {then}.",
    }


def moving(parts: Json) -> Json:
    """Return these parts with the player to act, as the box sends it next to the rest of `now`."""
    state, now = parts["state"], parts["now"]
    if now is None:
        return {}
    if state is None:
        nobody = "Nobody is playing."
        standing = {"move": nobody, "brief": nobody, "full": nobody, "known": ""}
        plays = {"name": "", "before": "", "after": "Nobody is playing"}
        return {"move": plays, "standing": standing, "where": "", "way": "", "dealt": ""}
    name, does = _move(state, now)
    move = f"{name}{does}."
    total = state.get("total")
    figure = "" if total is None else f"{total}. ".replace("-", "−")
    way = f"{name}{does}, {state.get('direction')}." if state["turn"] else move
    known = (
        f"Last known total {figure}".strip() if figure else f"Last known points: {_points(state)}."
    )
    at = f" at {figure[:-2]}" if figure else ""
    part = "round" if "trick" in state else "hand"
    still = f"{state['turn']} still to play{at}." if state["turn"] else ""
    standing = {
        "move": move,
        "brief": figure + move,
        "full": f"Total {figure}{way}",
        "known": known,
        "still": still,
    }
    return {
        "move": {"name": name, "before": "", "after": does},
        "standing": standing,
        "where": now.get("where") or f"hand {now['hand']}",
        "way": state.get("direction", ""),
        "dealt": f"{state['dealer']} dealt",
        "over": {"hand-over": f"Hand {now['hand']} is over", "game-over": "The game is over"}.get(
            state["phase"], ""
        ),
        "deal": f"{now['deals']} deals {part} {now['hand'] + 1}" if now["deals"] else "",
        "beside": _beside(state, now) | now.get("beside", {}),
    }


def _beside(state: Json, now: Json) -> dict[str, str]:
    said = {player["name"]: "out" for player in state["players"] if not player.get("in", True)}
    said |= dict.fromkeys(
        state.get("winners") or [state["winner"]] if state.get("winner") else [], "wins"
    )
    if now["deals"]:
        said[now["deals"]] = "deals next"
    if state["phase"] == "shield":
        said[state["named"]] = "shield?"
    elif "trick" in state and state["turn"]:
        said[state["turn"]] = "to play"
    elif state.get("owed", 1) > 1:
        said[state["turn"]] = f"owes {state['owed']}"
    return said


def _move(state: Json, now: Json) -> tuple[str, str]:
    if state["phase"] == "shield":
        return state["named"], ": shield?"
    if state["phase"] == "game-over":
        won = (
            state.get("winners") or [state["winner"]]
            if state.get("winner")
            else state.get("winners")
        )
        return (
            ("", f"{' and '.join(won)} win{'s' if len(won) == 1 else ''}")
            if won
            else ("", "All lose")
        )
    if not state["turn"]:
        return now["deals"] or "Nobody", " deals"
    if state.get("owed", 1) > 1:
        return state["turn"], f" owes {state['owed']} plays"
    return state["turn"], " leads" if "trick" in state and not state["led"] else " to play"


def _points(state: Json) -> str:
    return ", ".join(f"{player['name']} {player['points']}" for player in state["players"])


def result(
    *standing: tuple[str, int, str], won: str, evening: Sequence[tuple[str, int]] = ()
) -> Json:
    """Return the result of a game that one player `won`: names, figures and words, best first."""
    return {
        "game": "Ninety-nine, hand 3",
        "places": [
            {"name": name, "rank": rank, "figure": figure, "about": about, "won": name == won}
            for rank, (name, figure, about) in enumerate(standing, 1)
        ],
        "unit": "chips",
        "pot": f"The pot goes to {won}: 3 chips.",
        "forfeit": "",
        "title": "Games won this evening",
        "evening": list(evening),
        "of_losses": False,
    }


def nobody() -> Json:
    """Return a box without a game."""
    return {
        "box": copy.deepcopy(BOX),
        "ruling": {"phones": 0, "version": 1, "owners": []},
        "game": None,
        "state": None,
        "now": copy.deepcopy(NOW),
        "question": None,
        "rounds": None,
    }


def seat(name: str, chips: int | None = None, cards: int = 3, *, still_in: bool = True) -> Json:
    return {"name": name, "in": still_in, "chips": chips, "cards": cards}


def adding(
    players: Sequence[Json],
    *,
    total: int,
    turn: str | None,
    title: str = "Ninety-nine",
    target: int = 99,
    chips: int | None = 5,
    **state: Any,
) -> Json:
    """Return a table of an adding game."""
    count = len(players)
    parts = nobody()
    parts["game"] = {
        "number": 1,
        "variant": "ninety-nine",
        "title": title,
        "short": title,
        "said": f"{title}.",
        "family": "adding",
        "places": PLACES.get(count, list(range(min(count, 8)))),
        "target": target,
        "chips": chips,
        "look": "dots",
        "sets": False,
        "bust": "chip, new hand",
        "over": "refuse",
        "decks": 1,
        "jokers": 0,
        "shield": None,
        "shows": [],
        "leaving": "Chips go to the pot, cards are set aside.",
        "keys": keys(NINETY_NINE_KEYS),
    }
    parts["state"] = {
        "variant": "ninety-nine",
        "phase": "play",
        "hand": 3,
        "total": total,
        "direction": "clockwise",
        "turn": turn,
        "owed": 1,
        "dealer": str(players[1]["name"]),
        "pot": 2,
        "stock": 23,
        "pile": ["8D", "4H"],
        "aside": 0,
        "named": None,
        "players": list(players),
        "winner": None,
        "losers": [],
    } | state
    parts["now"] |= {
        "sequence": 412,
        "hand": parts["state"]["hand"],
        "plays": 17,
        "reversals": 2,
        "twice": 2,
    }
    parts["now"]["can"] = NOTHING_CAN | {
        "leave": [player["name"] for player in players if player["in"]],
    }
    return parts


def row(number: int, player: str, card: str, total: int, text: str = "", **more: Any) -> Json:
    """Return the row of a played card."""
    return {
        "id": str(number),
        "at": EVENING + number,
        "kind": "play",
        "hand": 3,
        "player": player,
        "cards": [card],
        "text": text or f"“{total}”",
        "total": total,
        "brief": text,
        "turns": card.startswith("4"),
        "after": [],
        "said": f"{player} {text or card}. {total}.",
        "undone": f"Undone: {player}'s {card}.",
        "headline": "",
        "paid": None,
        "struck": None,
        "by": None,
        "back": 413 - number,
    } | more


def ninety_nine() -> Json:
    """Return Ninety-nine in its third hand: total 97, Bo to act."""
    parts = adding(
        [seat("Ann", 5), seat("Bo", 4), seat("Cy", 5), seat("Di", 4)], total=97, turn="Bo"
    )
    parts["now"] |= {
        "call": {"player": "Ann", "cards": ["4H"], "text": "back on you"},
        "bust": "pays 1",
        "undo": undo("Ann’s", "97 stays, Ann to play, counterclockwise", "4H"),
    }
    return parts


def ninety_nine_rows() -> list[Json]:
    """Return the plays of that hand: from 0 to 97 in 17 plays."""
    deal = row(395, "Bo", "", 0, "dealt hand 3") | {
        "kind": "deal",
        "cards": [],
        "back": None,
        "turns": False,
    }
    plays = [
        ("Cy", "8C", 8, ""),
        ("Di", "10D", 18, "added ten"),
        ("Ann", "QS", 28, ""),
        ("Bo", "7H", 35, ""),
        ("Cy", "JC", 45, ""),
        ("Di", "4D", 45, "“back on you 45”"),
        ("Cy", "10H", 55, "added ten"),
        ("Bo", "6S", 61, ""),
        ("Ann", "QD", 71, ""),
        ("Di", "8H", 79, ""),
        ("Cy", "10C", 89, "added ten"),
        ("Bo", "10H", 79, "took ten off"),
        ("Ann", "KD", 99, "set it"),
        ("Di", "9S", 99, "“pass to you 99”"),
        ("Cy", "10S", 89, "took ten off"),
        ("Bo", "8D", 97, ""),
        ("Ann", "4H", 97, "“back on you 97”"),
    ]
    return [deal, *(row(396 + at, *play) for at, play in enumerate(plays))]


def spaghetti() -> Json:
    """Return Arizona Spaghetti in its fourth round, fifth trick: two cards played, Cy to act."""
    parts = nobody()
    points = {"Ann": (85, 0), "Bo": (60, 0), "Cy": (165, 0), "Di": (50, 0)}
    parts["game"] = {
        "number": 2,
        "variant": "arizona-spaghetti",
        "title": "Arizona Spaghetti",
        "short": "Spaghetti",
        "said": "Arizona Spaghetti. king of spades costs 100.",
        "family": "tricks",
        "places": PLACES[4],
        "rounds": 6,
        "costs": [sign("KS"), " costs 100"],
        "costs_said": "king of spades costs 100",
        "card_costs": {"card": "KS", "beside": "costs 100"},
        "restricted": "S",
        "step": 100,
        "times": 1,
        "sums": [100],
        "sum_words": "100",
        "aim": "lowest wins",
        "keys": [
            {"rank": rank, "does": "", "suit": True}
            for rank in ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
        ],
    }
    parts["state"] = {
        "variant": "arizona-spaghetti",
        "phase": "play",
        "round": 4,
        "turn": "Cy",
        "dealer": "Cy",
        "led": "D",
        "restricted": "S",
        "broken": False,
        "trick": [{"player": "Ann", "card": "7D"}, {"player": "Bo", "card": "JD"}],
        "revokes": 0,
        "players": [
            {"name": name, "points": total, "round_points": fresh, "tricks": 1, "cards": 9}
            for name, (total, fresh) in points.items()
        ],
        "winners": [],
    }
    parts["now"] |= {
        "sequence": 200,
        "hand": 4,
        "where": "Round 4 of 6, trick 5 of 13",
        "plays": 18,
        "refused": {"score": "Cards of this round have been played already."},
        "undo": undo("Bo’s", "Bo to play", "JD"),
        "trick": {
            "number": 5,
            "cards": [
                {"player": "Ann", "card": "7D", "said": "7 of diamonds"},
                {"player": "Bo", "card": "JD", "said": "jack of diamonds has it so far"},
            ],
            "wins": "Bo",
            "taken": False,
            "title": "Lead: diamonds",
            "bound": "",
            "lead": "No spades may be led until one is discarded.",
            "says": "Bo has it so far",
        },
        "leads": {"Di": "lowest"},
        "adds": "Rounds 1 to 3 add up: 130, 130, 100.",
    }
    parts["rounds"] = [
        _round(1, (20, 50, 30, 30), "each trick costs 10"),
        _round(2, (40, 10, 60, 20), ["each ", sign("H"), " costs 10"]),
        _round(3, (25, 0, 75, 0), "each Q costs 25"),
        _round(4, (0, 0, 0, 0), [sign("KS"), " costs 100"]),
    ]
    return parts


def _round(number: int, points: Sequence[int], costs: str | list[Any]) -> Json:
    named = dict(zip(("Ann", "Bo", "Cy", "Di"), points, strict=True))
    return {"round": number, "points": named, "sum": sum(points), "costs": costs}
