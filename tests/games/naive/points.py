"""Points games from `new` to the winners, in the order of docs/reference/referee-protocol.md.

Players are identified by seat number. `entered` is whether the points of a round have been entered.
"""

from typing import Any

from tests.games.naive.lines import is_number, is_text
from tests.games.naive.people import still_in
from tests.games.naive.point_tables import POINTS_GAMES
from tests.games.naive.refused import Refused
from tests.games.naive.table import Game, next_in, seat_of
from tests.games.naive.tricks import check_nothing_turned_up

Command = dict[str, Any]
Reply = dict[str, Any]

ALWAYS = ["join", "leave", "seat", "set", "end"]
PHASES = {"play": ["score", *ALWAYS], "round-over": ["deal", *ALWAYS], "game-over": []}
PHASE_CODE = {"play": "not-now", "round-over": "round-over", "game-over": "game-over"}


def check_in_this_game(_game: Game, command: Command) -> None:
    """Refuse commands of card games with `not-in-this-game`."""
    total_claimed = command["cmd"] == "claim" and "total" in command
    if total_claimed or command["cmd"] not in ("score", "claim", "deal", *ALWAYS, "undo"):
        raise Refused("not-in-this-game")


def good_rule(rule: str, value: Any) -> bool:
    if rule == "wins":
        return is_text(value) and value in ("highest", "lowest")
    if rule in ("target", "last_round"):
        return is_number(value) and value >= 1 and (rule != "target" or value <= 99999)
    return False


def started(command: Command) -> Game:
    """Return a new game with its first round dealt."""
    names, house = command["players"], command.get("house", {})
    rules = POINTS_GAMES[command["variant"]]
    faults = {rule for rule, value in house.items() if not good_rule(rule, value)}
    if faults:
        raise Refused("bad-house-rule", faults)
    if (
        "" in names
        or len(set(names)) < len(names)
        or not rules["least"] <= len(names) <= rules["most"]
    ):
        raise Refused("bad-players")
    dealer = command.get("dealer", names[-1])
    if dealer not in names:
        raise Refused("unknown-player")
    check_nothing_turned_up(command)
    return {
        "variant": command["variant"],
        "rules": {**rules, **house},
        "phase": "play",
        "round": 1,
        "dealer": names.index(dealer),
        "entered": False,
        "players": [{"name": name, "in": True, "points": 0, "last": 0} for name in names],
        "winners": [],
    }


def change(game: Game, command: Command) -> None:
    """Apply one command that changes the game, in a phase that allows it."""
    match command["cmd"]:
        case "score":
            score(game, command["points"])
        case "deal":
            check_nothing_turned_up(command)
            game["dealer"] = next_in(game, game["dealer"], 1)
            game.update(phase="play", round=game["round"] + 1)
        case "leave":
            player = game["players"][seat_of(game, command["player"])]
            if not player["in"] and not player.pop("waits", False):
                raise Refused("player-out")
            player["in"] = False
            go_on_without(game)
        case "join":
            join(game, command)
        case "seat":
            move(game, command)
        case "set":
            set_who_is_in(game, command)
        case "end":
            if not game["entered"]:
                raise Refused("not-now")
            end_with_the_best(game)


def join(game: Game, command: Command) -> None:
    """Seat a latecomer, who waits for the next round if one is in progress."""
    players, name = game["players"], command["player"]
    behind = len(players) if "after" not in command else seat_of(game, command["after"]) + 1
    taken = name == "" or any(player["name"] == name for player in players)
    if taken or len(players) >= game["rules"]["most"]:
        raise Refused("bad-players")
    if "chips" in command:
        raise Refused("bad-field", {"chips"})
    dealer = players[game["dealer"]]["name"]
    waits = {"waits": True} if game["phase"] == "play" and command.get("when") != "now" else {}
    newcomer = {
        "name": name,
        "in": not waits,
        "points": command.get("points", 0),
        "last": 0,
        **waits,
    }
    players.insert(behind, newcomer)
    game["dealer"] = seat_of(game, dealer)


def move(game: Game, command: Command) -> None:
    """Move a player to the seat behind another one."""
    players = game["players"]
    who, after = seat_of(game, command["player"]), seat_of(game, command["after"])
    if players[(after + 1) % len(players)] is players[who]:
        raise Refused("bad-field", {"after"})
    dealer = players[game["dealer"]]["name"]
    player = players.pop(who)
    players.insert(seat_of(game, command["after"]) + 1, player)
    game["dealer"] = seat_of(game, dealer)


def set_who_is_in(game: Game, command: Command) -> None:
    if (
        not command.get("in")
        or command.get("chips")
        or {"total", "turn", "direction"} & set(command)
    ):
        raise Refused("not-in-this-game")
    for name in command["in"]:
        seat_of(game, name)
    for name, is_in in command["in"].items():
        player = game["players"][seat_of(game, name)]
        player["in"] = is_in
        player.pop("waits", None)
    if not still_in(game):
        raise Refused("bad-field", {"in"})
    go_on_without(game)


def go_on_without(game: Game) -> None:
    """Let waiting players join the only player left, who otherwise wins."""
    if len(still_in(game)) == 1:
        let_in(game)
    if len(still_in(game)) == 1:
        game.update(phase="game-over", winners=still_in(game))


def let_in(game: Game) -> None:
    for player in game["players"]:
        if player.pop("waits", False):
            player["in"] = True


def score(game: Game, points: dict[str, int]) -> None:
    """Add the points of the round for every player still in."""
    rules, number = game["rules"], game["round"]
    seats = [seat_of(game, name) for name in points]
    if not set(seats) <= set(still_in(game)):
        raise Refused("player-out")
    if len(seats) < len(still_in(game)):
        raise Refused("bad-field", {"points"})
    times, sums = rules["rounds"][(number - 1) % len(rules["rounds"])]
    total = sum(points.values())
    if sums and total not in sums:
        nearest = min(sums, key=lambda one: abs(total - one))
        raise Refused("bad-sum", missing=nearest - total, sums=sums)
    for player in game["players"]:
        player["last"] = points.get(player["name"], 0) * times
        player["points"] += player["last"]
    game.update(phase="round-over", entered=True)
    reached = [
        player for player in game["players"] if player["points"] >= (rules["target"] or 10**9999)
    ]
    if reached or number == rules["last_round"]:
        end_with_the_best(game)
    else:
        let_in(game)


def end_with_the_best(game: Game) -> None:
    """End the game; the player still in with the best points wins."""
    points = {seat: game["players"][seat]["points"] for seat in still_in(game)}
    best = max(points.values()) if game["rules"]["wins"] == "highest" else min(points.values())
    game.update(phase="game-over", winners=[seat for seat, each in points.items() if each == best])


def claim(game: Game, command: Command) -> Reply:
    """Judge the total points that a player claims."""
    player = game["players"][seat_of(game, command["player"])]
    called, actual = command["points"], player["points"]
    return {
        "player": player["name"],
        "called": called,
        "actual": actual,
        "correct": called == actual,
    }


def listed() -> list[Reply]:
    """Return the points games as `variants` lists them."""
    return [
        {
            "name": name,
            "players": [rules["least"], rules["most"]],
            "provenance": rules["provenance"],
        }
        for name, rules in POINTS_GAMES.items()
    ]


def shown(game: Game) -> Reply:
    """Return the state as replies show it."""
    names = [player["name"] for player in game["players"]]
    return {
        **{field: game[field] for field in ("variant", "phase", "round")},
        "dealer": names[game["dealer"]],
        "players": game["players"],
        "winners": [names[seat] for seat in game["winners"]],
    }
