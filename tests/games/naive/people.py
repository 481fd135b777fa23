"""What plays, totals and busts do to people: chips, drinks, points, going out and winning."""

from typing import Any

Game = dict[str, Any]
Consequence = dict[str, Any]


def still_in(game: Game) -> list[int]:
    return [seat for seat, player in enumerate(game["players"]) if player["in"]]


def put_out(game: Game, seat: int, *, leaves: bool = False) -> None:
    """Take the player out of the game, or of this hand of a match, and set the cards aside; the
    last one in can only leave.
    """
    player = game["players"][seat]
    if not leaves and still_in(game) == [seat]:
        return
    game["aside"] += player["cards"]
    player.update({"in": False, "cards": 0, "drew": False, "missing": 0})
    player.pop("waits", None)
    if not leaves:
        game["gone"].append(seat)
        game["lost"] = seat
        if game["rules"]["match"] and player["chips"] != 0:
            player["waits"] = True


def befall(
    game: Game,
    seat: int,
    consequences: list[Consequence],
    named: int | None = None,
    over: int = 0,
) -> None:
    """Apply consequences of what this player did. Who wins is only noted."""
    for each in consequences:
        words = {"pile": len(game["pile"]), "over": over}
        how_many = words.get(each["how_many"], each["how_many"])
        if how_many != 0:
            for who in befallen(game, seat, each["who"], named):
                happen(game, seat, who, {**each, "how_many": how_many})


def happen(game: Game, seat: int, who: int, consequence: Consequence) -> None:
    does, how_many = consequence["does"], consequence["how_many"]
    if does in ("pays", "takes"):
        for side in sides(game, seat, who, consequence["with"]):
            if does == "pays":
                pay(game, who, side, how_many)
            else:
                pay(game, side, who, how_many)
    elif does == "scores":
        give_points(game, who, how_many)
    elif does == "draws":
        take_cards(game, who, how_many if game["players"][who]["in"] else 0)
    elif does == "is out":
        if game["players"][who]["in"]:
            put_out(game, who)
    elif does == "starts a new pile":
        new_pile(game)
    elif does != "drinks" and game["won"] is None:
        game["won"] = (who, does)


def give_points(game: Game, seat: int, points: int) -> None:
    """Add points in a match; one that ends at once may have its winner."""
    match, player = game["rules"]["match"], game["players"][seat]
    if match:
        player["points"] += points
        reaches = points > 0 and player["points"] >= match["to"]
        if match.get("at_once") and reaches and game["won"] is None:
            game["won"] = (seat, "wins the game")


def take_cards(game: Game, seat: int, cards: int) -> int:
    """Take this number of cards from the stock, or as many as there are; return how many."""
    taken = 0
    for _ in range(cards):
        if game["stock"] == 0 and game["rules"]["stock_out"] == "reshuffle":
            game["stock"] = game["aside"] + len(game["pile"][:-1])
            game["aside"] = 0
            game["pile"] = game["pile"][-1:]
            game["reshuffled"] = game["reshuffled"] or game["stock"] > 0
        if game["stock"] > 0:
            game["stock"] -= 1
            game["players"][seat]["cards"] += 1
            taken += 1
    return taken


def new_pile(game: Game) -> None:
    """Set the pile aside and start again; nobody has called, and nobody has passed."""
    game["aside"] += len(game["pile"])
    game.update(pile=[], total=game["rules"]["start"], call=None, passes=0)


def befallen(game: Game, seat: int, who: str, named: int | None) -> list[int]:
    """Return the players whom it befalls; apart from the player only those who are in."""
    if who == "player":
        return [seat]
    if who == "others":
        return others(game, seat)
    if who == "everyone":
        return others(game, seat) + [seat for player in [game["players"][seat]] if player["in"]]
    if who == "named":
        found = named
    elif who == "last payer":
        found = game["last_payer"]
    else:
        found = neighbour(game, seat, game["direction"] * (1 if who == "next" else -1))
    return [found] if found is not None and game["players"][found]["in"] else []


def others(game: Game, seat: int) -> list[int]:
    """Return the others who are in, clockwise from this player."""
    players = game["players"]
    round_the_table = [*range(seat + 1, len(players)), *range(seat)]
    return [other for other in round_the_table if players[other]["in"]]


def neighbour(game: Game, seat: int, direction: int) -> int | None:
    """Return the nearest other player who is in, in this direction."""
    clockwise = others(game, seat)
    if not clockwise:
        return None
    return clockwise[0 if direction == 1 else -1]


def sides(game: Game, seat: int, who: int, other: str) -> list[int | None]:
    """Return the other sides of chips; None is the pot."""
    if other == "pot":
        return [None]
    if other == "player":
        return [] if who == seat else [seat]
    return [*others(game, who)]


def pay(game: Game, payer: int | None, to: int | None, due: int) -> None:
    """Move chips, as many as are due or there."""
    purse = game["pot"] if payer is None else game["players"][payer]["chips"]
    chips = min(purse, due)
    put(game, payer, -chips)
    put(game, to, chips)
    if payer is not None and chips > 0:
        game["last_payer"] = payer
    if payer is not None and (purse == 0 if game["rules"]["honor"] else chips == purse):
        game["emptied"].append(payer)


def put(game: Game, seat: int | None, chips: int) -> None:
    if seat is None:
        game["pot"] += chips
    else:
        game["players"][seat]["chips"] += chips
