"""Points games from `new` to the winners, in the order of docs/reference/referee-protocol.md.

Players are identified by seat number. `entered` is whether the points of a round have been entered.
"""

from typing import Any

from tests.games.naive.lines import is_number, is_text
from tests.games.naive.people import still_in
from tests.games.naive.point_tables import POINTS_GAMES
from tests.games.naive.refused import Refused
from tests.games.naive.table import Game, next_in, seat_of
from tests.games.naive.tricks import UP_FIELDS

Command = dict[str, Any]
Reply = dict[str, Any]

ALWAYS = ["join", "leave", "seat", "set", "end"]
PHASES = {"play": ["score", *ALWAYS], "round-over": ["deal", *ALWAYS], "game-over": []}
PHASE_CODE = {"play": "not-now", "round-over": "round-over", "game-over": "game-over"}


def check_in_this_game(game: Game, command: Command) -> None:
    """Refuse commands of card games with `not-in-this-game`."""
    total_claimed = command["cmd"] == "claim" and "total" in command
    won = "winners" in command and game["rules"]["entry"] != "winners"
    won = won or ({"bids", "tricks"} & set(command) and not game["rules"]["bids"])
    late = command["cmd"] == "join" and game["rules"]["teams"]
    if (
        won
        or late
        or total_claimed
        or command["cmd"] not in ("score", "claim", "deal", *ALWAYS, "undo")
    ):
        raise Refused("not-in-this-game")


def good_rule(rule: str, value: Any) -> bool:
    if rule == "wins":
        return is_text(value) and value in ("highest", "lowest")
    if rule == "entry":
        return is_text(value) and value in ("points", "winners")
    if rule == "losers":
        return is_text(value) and value in ("pay", "nothing")
    if rule == "teams":
        return is_number(value) and 2 <= value <= 6
    if rule == "solo":
        return is_number(value) and 2 <= value <= 99
    if rule == "tie":
        return is_text(value) and value in ("share", "one more round")
    if rule == "sums":
        return good_sums(value) and len(set(value)) == len(value)
    if rule == "rounds":
        return isinstance(value, list) and value != [] and all(map(good_round, value))
    if rule in ("target", "last_round", "out_at"):
        return is_number(value) and value >= 1 and (rule == "last_round" or value <= 99999)
    return False


def contradictions(rules: dict[str, Any]) -> set[str]:
    """Return the rules that contradict others; a referee may name any of them."""
    losers_pay = rules["entry"] == "winners" and rules["losers"] == "pay"
    sums_of_rounds = [entry.get("sums", []) for entry in rules["rounds"]]
    wrong = {
        "bids": rules["bids"] and rules["entry"] == "winners",
        "out_at": rules["out_at"] and (rules["wins"] == "highest" or rules["target"]),
        "overshoot": wrong_overshoot(rules["overshoot"], rules),
        "exact": rules["overshoot"] != "counts" and str(rules["target"]) in rules["exact"],
        "sums": losers_pay and rules["sums"] not in ([], [0]),
        "rounds": losers_pay and any(sums not in ([], [0]) for sums in sums_of_rounds),
    }
    return {rule for rule, is_wrong in wrong.items() if is_wrong}


def wrong_overshoot(value: Any, rules: dict[str, Any]) -> bool:
    too_high: bool = is_number(value) and value >= (rules["target"] or 0)
    return too_high or (value != "counts" and rules["tie"] != "share")


def good_sums(value: Any) -> bool:
    return isinstance(value, list) and all(
        is_number(each) and -99999 <= each <= 99999 for each in value
    )


def good_round(value: Any) -> bool:
    """Return whether this is a round in the form of a variant file."""
    if not isinstance(value, dict) or not set(value) <= {"says", "times", "sums"}:
        return False
    says, times, sums = value.get("says", ""), value.get("times", 1), value.get("sums", [])
    return (
        is_text(says)
        and len(says) <= 20
        and is_number(times)
        and 1 <= times <= 99
        and good_sums(sums)
        and len(set(sums)) == len(sums)
    )


def check_nothing_said(command: Command) -> None:
    """Refuse what other families say at a deal: an up-card, a round or a trump."""
    given = (UP_FIELDS | {"contract", "trump"}) & set(command)
    if given:
        raise Refused("bad-field", given)


def started(command: Command) -> Game:
    """Return a new game with its first round dealt."""
    names, house = command["players"], command.get("house", {})
    rules = POINTS_GAMES[command["variant"]]
    faults = {rule for rule, value in house.items() if not good_rule(rule, value)}
    if faults:
        raise Refused("bad-house-rule", faults)
    contradicted = contradictions({**rules, **house})
    if contradicted:
        raise Refused("bad-house-rule", contradicted)
    if (
        "" in names
        or len(set(names)) < len(names)
        or not rules["least"] <= len(names) <= rules["most"]
    ):
        raise Refused("bad-players")
    teams = {**rules, **house}["teams"]
    if teams and len(names) % teams != 0:
        raise Refused("bad-players")
    dealer = command.get("dealer", names[-1])
    if dealer not in names:
        raise Refused("unknown-player")
    check_nothing_said(command)
    rules = {**rules, "last_round": rules["last_rounds"].get(str(len(names)), rules["last_round"])}
    return {
        "variant": command["variant"],
        "rules": {**rules, **house},
        "phase": "play",
        "round": 1,
        "dealer": names.index(dealer),
        "entered": False,
        "players": [
            {"name": name, "in": True, "points": 0, "last": 0}
            | ({"team": place % teams + 1} if teams else {})
            | no_bid(rules)
            for place, name in enumerate(names)
        ],
        "winners": [],
    }


def no_bid(rules: dict[str, Any]) -> dict[str, Any]:
    """Return the part of a new player that a game with bids has."""
    if not rules["bids"]:
        return {}
    return {"bid": None, "bags": 0} if "bags" in rules["bids"] else {"bid": None}


def change(game: Game, command: Command) -> None:
    """Apply one command that changes the game, in a phase that allows it."""
    match command["cmd"]:
        case "score":
            score(game, command)
        case "deal":
            check_nothing_said(command)
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
        **no_bid(game["rules"]),
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
        or any(command.get(field) for field in ("chips", "points", "hands"))
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


def groups(game: Game) -> list[list[int]]:
    """Return the players still in, those of a team together."""
    found: dict[Any, list[int]] = {}
    for seat in still_in(game):
        found.setdefault(game["players"][seat].get("team", f"seat {seat}"), []).append(seat)
    return list(found.values())


def go_on_without(game: Game) -> None:
    """Let waiting players join the only player left, who otherwise wins."""
    if len(groups(game)) == 1:
        let_in(game)
    if len(groups(game)) == 1:
        game.update(phase="game-over", winners=still_in(game))


def let_in(game: Game) -> None:
    for player in game["players"]:
        if player.pop("waits", False):
            player["in"] = True


def check_all_in(game: Game, names: list[str]) -> None:
    seats = [seat_of(game, name) for name in names]
    if not set(seats) <= set(still_in(game)):
        raise Refused("player-out")


def won(game: Game, winners: list[str], amount: int) -> dict[str, int]:
    """Return the points of all players still in for a round with these winners."""
    rules = game["rules"]
    check_all_in(game, winners)
    named = [[game["players"][seat]["name"] for seat in group] for group in groups(game)]
    inside = [names[0] for names in named]
    good = [names[0] for names in named if set(names) & set(winners)]
    bad = [names[0] for names in named if not set(names) & set(winners)]
    if not good or (rules["losers"] == "pay" and not bad):
        raise Refused("bad-field", {"winners"})
    is_solo = rules["solo"] is not None and len(inside) > 2
    if rules["losers"] == "nothing":
        factor = rules["solo"] if is_solo and len(good) == 1 else 1
        return dict.fromkeys(good, amount * factor) | dict.fromkeys(bad, 0)
    if is_solo and len(good) == 1:
        return {good[0]: amount * rules["solo"]} | shared(-amount * rules["solo"], bad)
    if is_solo and len(bad) == 1:
        return {bad[0]: -amount * rules["solo"]} | shared(amount * rules["solo"], good)
    return dict.fromkeys(bad, -amount) | shared(amount * len(bad), good)


def shared(points: int, names: list[str]) -> dict[str, int]:
    """Return these points in equal parts."""
    if points % len(names) != 0:
        raise Refused("bad-amount", amount=abs(points), among=len(names))
    return dict.fromkeys(names, points // len(names))


def check_one_of_each_team(game: Game, numbers: dict[str, int], field: str) -> None:
    for group in groups(game):
        if len({game["players"][seat]["name"] for seat in group} & set(numbers)) > 1:
            raise Refused("bad-field", {field})


def bid(game: Game, bids: dict[str, int]) -> None:
    """Note the bid of everybody who is still in."""
    check_all_in(game, [*bids])
    inside = [game["players"][seat]["name"] for seat in still_in(game)]
    prices, tricks = game["rules"]["bids"], tricks_in_the_round(game)
    if "nil" in prices and set(bids) != set(inside):
        raise Refused("bad-field", {"bids"})
    if tricks is not None and any(number > tricks for number in bids.values()):
        raise Refused("bad-field", {"bids"})
    if tricks is not None and prices.get("hook") and sum(bids.values()) == tricks:
        raise Refused("bad-field", {"bids"})
    for player in game["players"]:
        player["bid"] = bids.get(player["name"], 0) if player["in"] else None


def taken(game: Game, tricks: dict[str, int]) -> dict[str, int]:
    """Return what the tricks bring, one player of each team named."""
    check_all_in(game, [*tricks])
    if all(game["players"][seat]["bid"] is None for seat in still_in(game)):
        raise Refused("bad-field", {"bids"})
    due = tricks_in_the_round(game)
    if due is not None and due != sum(tricks.values()):
        raise Refused("bad-field", {"tricks"})
    prices = {"made": 0, "each": 0, "missed": 0} | game["rules"]["bids"]
    points = {}
    for group in groups(game):
        first = game["players"][group[0]]
        said, got, too_many, brings, plays = 0, 0, 0, 0, False
        for seat in group:
            player = game["players"][seat]
            mine = tricks.get(player["name"], 0)
            if "nil" in prices and not player["bid"]:
                brings += -prices["nil"] if mine else prices["nil"]
                too_many += mine
            else:
                plays = True
                said += player["bid"] or 0
                got += mine
        if plays:
            off = said - got if said > got else got - said
            if off == 0 or (got > said and "over" in prices):
                brings += prices["made"] + prices["each"] * said
            else:
                brings += prices["missed"] * off + prices.get("missed_each", 0) * said
        too_many += got - said if got > said else 0
        brings += prices.get("over", 0) * too_many
        if "bags" in prices:
            full = first["bags"] % prices["bags"][0] + too_many
            brings += prices["bags"][1] * (full // prices["bags"][0])
            for player in game["players"]:
                if player is first or ("team" in player and player["team"] == first["team"]):
                    player["bags"] += too_many
        points[first["name"]] = brings
    return points


def tricks_in_the_round(game: Game) -> int | None:
    """Return how many tricks the round has; None if the file does not say it."""
    each = game["rules"]["bids"].get("tricks")
    number: int = min(game["round"], game["rules"]["last_round"] or game["round"])
    if each == "round":
        return number
    if isinstance(each, list):
        return int(each[(number - 1) % len(each)])
    return None if each is None else int(each)


def score(game: Game, command: Command) -> None:
    """Add the points of the round for every player still in."""
    rules, number = game["rules"], game["round"]
    most = rules["round_players"]
    if "winners" in command and most is not None and len(still_in(game)) > most:
        raise Refused("bad-field", {"winners"})
    if "bids" in command:
        bid(game, command["bids"])
        if "tricks" not in command:
            return
    if "tricks" in command:
        points = taken(game, command["tricks"])
    elif "winners" in command:
        points = won(game, command["winners"], command["amount"])
    else:
        points = command["points"]
        check_all_in(game, [*points])
        check_one_of_each_team(game, points, "points")
    entry = rules["rounds"][(number - 1) % len(rules["rounds"])]
    times, sums = entry.get("times", 1), entry.get("sums", rules["sums"])
    if rules["entry"] == "winners" and (rules["losers"] == "pay" or sums == [0]):
        sums = [0] if rules["losers"] == "pay" else []
    total = sum(points.values())
    if sums and total not in sums:
        nearest = min(sums, key=lambda one: abs(total - one))
        raise Refused("bad-sum", missing=nearest - total, sums=sums)
    enter(game, {name: times * each for name, each in points.items()})
    game.update(phase="round-over", entered=True)
    all_reached = put_out_by_points(game)
    reached = [
        player for player in game["players"] if player["points"] >= (rules["target"] or 10**9999)
    ]
    past_the_last = rules["last_round"] is not None and number >= rules["last_round"]
    ends = all_reached or reached or past_the_last
    best = [group for group in groups(game) if group[0] in best_of(game)]
    if ends and (rules["tie"] == "share" or len(best) == 1):
        end_with_the_best(game)
        return
    let_in(game)
    if len(groups(game)) == 1:
        game.update(phase="game-over", winners=still_in(game))


def enter(game: Game, points: dict[str, int]) -> None:
    """Give each player what the round brought the side."""
    for player in game["players"]:
        mates = [
            each
            for each in game["players"]
            if each is player or ("team" in player and each["team"] == player["team"])
        ]
        player["last"] = sum(points.get(each["name"], 0) for each in mates)
        if "bid" in player:
            player["bid"] = None
        if any(each["in"] for each in mates) and player["last"] != 0:
            player["points"] = settled(
                game["rules"], player["points"], player["points"] + player["last"]
            )


def settled(rules: dict[str, Any], before: int, now: int) -> int:
    """Return the points that a player has in place of `now`."""
    target = rules["target"]
    if target is not None and now > target and rules["overshoot"] != "counts":
        now = before if rules["overshoot"] == "stays" else rules["overshoot"]
    return int(rules["exact"].get(str(now), now))


def put_out_by_points(game: Game) -> bool:
    """Put out the players who have reached `out_at`; if all have, only those who are not the best.

    Return whether all have.
    """
    limit = game["rules"]["out_at"]
    inside = still_in(game)
    high = [seat for seat in inside if limit and game["players"][seat]["points"] >= limit]
    spared = best_of(game) if high == inside else []
    for seat in high:
        game["players"][seat]["in"] = seat in spared
    return high == inside


def end_with_the_best(game: Game) -> None:
    """End the game; the player still in with the best points wins."""
    game.update(phase="game-over", winners=best_of(game))


def best_of(game: Game) -> list[int]:
    """Return the players still in with the best points."""
    points = {seat: game["players"][seat]["points"] for seat in still_in(game)}
    best = max(points.values()) if game["rules"]["wins"] == "highest" else min(points.values())
    return [seat for seat, each in points.items() if each == best]


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
