"""A game as one dict of plain values, and its basic operations: drawing, passing the turn, ending.

Players are identified by seat number; directions are -1 and 1. `debt` is the number of plays owed
when the turn began, and `each` is whether each of them counts. `made` and `reversals` count the
cards and reversals played in the turn. `call` is the player who last called a total. `pending` is
how play continues after a shield: "pass" or "stay". `leader` plays first in the next hand, None for
the dealer's left, and `last_payer` paid last. Of this command, `gone` are the players whom it put
out without leaving, `lost` is the last one who busted or was put out, `emptied` paid their last
chip, and `won` is who has won the hand or the game.
"""

from typing import Any

from tests.games.naive.house import cards_each, deck_size, has_next_hand
from tests.games.naive.people import befall, new_pile, put_out, still_in, take_cards
from tests.games.naive.refused import Refused

Game = dict[str, Any]
Command = dict[str, Any]


def new_game(variant: str, names: list[str], dealer: int, rules: dict[str, Any]) -> Game:
    players = [
        {"name": name, "in": True, "chips": rules["chips"], "cards": 0, "missing": 0}
        for name in names
    ]
    if rules["match"]:
        for player in players:
            player["points"] = 0
    game = {"variant": variant, "rules": rules, "hand": 0, "dealer": dealer, "pot": 0}
    game.update(leader=None, last_payer=None, busted=False)
    forget_the_last_command(game)
    return {**game, "players": players, "winner": None, "losers": []}


def forget_the_last_command(game: Game) -> None:
    """Begin with nobody gone, broke, put out or winning by this command."""
    game.update(gone=[], lost=None, emptied=[], won=None)


def seat_of(game: Game, name: str) -> int:
    names = [player["name"] for player in game["players"]]
    if name not in names:
        raise Refused("unknown-player")
    return names.index(name)


def check_turn(game: Game, command: Command) -> None:
    if "player" in command and seat_of(game, command["player"]) != game["turn"]:
        raise Refused("not-your-turn", turn=game["players"][game["turn"]]["name"])


def next_in(game: Game, seat: int, direction: int, steps: int = 1) -> int:
    """Return the player `steps` seats further among those in; `seat` itself may be out."""
    while steps > 0:
        seat = (seat + direction) % len(game["players"])
        if game["players"][seat]["in"]:
            steps -= 1
    return seat


def deal_hand(game: Game) -> None:
    """Shuffle and deal all cards; no turn has begun yet."""
    each = cards_each(game["rules"], game["hand"] + 1, len(still_in(game)))
    for player in game["players"]:
        player["cards"] = each if player["in"] else 0
        player["turns"] = 0
        player["drew"] = False
        player["missing"] = 0
    held = sum(player["cards"] for player in game["players"])
    game.update(phase="play", hand=game["hand"] + 1, direction=1, pile=[], aside=0)
    game["total"] = game["rules"]["start"]
    game.update(stock=deck_size(game["rules"]) - held, turn=None, owed=0, debt=0, made=0)
    game.update(named=None, call=None, actor=None, pending=None, reversals=0, each=False)
    game.update(reshuffled=False, passes=0)


def begin_turn(game: Game, seat: int, owed: int, *, each: bool = False) -> None:
    """Begin this player's turn. A player with no card and none to come is out, or misses the turn,
    or has won.
    """
    empty, stock_out = game["rules"]["empty_hand"], game["rules"]["stock_out"]
    if won_without_cards(game):
        return
    if empty == "passes" and not with_cards(game):
        stuck(game)
        if not end_with_one(game):
            end_hand(game)
        return
    while game["players"][seat]["cards"] == 0 and (empty == "passes" or stock_out == "play on"):
        if empty == "out":
            put_out(game, seat)
            if end_with_one(game):
                return
        seat = next_in(game, seat, game["direction"])
    game.update(phase="play", turn=seat, owed=owed, debt=owed, made=0, reversals=0, each=each)
    game.update(actor=None, pending=None, named=None, leader=None)
    game["players"][seat]["turns"] += 1
    game["players"][seat]["drew"] = False


def with_cards(game: Game) -> list[int]:
    return [seat for seat in still_in(game) if game["players"][seat]["cards"]]


def won_without_cards(game: Game) -> bool:
    """Let the first player after the dealer who has no cards win the hand, if that wins."""
    seat = game["dealer"]
    for _ in game["players"]:
        seat = (seat + 1) % len(game["players"])
        player = game["players"][seat]
        if game["rules"]["empty_hand"] == "wins" and player["in"] and player["cards"] == 0:
            game["won"] = (seat, "wins the hand")
            end_with_one(game)
            return True
    return False


def stuck(game: Game) -> None:
    """Apply what happens to the last player who called, because nobody can play."""
    if game["call"] is not None:
        befall(game, game["call"], game["rules"]["stuck"])
        put_out_the_broke(game)


def draw_at_the_end(game: Game, seat: int, made: int) -> None:
    """End this player's turn: draw as many cards as were played, plus a forgotten one."""
    player = game["players"][seat]
    forgotten, player["missing"] = player["missing"], 0
    draw(game, seat, made + forgotten)


def draw(game: Game, seat: int, cards: int) -> None:
    """Draw this number of cards, or as many as there are."""
    due = 0 if game["rules"]["draws"] == "never" else cards
    if take_cards(game, seat, due) > 0:
        game["players"][seat]["drew"] = True


def end_with_one(game: Game) -> bool:
    """Let the last player in win, or the first one out lose; return whether that ends the hand."""
    if game["won"] is not None:
        winner, does = game["won"]
        game.update(won=None)
        if does == "wins the hand" and has_next_hand(game["rules"]):
            end_hand(game, winner=winner)
        else:
            win_game(game, winner)
        return True
    left = still_in(game)
    if game["rules"]["ends"] == "first out" and game["gone"]:
        lose(game, sorted(set(game["gone"])))
        return True
    waiting = any(player.get("waits") for player in game["players"])
    if len(left) == 1 and waiting and not game["rules"]["match"]:
        end_hand(game)
    elif len(left) == 1:
        win(game, left[0])
    return len(left) == 1


def lose(game: Game, losers: list[int]) -> None:
    """Let these players lose the game, or in a match this hand."""
    for loser in losers:
        befall(game, loser, game["rules"]["forfeits"])
    if game["rules"]["match"]:
        end_hand(game, losers=losers)
    else:
        end_game(game, losers=losers)


def win(game: Game, winner: int) -> None:
    """Let this player win the game, or in a match this hand."""
    if game["rules"]["match"]:
        end_hand(game, winner=winner)
    else:
        win_game(game, winner)


def win_game(game: Game, winner: int) -> None:
    befall(game, winner, game["rules"]["reward"])
    end_game(game, winner=winner)


def put_out_the_broke(game: Game) -> None:
    """Put out those who paid their last chip by this command, but not the last one in."""
    for seat in still_in(game):
        if seat in game["emptied"] and game["players"][seat]["chips"] == 0:
            put_out(game, seat)


def who_leads(game: Game, winner: int | None) -> int | None:
    """Return who plays first in the next hand; None for the dealer's left."""
    if game["rules"]["leads"] == "winner":
        return game["call"] if winner is None else winner
    return game["lost"] if game["rules"]["leads"] == "loser" else None


def end_hand(game: Game, winner: int | None = None, losers: list[int] | None = None) -> None:
    """Score the hand in a match, bring in the players who waited, and see who has won the match."""
    rules, players = game["rules"], game["players"]
    leader = who_leads(game, winner)
    if winner is not None:
        befall(game, winner, rules["reward"])
    if rules["match"]:
        scorers = [winner] if winner is not None else []
        if winner is None and losers:
            scorers = [seat for seat in still_in(game) if seat not in losers]
        for seat in scorers:
            points = rules["match"]["points"]
            players[seat]["points"] += players[seat]["cards"] if points == "cards" else points
    won = game["won"]
    if won is None:
        put_out_the_broke(game)
    for player in players:
        if player.pop("waits", False):
            player["in"] = True
    if won is not None:
        end_game(game, winner=won[0])
        game["won"] = None
        return
    if len(still_in(game)) == 1:
        end_game(game, winner=still_in(game)[0])
        return
    if rules["match"]:
        best = max(players[seat]["points"] for seat in still_in(game))
        first = [seat for seat in still_in(game) if players[seat]["points"] == best]
        if best >= rules["match"]["to"] and len(first) == 1:
            end_game(game, winner=first[0])
            return
    game.update(phase="hand-over", turn=None, owed=0, debt=0, made=0, named=None, leader=leader)


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


def bust(game: Game, over: int = 0) -> None:
    """Apply the cost of a bust by the player to act under the rules in force; `over` is how far a
    play went over the target.
    """
    seat, kind = game["turn"], game["rules"]["bust"]
    player = game["players"][seat]
    owed, made = passed_debt(game), game["made"]
    game.update(lost=seat, busted=True)
    had, on_bust = player["chips"], game["rules"]["on_bust"]
    befall(game, seat, on_bust, over=over)
    if kind == "lose" and game["won"] is None:
        lose(game, [seat])
        return
    if game["won"] is None:
        if not player["in"]:
            pass
        elif kind == "out" or (on_bust and had == 0):
            put_out(game, seat)
        elif kind != "pass" and not on_bust:
            pay_chip(game, seat)
    put_out_the_broke(game)
    anew = kind == "chip, new pile"
    if kind == "pass" and game["won"] is None:
        game["passes"] += 1
        if game["passes"] >= len(with_cards(game)):
            anew = True
            stuck(game)
    if anew:
        new_pile(game)
        owed = 1
    if end_with_one(game):
        return
    if kind == "chip, new hand":
        end_hand(game, losers=[seat])
        return
    if player["in"]:
        draw_at_the_end(game, seat, made)
    each = game["each"] and not anew
    begin_turn(game, next_in(game, seat, game["direction"]), owed, each=each)


def pay_chip(game: Game, seat: int) -> None:
    """Pay one chip to the pot. A player without chips is out, or on their honor until the next
    bust.
    """
    player = game["players"][seat]
    on_honor = player["chips"] == 0
    if not on_honor:
        player["chips"] -= 1
        game["pot"] += 1
        game["last_payer"] = seat
    if player["chips"] == 0 and (on_honor or not game["rules"]["honor"]):
        put_out(game, seat)
