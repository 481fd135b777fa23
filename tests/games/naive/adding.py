"""Adding games from `new` to the winner, in the order of docs/reference/referee-protocol.md."""

from typing import Any

from tests.games.naive.cards import card_text, check_drawn, check_unplayed, read_cards
from tests.games.naive.house import can_be_dealt, rules_in_force
from tests.games.naive.people import still_in
from tests.games.naive.playing import accept, check_up_fields, play, show_shield, situation, turn_up
from tests.games.naive.refused import Refused
from tests.games.naive.seating import join, leave, move, set_by_hand
from tests.games.naive.table import (
    Game,
    bust,
    check_turn,
    deal_hand,
    forget_the_last_command,
    lose,
    new_game,
    next_in,
    seat_of,
    win,
)
from tests.games.naive.tables import VARIANTS
from tests.games.naive.totals import playable

Command = dict[str, Any]
Reply = dict[str, Any]

PHASES = {
    "play": ["play", "bust", "join", "leave", "seat", "set", "forgot", "show"],
    "shield": ["shield", "accept"],
    "hand-over": ["deal", "join", "leave", "seat", "set"],
    "game-over": [],
}
PHASE_CODE = {
    "play": "not-now",
    "shield": "shield-pending",
    "hand-over": "hand-over",
    "game-over": "game-over",
}


def check_in_this_game(game: Game, command: Command) -> None:
    """Refuse commands that this game does not have with `not-in-this-game`."""
    name, rules = command["cmd"], game["rules"]
    unknown = (
        name in ("score", "end")
        or (name in ("shield", "accept") and rules["shield"] is None)
        or (name == "show" and not rules["shows"])
        or (name == "claim" and "total" not in command)
    )
    if unknown:
        raise Refused("not-in-this-game")


def started(command: Command) -> Game:
    """Return a new game with its cards dealt."""
    names = command["players"]
    rules = rules_in_force(command["variant"], command.get("house", {}), len(names))
    if "" in names or len(set(names)) < len(names) or len(names) < rules["least_players"]:
        raise Refused("bad-players")
    if not can_be_dealt(rules, len(names)):
        raise Refused("too-many-players")
    dealer = command.get("dealer", names[-1])
    if dealer not in names:
        raise Refused("unknown-player")
    game = new_game(command["variant"], names, names.index(dealer), rules)
    check_up_fields(game, command)
    deal_hand(game)
    turn_up(game, command)
    return game


def change(game: Game, command: Command) -> None:
    """Apply one command that changes the game, in a phase that allows it."""
    forget_the_last_command(game)
    match command["cmd"]:
        case "play":
            check_turn(game, command)
            play(game, command)
        case "bust":
            check_turn(game, command)
            if "hand" in command:
                check_hand(game, command["hand"])
            bust(game)
        case "shield":
            show_shield(game, command["card"])
        case "accept":
            accept(game)
        case "forgot":
            forgot(game, seat_in(game, command["player"]))
        case "show":
            show(game, seat_in(game, command["player"]), command["cards"])
        case "leave":
            leave(game, command)
        case "join":
            join(game, command)
        case "seat":
            move(game, command)
        case "set":
            set_by_hand(game, command)
        case "deal":
            check_up_fields(game, command)
            game["dealer"] = next_in(game, game["dealer"], 1)
            deal_hand(game)
            turn_up(game, command)


def seat_in(game: Game, name: str) -> int:
    seat = seat_of(game, name)
    if not game["players"][seat]["in"]:
        raise Refused("player-out")
    return seat


def check_hand(game: Game, texts: list[str]) -> None:
    """Require that the hand shown at a bust has no playable card."""
    player, rules = game["players"][game["turn"]], game["rules"]
    hand = read_cards(texts, rules)
    check_unplayed(hand, game["pile"], rules)
    check_drawn(hand, game)
    if len(hand) != player["cards"]:
        raise Refused("wrong-hand-size", cards=player["cards"])
    now = situation(game, game["turn"])
    good = [card_text(card) for card in hand if playable(card, now, rules, player["turns"])]
    if good:
        raise Refused("can-play", cards=good)


def forgot(game: Game, seat: int) -> None:
    """Return one card to the stock, at most once a turn."""
    player = game["players"][seat]
    if not player["drew"]:
        raise Refused("not-now")
    player["drew"] = False
    player["cards"] -= 1
    game["stock"] += 1
    if game["rules"]["forgotten"] == "made up":
        player["missing"] += 1


def show(game: Game, seat: int, texts: list[str]) -> None:
    """Show three cards of a rank that ends the game."""
    rules = game["rules"]
    cards = read_cards(texts, rules)
    check_unplayed(cards, game["pile"], rules)
    check_drawn(cards, game)
    if len(cards) > game["players"][seat]["cards"]:
        raise Refused("not-enough-cards")
    ranks = {rank for rank, _, _ in cards}
    if len(cards) != 3 or len(ranks) > 1 or cards[0][0] not in rules["shows"]:
        raise Refused("no-such-show")
    if rules["shows"][cards[0][0]] == "win":
        win(game, seat)
    else:
        lose(game, still_in(game))


def claim(game: Game, command: Command) -> Reply:
    """Judge a total that a player has called."""
    called = command["total"]
    if game["call"] is None:
        raise Refused("nothing-to-claim")
    name, actual = game["players"][game["call"]]["name"], game["total"]
    return {"player": name, "called": called, "actual": actual, "correct": called == actual}


def listed() -> list[Reply]:
    """Return the adding games as `variants` lists them."""
    return [
        {"name": name, "players": [rules["least_players"], None], "provenance": rules["provenance"]}
        for name, rules in VARIANTS.items()
    ]


def shown(game: Game) -> Reply:
    """Return the state as replies show it."""
    names = [player["name"] for player in game["players"]]
    fields = ["variant", "phase", "hand", "total", "owed", "pot", "stock", "aside"]
    state = {field: game[field] for field in fields}
    state["direction"] = "clockwise" if game["direction"] == 1 else "counterclockwise"
    for field in ("turn", "dealer", "named", "winner"):
        state[field] = None if game[field] is None else names[game[field]]
    state["pile"] = [card_text(card) for card in game["pile"]]
    state["losers"] = [names[seat] for seat in game["losers"]]
    state["players"] = [
        {
            field: player[field]
            for field in ("name", "in", "chips", "cards", "waits", "points")
            if field in player
        }
        for player in game["players"]
    ]
    return state
