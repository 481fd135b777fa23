"""Trick games from `new` to the winners, in the order of docs/reference/referee-protocol.md.

Players are identified by seat number. `gone` are the cards played in the round and `taken` counts
its tricks. `lacking` has, for each seat, the cards that it has shown not to hold: in which trick,
and above which rank it had none of their suit, "" if it had none at all.
"""

from typing import Any

from tests.games.naive.cards import Card, card_text, read_card
from tests.games.naive.lines import is_number
from tests.games.naive.refused import Refused
from tests.games.naive.table import Game, check_turn, seat_of
from tests.games.naive.tables import SUITS
from tests.games.naive.trick_tables import TRICK_GAMES, Round, fits

Command = dict[str, Any]
Reply = dict[str, Any]

PHASES = {"play": ["play", "score"], "round-over": ["deal"], "game-over": []}
PHASE_CODE = {"play": "not-now", "round-over": "round-over", "game-over": "game-over"}
UP_FIELDS = {"up_card", "up_value", "up_target", "up_way"}


def check_in_this_game(_game: Game, command: Command) -> None:
    """Refuse commands of adding games with `not-in-this-game`."""
    total_claimed = command["cmd"] == "claim" and "total" in command
    won = {"winners", "bids", "tricks"} & set(command)
    if won or total_claimed or command["cmd"] not in ("play", "score", "claim", "deal", "undo"):
        raise Refused("not-in-this-game")


def started(command: Command) -> Game:
    """Return a new game with its cards dealt."""
    names, house = command["players"], command.get("house", {})
    rules = TRICK_GAMES[command["variant"]]
    faults = {
        rule for rule, value in house.items() if rule != "revoke_penalty" or not is_number(value)
    }
    if faults:
        raise Refused("bad-house-rule", faults)
    if "" in names or len(set(names)) < len(names) or len(names) not in rules["deals"]:
        raise Refused("bad-players")
    dealer = command.get("dealer", names[-1])
    if dealer not in names:
        raise Refused("unknown-player")
    check_nothing_turned_up(command)
    removed = rules["deals"][len(names)][1]
    own_penalty = rules.get("revoke_penalty", 0)
    game = {
        "variant": command["variant"],
        "rules": {
            **rules,
            "rounds": [without(removed, each) for each in rules["rounds"]],
            "revoke_penalty": house.get("revoke_penalty", own_penalty),
        },
        "round": 0,
        "dealer": names.index(dealer),
        "revokes": 0,
        "players": [{"name": name, "points": 0, "dealt": []} for name in names],
        "winners": [],
    }
    deal_round(game, command)
    return game


def without(removed: list[str], now: Round) -> Round:
    """Return a round in which these cards are not dealt."""
    cards = {card: points for card, points in now["cards"].items() if card not in removed}
    return {**now, "cards": cards}


def check_nothing_turned_up(command: Command) -> None:
    """Refuse an up-card with `bad-field`, as trick games turn none up."""
    given = UP_FIELDS & set(command)
    if given:
        raise Refused("bad-field", given)


def deal_round(game: Game, command: Command) -> None:
    """Deal all cards, or as many as the round says; the player after the dealer leads, or the one
    who holds the first card.
    """
    many = len(game["players"])
    contract = chosen_contract(game, command)
    game["contract"] = contract
    now = game["rules"]["rounds"][round_index(game, game["round"] + 1)]
    if now["trump"] != "named" and "trump" in command:
        raise Refused("bad-field", {"trump"})
    if now["trump"] == "named" and "trump" not in command:
        raise Refused("trump-needed")
    game["trump"] = None if command.get("trump") == "none" else command.get("trump")
    if contract is not None:
        game["players"][game["dealer"]]["dealt"].append(contract)
    cards, removed = game["rules"]["deals"][many]
    for player in game["players"]:
        player.update(round_points=0, things=[], tricks=0, cards=now["hand_size"] or cards)
    game.update(
        phase="play", round=game["round"] + 1, turn=(game["dealer"] + 1) % many, removed=removed
    )
    game.update(led=None, broken=False, trick=[], gone=[], taken=0)
    game["lacking"] = [{} for _ in range(many)]
    game.update(opens=first_card(game["rules"], removed), out=[])
    if now["places"]:
        game.update(opens=None, turn=None)
    elif game["opens"] is not None:
        game["turn"] = None
    elif game["rules"].get("leads") == "dealer":
        game["turn"] = game["dealer"]


def chosen_contract(game: Game, command: Command) -> int | None:
    """Return the number of the round that the dealer chooses, None in a game of a fixed order."""
    how, given = game["rules"].get("contracts", "in order"), command.get("contract")
    if how == "in order":
        if given is not None:
            raise Refused("bad-field", {"contract"})
        return None
    rounds = range(1, len(game["rules"]["rounds"]) + 1)
    mine = game["players"][game["dealer"]]["dealt"]
    of_all = [number for player in game["players"] for number in player["dealt"]]
    gone = {"once each": of_all, "any": []}.get(how, mine)
    left = [number for number in rounds if number not in gone]
    if given is None and len(left) == 1:
        return left[0]
    if given is None:
        raise Refused("contract-needed", options=left)
    if given not in left:
        raise Refused("bad-contract", options=left)
    return int(given)


def round_index(game: Game, number: int) -> int:
    """Return which of the file's rounds, from 0, is played as this round."""
    if game["contract"] is not None:
        return int(game["contract"]) - 1
    return (number - 1) % len(game["rules"]["rounds"])


def first_card(rules: dict[str, Any], removed: list[str]) -> Any:
    """Return the card that is led first: the lowest that is dealt from the one in the file up."""
    named = rules.get("leads", "left of dealer")
    if named in ("dealer", "left of dealer"):
        return None
    above = rules["ranks"][rules["ranks"].index(named[:-1]) :]
    return next(rank + named[-1] for rank in above if rank + named[-1] not in removed)


def this_round(game: Game) -> Round:
    now: Round = game["rules"]["rounds"][round_index(game, game["round"])]
    return {**now, "trump": game["trump"]} if now["trump"] == "named" else now


def change(game: Game, command: Command) -> None:
    """Apply one command that changes the game, in a phase that allows it."""
    match command["cmd"]:
        case "play" if this_round(game)["places"]:
            raise Refused("not-now")
        case "play":
            if game["opens"] is None:
                check_turn(game, command)
            elif "player" in command:
                seat_of(game, command["player"])
            play(game, command)
        case "score":
            score(game, command["points"])
        case "deal":
            check_nothing_turned_up(command)
            dealt = len(game["players"][game["dealer"]]["dealt"])
            stays = game["rules"].get("contracts") == "all of a dealer"
            if not stays or dealt >= len(game["rules"]["rounds"]):
                game["dealer"] = (game["dealer"] + 1) % len(game["players"])
            deal_round(game, command)


def play(game: Game, command: Command) -> None:
    """Play a card of the player to act, who always holds one; `not-enough-cards` is impossible."""
    rules, opens = this_round(game), game["opens"]
    card, suit = the_card(game, command.get("cards") or [command["card"]])
    seat = game["turn"] if opens is None else first_leader(game, card, command.get("player"))
    leads = game["trick"] == []
    too_early = leads and suit == rules["restricted"] and not game["broken"] and opens is None
    if too_early and not command.get("only_suit", False):
        raise Refused("restricted-lead", suit=suit)
    barred = any(fits(card, key) for key in game["rules"].get("first_without", []))
    first = game["taken"] == 0 and opens is None
    if first and barred and not command.get("only_suit", False):
        raise Refused("first-trick", card=card)
    revokes = card in game["lacking"][seat]
    if revokes and not command.get("accept_revoke", False):
        trick, above = game["lacking"][seat][card]
        raise Refused("revoke", trick=trick, suit=suit, **({"above": above} if above else {}))
    if "target" in command:
        raise Refused("bad-target", options=[])
    if "value" in command:
        raise Refused("bad-value", options=[])
    if revokes:
        game["revokes"] += 1
        charge(game, seat, game["rules"]["revoke_penalty"])
    if too_early:
        show_only(game, seat, suit)
    if leads:
        game["led"] = suit
    show_what_is_lacking(game, seat, card)
    if suit != game["led"] and rules["open"] and suit == rules["restricted"]:
        game["broken"] = True
    game["trick"].append((seat, card))
    game["gone"].append(card)
    game["players"][seat]["cards"] -= 1
    game["turn"] = (seat + 1) % len(game["players"])
    if len(game["trick"]) == len(game["players"]):
        take_trick(game)


def first_leader(game: Game, card: str, name: str | None) -> int:
    """Return who leads the first card of the round, which is then led."""
    if card != game["opens"]:
        raise Refused("must-lead", card=game["opens"])
    if name is None:
        raise Refused("leader-needed", options=[player["name"] for player in game["players"]])
    game["opens"] = None
    return seat_of(game, name)


def the_card(game: Game, texts: list[str]) -> tuple[str, str]:
    """Return the one card and its suit, or refuse it for a fault of its own."""
    cards = [read_card(text) for text in texts]
    for card in cards:
        check_in_deck(game, card)
    for card in cards:
        if card[1] == "":
            raise Refused("suit-needed", card=card_text(card))
    if len(cards) > 1:
        raise Refused("sets-not-allowed")
    rank, suit, _ = cards[0]
    if rank + suit in game["gone"]:
        raise Refused("already-played", card=rank + suit)
    return rank + suit, suit


def check_in_deck(game: Game, card: Card) -> None:
    """Refuse with `not-in-deck` a joker, a rank that this pack lacks, a card taken out, or a card
    of another deck.
    """
    rank, suit, deck = card
    gone = all(rank + each in game["removed"] for each in ([suit] if suit else SUITS))
    if rank not in game["rules"]["ranks"] or gone or deck > 1:
        raise Refused("not-in-deck", card=card_text(card))


def show_none(game: Game, seat: int, suit: str, above: str = "") -> None:
    """Record that this seat has none of a suit, or none above a rank; cards that it has shown not
    to hold earlier keep their trick.
    """
    ranks = game["rules"]["ranks"]
    for rank in ranks[ranks.index(above) + 1 :] if above else ranks:
        game["lacking"][seat].setdefault(rank + suit, (game["taken"] + 1, above))


def show_only(game: Game, seat: int, suit: str) -> None:
    for other in SUITS:
        if other != suit:
            show_none(game, seat, other)


def show_what_is_lacking(game: Game, seat: int, card: str) -> None:
    """Record what the player of this card would have had to play instead."""
    if game["trick"] == [] or not game["rules"].get("follow", True):
        return
    suit, led, trump = card[-1], game["led"], this_round(game)["trump"]
    if suit != led:
        show_none(game, seat, led)
        if game["rules"].get("must_trump") and trump is not None and suit != trump:
            show_none(game, seat, trump)
    best = dict(game["trick"])[taker_of(game)]
    had_to_be_of_suit = suit == led or (game["rules"].get("must_trump") and suit == trump)
    if game["rules"].get("must_beat") and had_to_be_of_suit and suit == best[-1]:
        ranks = game["rules"]["ranks"]
        if ranks.index(card[:-1]) < ranks.index(best[:-1]):
            show_none(game, seat, suit, best[:-1])


def charge(game: Game, seat: int, points: int) -> None:
    game["players"][seat]["points"] += points
    game["players"][seat]["round_points"] += points


def take_trick(game: Game) -> None:
    """Give the trick to the highest trump, or without one to the highest card of the led suit; that
    player pays for it and leads the next.
    """
    rules = this_round(game)
    taker = taker_of(game)
    player = game["players"][taker]
    all_played = player["cards"] == 0
    over = all_played or (rules["early"] and all(card in game["gone"] for card in rules["cards"]))
    taken = [card for _, card in game["trick"]]
    undealt = [card for card in rules["cards"] if card not in game["gone"]]
    if over and game["rules"].get("left_over") == "last trick":
        taken += undealt
    things = [rules["cards"].get(card, 0) for card in taken]
    if counts_ends(game):
        things += [rules["first"] if game["taken"] == 0 else 0, rules["last"] if over else 0]
    else:
        things.append(trick_numbers(game)[game["taken"]])
    charge(game, taker, sum(things))
    player["things"] += things
    player["tricks"] += 1
    game["taken"] += 1
    game.update(trick=[], led=None, turn=taker)
    if over:
        if game["rules"].get("left_over") == "out":
            game["out"] = [rules["cards"][card] for card in undealt]
        pay_for_sweep(game)
        end_round(game)


def taker_of(game: Game) -> int:
    trump, ranks = this_round(game)["trump"], game["rules"]["ranks"]
    suit = game["led"]
    if any(card[-1] == trump for _, card in game["trick"]):
        suit = trump
    _, taker = max(
        (ranks.index(card[:-1]), seat) for seat, card in game["trick"] if card[-1] == suit
    )
    return int(taker)


def trick_numbers(game: Game) -> list[int]:
    """Return the points of each trick of a round in which all cards are played."""
    rules = this_round(game)
    tricks, _ = game["rules"]["deals"][len(game["players"])]
    points = []
    tricks = rules["hand_size"] or tricks
    for number in range(1, tricks + 1):
        each = rules["trick"] + rules["numbers"].get(number, 0)
        if number == 1:
            each += rules["first"]
        if number > tricks - rules["last_many"]:
            each += rules["last"]
        points.append(each)
    return points


def counts_ends(game: Game) -> bool:
    """Return whether the first and the last trick are two things, whichever trick is the last."""
    return bool(this_round(game)["early"]) and len(trick_numbers(game)) > 1


def all_things(game: Game) -> list[int]:
    """Return the points of all tricks and cards of this round, without cards that are out of it."""
    rules = this_round(game)
    tricks = [rules["first"], rules["last"]] if counts_ends(game) else trick_numbers(game)
    cards = list(rules["cards"].values())
    for points in game["out"]:
        cards.remove(points)
    return [*tricks, *cards]


def ways_out(game: Game) -> list[list[int]]:
    """Return which points of cards can be out of this round, each way once."""
    many = len(game["players"])
    size = 4 * len(game["rules"]["ranks"]) - len(game["removed"])
    spare = size % many if game["rules"].get("left_over") == "out" else 0
    cards = this_round(game)["cards"].values()
    ways: set[tuple[int, ...]] = {()}
    for points in cards:
        ways |= {tuple(sorted((*way, points))) for way in ways if len(way) < spare}
    return [list(way) for way in sorted(ways) if spare - len(way) <= size - len(cards)]


def costing(game: Game, things: list[int]) -> list[int]:
    """Return those of the things that cost in this round."""
    bad = [thing for thing in all_things({**game, "out": []}) if is_bad(game, thing)]
    return [thing for thing in things if (is_bad(game, thing) if bad else thing != 0)]


def is_bad(game: Game, thing: int) -> bool:
    return thing > 0 if game["rules"]["wins"] == "lowest" else thing < 0


def has_sweep(game: Game) -> bool:
    return this_round(game)["sweep"] != 0 or this_round(game)["others"] is not None


def pay_for_sweep(game: Game) -> None:
    """Let the players pay who have to if one of them has taken everything that costs."""
    rules = this_round(game)
    everything = costing(game, all_things(game))
    takers = [
        seat
        for seat, player in enumerate(game["players"])
        if sorted(costing(game, player["things"])) == sorted(everything)
    ]
    if not takers or not everything or not has_sweep(game):
        return
    (taker,) = takers
    for seat in range(len(game["players"])):
        if rules["others"] is None:
            charge(game, seat, rules["sweep"] if seat == taker else 0)
        else:
            charge(game, seat, -sum(everything) if seat == taker else rules["others"])


def score(game: Game, points: dict[str, int]) -> None:
    """Enter the points of a round in which no card has been played."""
    if game["gone"]:
        raise Refused("not-now")
    given = {seat_of(game, name): number for name, number in points.items()}
    paid = [given.get(seat, 0) for seat in range(len(game["players"]))]
    places = this_round(game)["places"]
    if places not in ([], "any") and sorted(paid) != sorted(places):
        raise Refused("bad-sum", missing=sum(places) - sum(paid))
    if places == [] and not any(can_be_paid({**game, "out": way}, paid) for way in ways_out(game)):
        raise Refused("bad-sum", missing=sum_due(game, paid) - sum(paid))
    for seat, number in given.items():
        charge(game, seat, number)
    end_round(game)


def can_be_paid(game: Game, paid: list[int]) -> bool:
    return fits_without_sweep(game, paid) or fits_sweep(game, paid)


def fits_without_sweep(game: Game, paid: list[int]) -> bool:
    things, everything = all_things(game), sum(costing(game, all_things(game)))
    if sum(paid) != sum(things) or any(number % this_round(game)["each"] for number in paid):
        return False
    below = [number for number in paid if number < 0]
    if sum(below) < sum(thing for thing in things if thing < 0):
        return False
    can_sweep = has_sweep(game) and everything != 0
    return not (can_sweep and any(reaches(number, everything) for number in paid))


def reaches(number: int, everything: int) -> bool:
    return number >= everything if everything > 0 else number <= everything


def fits_sweep(game: Game, paid: list[int]) -> bool:
    """Return whether one player has swept, and all points that are left are gains."""
    rules = this_round(game)
    everything, gains = sum(costing(game, all_things(game))), gains_of(game)
    if not has_sweep(game) or everything == 0:
        return False
    for taker in range(len(paid)):
        left = [number - (rules["others"] or 0) for number in paid]
        left[taker] = paid[taker]
        if rules["others"] is None:
            left[taker] = paid[taker] - everything - rules["sweep"]
        if any(number % rules["each"] for number in left) or sum(left) != gains:
            continue
        if all(number == 0 or (number > 0) == (everything < 0) for number in left):
            return True
    return False


def gains_of(game: Game) -> int:
    """Return the sum of all points of the round that do not cost."""
    things = all_things(game)
    return sum(things) - sum(costing(game, things))


def sum_due(game: Game, paid: list[int]) -> int:
    """Return the sum that points should have which do not fit."""
    rules, many = this_round(game), len(paid)
    things, gains = sum(all_things(game)), gains_of(game)
    everything = things - gains
    if not has_sweep(game):
        return things
    if rules["others"] is None:
        after_sweep = things + int(rules["sweep"])
    else:
        after_sweep = gains + int(rules["others"]) * (many - 1)
        if abs(after_sweep - sum(paid)) < abs(things - sum(paid)):
            return after_sweep
    for taker in range(many):
        others = [number for seat, number in enumerate(paid) if seat != taker]
        if reaches(paid[taker], everything) and all(
            min(0, gains) <= number <= max(0, gains) for number in others
        ):
            return after_sweep
    return things


def end_round(game: Game) -> None:
    """End the round, and the game if it was the last or a player has enough points."""
    rules, points = game["rules"], [player["points"] for player in game["players"]]
    game.update(phase="round-over", turn=None)
    times = len(points) if "a dealer" in rules.get("contracts", "") else 1
    last = (
        game["round"] == len(rules["rounds"]) * times
        if rules["until"] is None
        else max(points) >= rules["until"]
    )
    if last:
        best = min(points) if rules["wins"] == "lowest" else max(points)
        winners = [seat for seat, each in enumerate(points) if each == best]
        game.update(phase="game-over", winners=winners)


def claim(game: Game, command: Command) -> Reply:
    """Judge the points of the round that a player claims."""
    player = game["players"][seat_of(game, command["player"])]
    if game["phase"] == "play":
        raise Refused("nothing-to-claim")
    called, actual = command["points"], player["round_points"]
    return {
        "player": player["name"],
        "called": called,
        "actual": actual,
        "correct": called == actual,
    }


def listed() -> list[Reply]:
    """Return the trick games as `variants` lists them."""
    return [
        {
            "name": name,
            "players": [min(rules["deals"]), max(rules["deals"])],
            "provenance": rules["provenance"],
        }
        for name, rules in TRICK_GAMES.items()
    ]


def shown(game: Game) -> Reply:
    """Return the state as replies show it."""
    names = [player["name"] for player in game["players"]]
    state = {
        field: game[field] for field in ("variant", "phase", "round", "led", "broken", "revokes")
    }
    state["turn"] = None if game["turn"] is None else names[game["turn"]]
    state["dealer"] = names[game["dealer"]]
    state["restricted"] = this_round(game)["restricted"]
    if this_round(game)["trump"] is not None:
        state["trump"] = this_round(game)["trump"]
    if game["contract"] is not None:
        state["contract"] = game["contract"]
    if game["opens"] is not None:
        state["opens"] = game["opens"]
    state["trick"] = [{"player": names[seat], "card": card} for seat, card in game["trick"]]
    fields = ("name", "points", "round_points", "tricks", "cards")
    state["players"] = [{field: player[field] for field in fields} for player in game["players"]]
    state["winners"] = [names[seat] for seat in game["winners"]]
    return state
