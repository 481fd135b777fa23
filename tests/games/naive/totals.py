"""The effect of cards on a total: choices, the floor, and the target that may not be exceeded."""

import math
from fractions import Fraction
from typing import Any

from tests.games.naive.cards import Card, Rules, card_text, effects_of, pips, read_card
from tests.games.naive.refused import Refused
from tests.games.naive.tables import Effect

Situation = dict[str, Any]
"""The `total`, the `top` card or None, the `players` in, `first_round` and `first_bust`."""


def new_total(total: int, effects: list[Effect], value: int | None, rules: Rules) -> int:
    """Apply the cards in order; only the result is checked against target and floor."""
    for effect in effects:
        by = value if effect["choice"] and value is not None else effect["numbers"][0]
        if effect["op"] == "add":
            total += by
        elif effect["op"] == "multiply":
            total *= by
        elif effect["op"] == "divide":
            exact = Fraction(total, by)
            total = math.ceil(exact) if "up" in effect else math.floor(exact)
        else:
            total = by
    return total if rules["floor"] is None else max(total, rules["floor"])


def choices(effects: list[Effect]) -> list[int] | None:
    """Return the values to choose from for the cards, or None if there is no choice."""
    choosing = [effect["numbers"] for effect in effects if effect["choice"]]
    if not choosing:
        return None
    return [value for value in choosing[0] if all(value in each for each in choosing)]


def check_value(effects: list[Effect], value: int) -> None:
    """Refuse with `bad-value` a value that the cards do not offer."""
    options = choices(effects)
    if options is not None:
        if value not in options:
            raise Refused("bad-value", options=list(options))
        return
    for effect in effects:
        if value not in effect["numbers"]:
            raise Refused("bad-value", options=effect["numbers"])


def settled_total(total: int, effects: list[Effect], value: int | None, rules: Rules) -> int:
    """Return the new total of a legal play. Refuse others with `bad-value`, `choice-needed` or
    `over-target`.
    """
    if value is not None:
        check_value(effects, value)
        tried: list[int | None] = [value]
    else:
        tried = values_to_try(effects)
    totals = [new_total(total, effects, each, rules) for each in tried]
    legal = [each for each, made in zip(tried, totals, strict=True) if not is_over(made, rules)]
    if not legal:
        raise too_much(totals, rules)
    if len(legal) > 1:
        raise Refused("choice-needed", options=legal)
    return new_total(total, effects, legal[0], rules)


def values_to_try(effects: list[Effect]) -> list[int | None]:
    """Return the values that a player may name; only None if there is no choice."""
    options = choices(effects)
    return [None] if options is None else list(options)


def is_over(total: int, rules: Rules) -> bool:
    """Return whether a total is over the target, or below it in a game that counts down."""
    if rules["start"] > rules["target"]:
        return bool(total < rules["target"])
    return bool(total > rules["target"])


def too_much(totals: list[int], rules: Rules) -> Refused:
    """Return the refusal of a play that can make only these totals."""
    if not totals:
        return Refused("bad-value", options=[])
    nearest = max(totals) if rules["start"] > rules["target"] else min(totals)
    return Refused("over-target", total=nearest, target=rules["target"])


def taken_way(cards: list[Card], way: int | None, now: Situation, rules: Rules) -> list[Effect]:
    """Return the effects of the cards in one alternative, the same for all. Refuse with `no-way`,
    `bad-way`, `way-needed`, or with `over-target` if none of several is possible.
    """
    table = [effects_of(card, rules) for card in cards]
    counts = [len(ways) for ways in table if len(ways) > 1]
    open_ways = [
        number
        for number in range(1, min(counts or [1]) + 1)
        if all(is_open(ways, number, card, now) for card, ways in zip(cards, table, strict=True))
    ]
    if not open_ways:
        conditional = [
            (card, ways)
            for card, ways in zip(cards, table, strict=True)
            if any(isinstance(way.get("when"), dict) for way in ways)
        ]
        shut = [
            (card, ways)
            for card, ways in conditional
            if not any(is_open(ways, number, card, now) for number in range(1, len(ways) + 1))
        ]
        raise Refused("no-way", card=card_text((shut or conditional)[0][0]))
    possible = open_ways
    if way is None and len(open_ways) > 1:
        totals = {}
        for number in open_ways:
            effects = [in_way(ways, number) for ways in table]
            totals[number] = [
                new_total(now["total"], effects, each, rules) for each in values_to_try(effects)
            ]
        possible = [
            number
            for number in open_ways
            if any(not is_over(total, rules) for total in totals[number])
        ]
        if not possible:
            raise too_much([total for each in totals.values() for total in each], rules)
        if len(possible) > 1:
            raise Refused("way-needed", options=possible)
    if way is not None and way not in possible:
        raise Refused("bad-way", options=possible)
    return [in_way(ways, possible[0] if way is None else way) for ways in table]


def in_way(ways: list[Effect], number: int) -> Effect:
    """Return the effect in this alternative; a card without alternatives has only one."""
    return ways[0] if len(ways) == 1 else ways[number - 1]


def is_open(ways: list[Effect], number: int, card: Card, now: Situation) -> bool:
    """Return whether the condition of an alternative holds."""
    number = 1 if len(ways) == 1 else number
    when = ways[number - 1].get("when")
    if when == "otherwise":
        return not any(is_open(ways, before, card, now) for before in range(1, number))
    return when is None or holds(when, card, now)


def holds(when: dict[str, Any], card: Card, now: Situation) -> bool:
    """Return whether all parts of a condition hold."""
    top = now["top"]
    if "total" in when and not fits(now["total"], when["total"]):
        return False
    if "players" in when and not fits(now["players"], when["players"]):
        return False
    if "first_round" in when and when["first_round"] != now["first_round"]:
        return False
    if "first_bust" in when and when["first_bust"] != now["first_bust"]:
        return False
    if "same_rank" in when and when["same_rank"] != (top is not None and top[0] == card[0]):
        return False
    if "same_suit" in when:
        same = top is not None and top[1] != "" and top[1] == card[1]
        if when["same_suit"] != same:
            return False
    if "after" in when:
        named = [read_card(text) for text in when["after"].split()]
        return top is not None and any(
            rank == top[0] and suit in ("", top[1]) for rank, suit, _ in named
        )
    return True


def fits(count: int, which: Any) -> bool:
    """Return whether a number is one of those that a condition names."""
    if which == "even":
        return count % 2 == 0
    if which == "odd":
        return count % 2 == 1
    if isinstance(which, int):
        return count == which
    low, high = which.get("from", count), which.get("to", count)
    return bool(low <= count <= high and count % which.get("multiple_of", 1) == 0)


def playable(card: Card, now: Situation, rules: Rules, turns: int) -> bool:
    """Return whether some choice makes the card a legal play on this turn of the player."""
    if too_soon(card, rules, turns):
        return False
    ways = effects_of(card, rules)
    return any(
        not is_over(new_total(now["total"], [ways[number - 1]], each, rules), rules)
        for number in range(1, len(ways) + 1)
        if is_open(ways, number, card, now)
        for each in values_to_try([ways[number - 1]])
    )


def too_soon(card: Card, rules: Rules, turns: int) -> bool:
    """Return whether Ishihara's rule forbids the card: no king in a player's first five turns of a
    hand.
    """
    return bool(rules["late_king"]) and card[0] == "K" and turns <= 5


def check_plain(card: Card, rules: Rules) -> None:
    """Refuse with `turn-another` a card that does more than add its pips."""
    value = None if card[0] == "JK" else pips(card[0], rules)
    plain = {"op": "add", "numbers": [value], "choice": False}
    if effects_of(card, rules) != [plain]:
        raise Refused("turn-another", card=card_text(card))
