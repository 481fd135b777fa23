"""Joining, leaving and changing seats in an adding game, and changes by hand."""

from typing import Any

from tests.games.naive.house import can_be_dealt, cards_each, has_next_hand
from tests.games.naive.people import put_out, still_in
from tests.games.naive.refused import Refused
from tests.games.naive.table import (
    Game,
    begin_turn,
    draw,
    end_with_one,
    next_in,
    passed_debt,
    seat_of,
)
from tests.games.naive.totals import is_over

Command = dict[str, Any]
SEATS = ("dealer", "turn", "call", "leader", "last_payer")


def by_name(game: Game) -> dict[str, str | None]:
    """Return the names of dealer, player to act and last caller before seats change."""
    return {
        field: None if game[field] is None else game["players"][game[field]]["name"]
        for field in SEATS
    }


def at_their_seats(game: Game, names: dict[str, str | None]) -> None:
    for field, name in names.items():
        game[field] = None if name is None else seat_of(game, name)


def join(game: Game, command: Command) -> None:
    """Seat a latecomer with chips, who takes cards or waits."""
    rules, players = game["rules"], game["players"]
    name, hand_ends = command["player"], has_next_hand(rules)
    if game["phase"] == "hand-over" and command.get("when") == "now":
        raise Refused("hand-over")
    behind = len(players) if "after" not in command else seat_of(game, command["after"]) + 1
    if name == "" or any(player["name"] == name for player in players):
        raise Refused("bad-players")
    faults = {"points"} & set(command)
    if rules["chips"] is None:
        faults |= {"chips"} & set(command)
    if command.get("when") == "deal" and not hand_ends:
        faults |= {"when"}
    if faults:
        raise Refused("bad-field", faults)
    check_next_deal(game, 1 + sum(player["in"] or player.get("waits", False) for player in players))
    now = game["phase"] == "play" and (command.get("when") == "now" or not hand_ends)
    cards = cards_each(rules, game["hand"], len(still_in(game)) + 1) if now else 0
    if cards > game["stock"]:
        raise Refused("stock-short", needed=cards, cards=game["stock"])
    seats = by_name(game)
    chips = command.get("chips", rules["chips"])
    waits = game["phase"] == "play" and not now
    newcomer = {
        "name": name,
        "in": not waits,
        "chips": chips,
        "cards": cards,
        "turns": 0,
        "drew": False,
        "missing": 0,
    }
    if rules["match"]:
        newcomer["points"] = 0
    players.insert(behind, {**newcomer, "waits": True} if waits else newcomer)
    game["stock"] -= cards
    at_their_seats(game, seats)


def check_next_deal(game: Game, many: int) -> None:
    """Require enough cards to deal to `many` players, if there is another deal."""
    rules = game["rules"]
    if has_next_hand(rules) and not can_be_dealt(rules, many):
        raise Refused("too-many-players")


def move(game: Game, command: Command) -> None:
    """Move a player to the seat behind another one."""
    players = game["players"]
    who, after = seat_of(game, command["player"]), seat_of(game, command["after"])
    if players[after - len(players) + 1] is players[who]:
        raise Refused("bad-field", {"after"})
    seats = by_name(game)
    player = players.pop(who)
    players.insert(seat_of(game, command["after"]) + 1, player)
    at_their_seats(game, seats)


def leave(game: Game, command: Command) -> None:
    """Remove a player: set cards aside, distribute chips as agreed, pass debts on."""
    seat = seat_of(game, command["player"])
    player = game["players"][seat]
    if not player["in"] and not player.get("waits"):
        raise Refused("player-out")
    put_out(game, seat, leaves=True)
    if player["chips"] is not None:
        chips, player["chips"] = player["chips"], 0
        if command.get("chips") == "shared":
            each = chips // len(still_in(game))
            for heir in still_in(game):
                game["players"][heir]["chips"] += each
                chips -= each
        game["pot"] += 0 if command.get("chips") == "taken" else chips
    if end_with_one(game):
        return
    if game["turn"] == seat:
        begin_turn(
            game, next_in(game, seat, game["direction"]), passed_debt(game), each=game["each"]
        )


def set_by_hand(game: Game, command: Command) -> None:
    """Change by hand who is in, chips, total, direction and turn, in this order."""
    check_what_is_set(game, command)
    before = still_in(game)
    for name, is_in in command.get("in", {}).items():
        set_in(game, seat_of(game, name), is_in=is_in)
    if not still_in(game):
        raise Refused("bad-field", {"in"})
    many = sum(player["in"] or player.get("waits", False) for player in game["players"])
    check_next_deal(game, many)
    set_chips(game, command.get("chips", {}), command.get("against", "pot"))
    for name, count in command.get("points", {}).items():
        game["players"][seat_of(game, name)]["points"] = count
    set_cards(game, command.get("hands", {}))
    if "total" in command:
        game.update(total=command["total"], call=None)
    if "direction" in command:
        game["direction"] = 1 if command["direction"] == "clockwise" else -1
    if "turn" in command:
        set_turn(game, seat_of(game, command["turn"]))
    gone = [seat for seat in before if seat not in still_in(game)]
    if gone and not end_with_one(game):
        acting = game["turn"]
        if acting is not None and not game["players"][acting]["in"]:
            begin_turn(
                game, next_in(game, acting, game["direction"]), passed_debt(game), each=game["each"]
            )
    rules, acting = game["rules"], game["turn"]
    only_busts = (rules["empty_hand"], rules["stock_out"]) == ("out", "reshuffle")
    if acting is not None and not game["players"][acting]["cards"] and not only_busts:
        begin_turn(game, acting, game["owed"], each=game["each"])


def check_what_is_set(game: Game, command: Command) -> None:
    rules, in_play = game["rules"], {"total", "turn", "direction"} & set(command)
    if game["phase"] == "hand-over" and (in_play or command.get("hands")):
        raise Refused("hand-over")
    chips, against = command.get("chips", {}), command.get("against", "pot")
    counted = [*command.get("in", {}), *command.get("points", {}), *command.get("hands", {})]
    for name in (*counted, *chips, *([] if against == "pot" else [against])):
        seat_of(game, name)
    if "turn" in command:
        seat_of(game, command["turn"])
    if chips and rules["chips"] is None:
        raise Refused("bad-field", {"chips"})
    if command.get("points") and rules["match"] is None:
        raise Refused("bad-field", {"points"})
    if "total" in command and is_over(command["total"], rules):
        raise Refused("over-target", total=command["total"], target=rules["target"])
    if "total" in command and rules["floor"] is not None and command["total"] < rules["floor"]:
        raise Refused("bad-field", {"total"})


def set_in(game: Game, seat: int, *, is_in: bool) -> None:
    player = game["players"][seat]
    if not is_in:
        if player["in"] or player.get("waits"):
            put_out(game, seat, leaves=True)
    elif not player["in"]:
        each = cards_each(game["rules"], game["hand"], len(still_in(game)) + 1)
        player.pop("waits", None)
        player.update({"in": True, "turns": 0})
        for _ in range(each if game["phase"] == "play" else 0):
            place = "aside" if game["aside"] else "stock"
            if game[place]:
                game[place] -= 1
                player["cards"] += 1


def set_chips(game: Game, chips: dict[str, int], against: str) -> None:
    before = sum(game["players"][seat_of(game, name)]["chips"] for name in chips)
    for name, count in chips.items():
        game["players"][seat_of(game, name)]["chips"] = count
    more = sum(chips.values()) - before
    if against == "pot":
        account, field = game, "pot"
    else:
        account, field = game["players"][seat_of(game, against)], "chips"
    if chips and more > account[field]:
        raise Refused("chips-short", needed=more, chips=account[field])
    if chips:
        account[field] -= more


def set_cards(game: Game, cards: dict[str, int]) -> None:
    """Set how many cards players hold, out of the stock or back to it."""
    needed = 0
    for name, count in cards.items():
        player = game["players"][seat_of(game, name)]
        if not player["in"]:
            raise Refused("player-out")
        needed += count - player["cards"]
        player["cards"] = count
    if needed > game["stock"]:
        raise Refused("stock-short", needed=needed, cards=game["stock"])
    game["stock"] -= needed


def set_turn(game: Game, seat: int) -> None:
    if not game["players"][seat]["in"]:
        raise Refused("player-out")
    acting = game["turn"]
    if acting == seat:
        return
    if game["players"][acting]["in"]:
        draw(game, acting, game["made"])
    game.update(turn=seat, made=0, reversals=0)
    game["players"][seat]["turns"] += 1
    game["players"][seat]["drew"] = False
