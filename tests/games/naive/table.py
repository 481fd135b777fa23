"""A game as one dict of plain values, and its basic operations: drawing, passing the turn, ending.

Players are identified by seat number; directions are -1 and 1. `debt` is the number of plays owed
when the turn began, and `each` is whether each of them counts. `made` and `reversals` count the
cards and reversals played in the turn. `call` is the player who last called a total. `pending` is
how play continues after a shield: "pass" or "stay".
"""

from typing import Any

from tests.games.naive.house import deck_size
from tests.games.naive.refused import Refused

Game = dict[str, Any]
Command = dict[str, Any]


def new_game(variant: str, names: list[str], dealer: int, rules: dict[str, Any]) -> Game:
    players = [
        {"name": name, "in": True, "chips": rules["chips"], "cards": 0, "missing": 0}
        for name in names
    ]
    game = {"variant": variant, "rules": rules, "hand": 0, "dealer": dealer, "pot": 0}
    return {**game, "players": players, "winner": None, "losers": []}


def seat_of(game: Game, name: str) -> int:
    names = [player["name"] for player in game["players"]]
    if name not in names:
        raise Refused("unknown-player")
    return names.index(name)


def check_turn(game: Game, command: Command) -> None:
    if "player" in command and seat_of(game, command["player"]) != game["turn"]:
        raise Refused("not-your-turn", turn=game["players"][game["turn"]]["name"])


def still_in(game: Game) -> list[int]:
    return [seat for seat, player in enumerate(game["players"]) if player["in"]]


def next_in(game: Game, seat: int, direction: int, steps: int = 1) -> int:
    """Return the player `steps` seats further among those in; `seat` itself may be out."""
    while steps > 0:
        seat = (seat + direction) % len(game["players"])
        if game["players"][seat]["in"]:
            steps -= 1
    return seat


def deal_hand(game: Game) -> None:
    """Shuffle and deal all cards; no turn has begun yet."""
    for player in game["players"]:
        player["cards"] = game["rules"]["hand_size"] if player["in"] else 0
        player["turns"] = 0
        player["drew"] = False
        player["missing"] = 0
    held = sum(player["cards"] for player in game["players"])
    game.update(phase="play", hand=game["hand"] + 1, direction=1, pile=[], aside=0)
    game["total"] = game["rules"]["start"]
    game.update(stock=deck_size(game["rules"]) - held, turn=None, owed=0, debt=0, made=0)
    game.update(named=None, call=None, actor=None, pending=None, reversals=0, each=False)
    game["reshuffled"] = False


def begin_turn(game: Game, seat: int, owed: int, *, each: bool = False) -> None:
    """Begin this player's turn. A player with no card and none to come is out, and the next one
    acts.
    """
    while game["players"][seat]["cards"] == 0 and game["rules"]["stock_out"] == "play on":
        put_out(game, seat)
        if end_with_one(game):
            return
        seat = next_in(game, seat, game["direction"])
    game.update(phase="play", turn=seat, owed=owed, debt=owed, made=0, reversals=0, each=each)
    game.update(actor=None, pending=None, named=None)
    game["players"][seat]["turns"] += 1
    game["players"][seat]["drew"] = False


def put_out(game: Game, seat: int) -> None:
    """Take the player out of the game and set the cards aside."""
    player = game["players"][seat]
    game["aside"] += player["cards"]
    player.update({"in": False, "cards": 0, "drew": False, "missing": 0})
    player.pop("waits", None)


def draw_at_the_end(game: Game, seat: int, made: int) -> None:
    """End this player's turn: draw as many cards as were played, plus a forgotten one."""
    player = game["players"][seat]
    forgotten, player["missing"] = player["missing"], 0
    draw(game, seat, made + forgotten)


def draw(game: Game, seat: int, cards: int) -> None:
    """Draw this number of cards, or as many as there are."""
    for _ in range(cards):
        if game["stock"] == 0 and game["rules"]["stock_out"] == "reshuffle":
            game["stock"] = game["aside"] + len(game["pile"][:-1])
            game["aside"] = 0
            game["pile"] = game["pile"][-1:]
            game["reshuffled"] = game["reshuffled"] or game["stock"] > 0
        if game["stock"] > 0:
            game["stock"] -= 1
            game["players"][seat]["cards"] += 1
            game["players"][seat]["drew"] = True


def end_with_one(game: Game) -> bool:
    """Let the last player in win; return whether there is only one."""
    left = still_in(game)
    if len(left) == 1 and any(player.get("waits") for player in game["players"]):
        end_hand(game)
        return True
    if len(left) == 1:
        end_game(game, winner=left[0])
    return len(left) == 1


def end_hand(game: Game) -> None:
    """Bring in the players who waited for the next hand."""
    for player in game["players"]:
        if player.pop("waits", False):
            player["in"] = True
    game.update(phase="hand-over", turn=None, owed=0, debt=0, made=0, named=None)


def end_game(game: Game, winner: int | None = None, losers: list[int] | None = None) -> None:
    """End the game. The counts stay, except that a winner may take the pot."""
    game.update(
        phase="game-over", turn=None, owed=0, named=None, winner=winner, losers=losers or []
    )
    if (
        winner is not None
        and game["rules"]["winner_takes_all"]
        and game["players"][winner]["chips"] is not None
    ):
        game["players"][winner]["chips"] += game["pot"]
        game["pot"] = 0


def passed_debt(game: Game) -> int:
    """Return the number of plays that the next player owes if the one to act passes them on."""
    unmet: int = game["owed"]
    whole: int = game["debt"]
    return unmet if game["rules"]["debt_passes"] == "unmet" else whole


def bust(game: Game) -> None:
    """Apply the cost of a bust by the player to act under the rules in force."""
    seat, kind = game["turn"], game["rules"]["bust"]
    player = game["players"][seat]
    owed, made = passed_debt(game), game["made"]
    if kind == "lose":
        end_game(game, losers=[seat])
        return
    if kind == "out":
        put_out(game, seat)
    else:
        pay_chip(game, seat)
    if kind == "chip, new pile":
        game["aside"] += len(game["pile"])
        game.update(pile=[], total=game["rules"]["start"], call=None)
        owed = 1
    if end_with_one(game):
        return
    if kind == "chip, new hand":
        end_hand(game)
        return
    if player["in"]:
        draw_at_the_end(game, seat, made)
    begin_turn(game, next_in(game, seat, game["direction"]), owed, each=game["each"])


def pay_chip(game: Game, seat: int) -> None:
    """Pay one chip to the pot. A player without chips is out, or on their honor until the next
    bust.
    """
    player = game["players"][seat]
    on_honor = player["chips"] == 0
    if not on_honor:
        player["chips"] -= 1
        game["pot"] += 1
    if player["chips"] == 0 and (on_honor or not game["rules"]["honor"]):
        put_out(game, seat)
