"""A play, from its cards to the next player, and an up-card, which the dealer plays."""

from typing import Any

from tests.games.naive.cards import (
    Card,
    card_text,
    check_drawn,
    check_unplayed,
    read_cards,
    suits_of,
)
from tests.games.naive.people import befall, give_points, put_out, still_in
from tests.games.naive.refused import Refused
from tests.games.naive.table import (
    Game,
    begin_turn,
    bust,
    draw,
    draw_at_the_end,
    end_with_one,
    next_in,
    passed_debt,
    put_out_the_broke,
    won_without_cards,
)
from tests.games.naive.tables import Effect
from tests.games.naive.totals import check_plain, settled_total, taken_way, too_soon

Command = dict[str, Any]


def play(game: Game, command: Command) -> None:
    """Apply the command `play` of the player to act."""
    rules, seat = game["rules"], game["turn"]
    player = game["players"][seat]
    cards = read_cards(command.get("cards") or [command["card"]], rules)
    check_set(game, cards)
    check_unplayed(cards, game["pile"], rules)
    if len(cards) == 1:
        check_drawn(cards, game)
    if len(cards) > player["cards"]:
        raise Refused("not-enough-cards")
    if any(too_soon(card, rules, player["turns"]) for card in cards):
        raise Refused("too-soon", turn=player["turns"])
    try:
        effects = taken_way(cards, command.get("way"), situation(game, seat), rules)
        target = named_seat(game, seat, effects, command.get("target"))
        total = settled_total(game["total"], effects, command.get("value"), rules)
    except Refused as refused:
        if refused.code == "over-target" and rules["over"] == "bust":
            bust(game, abs(refused.beside["total"] - rules["target"]))
            return
        raise
    lay(game, seat, cards)
    player["cards"] -= len(cards)
    game["made"] += len(cards)
    if game["owed"] > 1 and not any("oblige" in effect for effect in effects):
        owed_play(game, seat, effects, total, target)
    else:
        last_play(game, seat, effects, total, target)


def look_at(game: Game, seat: int, pile: list[Card]) -> None:
    """Apply what happens when the top cards of the pile are alike, and when they are a run."""
    ranks = game["rules"]["ranks"]
    for key, fits in (("alike", all_alike), ("runs", in_a_row)):
        table = game["rules"][key]
        for number in sorted(table, reverse=True):
            if number <= len(pile) and fits([card[0] for card in pile[-number:]], ranks):
                befall(game, seat, table[number])
                break


def all_alike(cards: list[str], _ranks: list[str]) -> bool:
    return all(rank == cards[0] for rank in cards)


def in_a_row(cards: list[str], ranks: list[str]) -> bool:
    """Return whether these ranks are neighbors of each other, each once."""
    return any(sorted(cards) == sorted(ranks[n : n + len(cards)]) for n in range(len(ranks)))


def situation(game: Game, seat: int) -> dict[str, Any]:
    """Return what the conditions of a card look at when this player plays it."""
    return {
        "total": game["total"],
        "top": game["pile"][-1] if game["pile"] else None,
        "players": len(still_in(game)),
        "first_round": game["players"][seat]["turns"] <= 1,
        "first_bust": not game["busted"],
    }


def check_set(game: Game, cards: list[Card]) -> None:
    """Check whether these cards may be played together."""
    if len(cards) > 1 and not game["rules"]["sets"]:
        raise Refused("sets-not-allowed")
    if len({rank for rank, _, _ in cards}) > 1:
        raise Refused("mixed-ranks")
    if len(cards) > 1 and game["owed"] > 1:
        raise Refused("one-at-a-time")


def named_seat(game: Game, seat: int, effects: list[Effect], name: str | None) -> int | None:
    """Return the seat of the named player, or None if the cards name nobody."""
    others = [each for each in still_in(game) if each != seat]
    options = [game["players"][each]["name"] for each in others]
    names_somebody = any(
        "choose_next" in effect
        or "knock_out" in effect
        or any(each["who"] == "named" for each in effect.get("then", []))
        for effect in effects
    )
    if not names_somebody:
        if name is not None:
            raise Refused("bad-target", options=[])
        return None
    if name is None:
        raise Refused("target-needed", options=options)
    if name not in options:
        raise Refused("bad-target", options=options)
    return others[options.index(name)]


def lay(game: Game, seat: int, cards: list[Card]) -> None:
    """Put the cards on the pile and record that the player has called."""
    game["pile"] += cards
    game.update(call=seat, passes=0)


def owed_play(game: Game, seat: int, effects: list[Effect], total: int, target: int | None) -> None:
    """Apply an owed play other than the last: the total stays where it was, unless each play
    counts.

    Besides a counted total, only reversals and knock-outs take effect.
    """
    pile = list(game["pile"])
    if game["each"]:
        reach(game, seat, total)
    look_at(game, seat, pile)
    game["owed"] -= 1
    turn_round(game, effects)
    befall(game, seat, [each for effect in effects for each in effect.get("then", [])], target)
    if game["won"] is not None:
        end_with_one(game)
        return
    game["pending"] = ("stay", game["owed"], game["debt"], game["turn"])
    finish_play(game, seat, effects, target)


def last_play(game: Game, seat: int, effects: list[Effect], total: int, target: int | None) -> None:
    """Apply the play that ends a turn, with all its effects."""
    pile = list(game["pile"])
    reach(game, seat, total)
    look_at(game, seat, pile)
    turn_round(game, effects)
    befall(game, seat, [each for effect in effects for each in effect.get("then", [])], target)
    if game["won"] is not None:
        end_with_one(game)
        return
    obliging = [effect for effect in effects if effect.get("oblige", 0) > 0]
    owed = sum(effect["oblige"] for effect in obliging) or 1
    each = bool(obliging) and all(effect["each_counts"] for effect in obliging)
    steps = 1 + sum(effect.get("skip", 0) for effect in effects)
    again = any("again" in effect for effect in effects)
    chosen = target if any("choose_next" in effect for effect in effects) else game["leader"]
    game["pending"] = ("pass", chosen, steps, owed, each, again)
    finish_play(game, seat, effects, target)


def reach(game: Game, seat: int, total: int) -> None:
    """Set the total, and apply the effects of totals passed and of an exact one."""
    rules, before, player = game["rules"], game["total"], game["players"][seat]
    game["total"] = total
    between = [n for n in rules["passing"] if before < n < total or total < n < before]
    for number in sorted(between, reverse=total < before):
        way = "up" if total > before else "down"
        happens = [each for each in rules["passing"][number] if each.get("going", way) == way]
        befall(game, seat, happens)
    effect = rules["exact"].get(total) if total != before else None
    if effect is None and total != before and total > 0:
        for number in sorted(rules["multiples"]):
            effect = rules["multiples"][number] if total % number == 0 else effect
    if isinstance(effect, list):
        befall(game, seat, effect)
    if effect == "reset":
        game["total"] = rules["start"]
    if effect == "chip" and game["pot"] > 0 and player["chips"] is not None:
        player["chips"] += 1
        game["pot"] -= 1
    if effect == "point":
        give_points(game, seat, 1)


def turn_round(game: Game, effects: list[Effect]) -> None:
    """Reverse the direction once per reversal and count it for this turn."""
    turns = sum("reverse" in effect for effect in effects)
    game["direction"] *= (-1) ** turns
    game["reversals"] += turns


def go_on(game: Game, seat: int) -> None:
    """Continue as `pending` says: the same player still owes a play, or the turn passes."""
    way = game["pending"]
    if way[0] == "stay":
        _, owed, debt, turn = way
        if not game["players"][seat]["in"]:
            game.update(owed=owed, debt=debt)
            begin_turn(
                game, next_in(game, seat, game["direction"]), passed_debt(game), each=game["each"]
            )
            return
        game.update(
            phase="play", owed=owed, debt=debt, turn=turn, named=None, actor=None, pending=None
        )
        if game["rules"]["draws"] == "never":
            won_without_cards(game)
        return
    _, chosen, steps, owed, each, again = way
    if chosen is not None and not game["players"][chosen]["in"]:
        chosen = None
    odd, two_left = game["reversals"] % 2 == 1, len(still_in(game)) == 2
    two_left = two_left and game["players"][seat]["in"]
    if chosen is None and odd and two_left and game["rules"]["two_player_reverse"] == "again":
        chosen = seat
    if chosen is None and again and game["players"][seat]["in"]:
        chosen = seat
    seat = next_in(game, seat, game["direction"], steps) if chosen is None else chosen
    begin_turn(game, seat, owed, each=each)


def finish_play(game: Game, seat: int, effects: list[Effect], target: int | None) -> None:
    """Draw, knock out or ask for the shield, put out those whom a rule puts out, and continue."""
    knocks = any("knock_out" in effect for effect in effects)
    rules, pile = game["rules"], game["pile"]
    gone = rules["shield"] is None or sum(is_shield(card, rules) for card in pile) >= rules["decks"]
    if game["pending"][0] == "pass" and game["players"][seat]["in"]:
        draw_at_the_end(game, seat, game["made"])
    if knocks and gone and target is not None and game["players"][target]["in"]:
        put_out(game, target)
    put_out_the_broke(game)
    if end_with_one(game):
        return
    if knocks and not gone and target is not None and game["players"][target]["in"]:
        game.update(phase="shield", turn=None, owed=0, named=target, actor=seat)
        return
    go_on(game, seat)


def is_shield(card: Card, rules: dict[str, Any]) -> bool:
    """Return whether this is the shield, whose rank is enough if it is the only one of its rank."""
    shield = rules["shield"]
    only = [shield[-1]] == suits_of(shield[:-1], rules)
    return card[0] + card[1] == shield or (only and card[:2] == (shield[:-1], ""))


def show_shield(game: Game, text: str) -> None:
    """Discard the named player's shield under the top card; the player stays in and draws."""
    rules = game["rules"]
    cards = read_cards([text], rules)
    check_unplayed(cards, game["pile"], rules)
    check_drawn(cards, game)
    if game["players"][game["named"]]["cards"] < 1:
        raise Refused("not-enough-cards")
    if not is_shield(cards[0], rules):
        raise Refused("not-a-shield", card=card_text(cards[0]))
    named = game["named"]
    game["pile"][-1:-1] = cards
    game["players"][named]["cards"] -= 1
    kept = game["players"][named]["drew"]
    draw(game, named, 1)
    game["players"][named]["drew"] = kept
    go_on(game, game["actor"])


def accept(game: Game) -> None:
    """Knock out the named player, who has no shield."""
    put_out(game, game["named"])
    if not end_with_one(game):
        go_on(game, game["actor"])


def turn_up(game: Game, command: Command) -> None:
    """Turn up the top card of the stock as a play by the dealer; then begin the first turn."""
    rules, dealer = game["rules"], game["dealer"]
    if rules["up_card"] == "none":
        begin_turn(game, first_to_play(game), 1)
        return
    (card,) = read_cards([command["up_card"]], rules)
    if rules["up_card"] == "plain":
        check_plain(card, rules)
    check_drawn([card], game)
    effects = taken_way([card], command.get("up_way"), situation(game, dealer), rules)
    target = named_seat(game, dealer, effects, command.get("up_target"))
    total = settled_total(game["total"], effects, command.get("up_value"), rules)
    game["stock"] -= 1
    lay(game, dealer, [card])
    if rules["up_card"] == "plain":
        game["total"] = total
        begin_turn(game, first_to_play(game), 1)
    else:
        if game["leader"] is not None:
            game["leader"] = first_to_play(game)
        last_play(game, dealer, effects, total, target)


def first_to_play(game: Game) -> int:
    """Return who plays first: the leader, or the next one in after a leader who is out; else the
    player to the dealer's left.
    """
    leader = game["leader"]
    if leader is None:
        return next_in(game, game["dealer"], 1)
    return int(leader) if game["players"][leader]["in"] else next_in(game, leader, 1)


def check_up_fields(game: Game, command: Command) -> None:
    """Refuse with `bad-field` a missing up-card, or one that this variant does not turn up."""
    given: set[str] = {
        field for field in ("up_card", "up_value", "up_target", "up_way") if field in command
    }
    chosen = {"contract", "trump"} & set(command)
    if game["rules"]["up_card"] == "none" and given:
        raise Refused("bad-field", given | chosen)
    if game["rules"]["up_card"] != "none" and not given:
        raise Refused("bad-field", {"up_card"} | chosen)
    if chosen:
        raise Refused("bad-field", chosen)
