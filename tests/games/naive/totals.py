"""The effect of cards on a total: choices, the floor, and the target that may not be exceeded."""

from typing import Any

from tests.games.naive.cards import Card, Rules, card_text, effect_of
from tests.games.naive.refused import Refused
from tests.games.naive.tables import PIPS, Effect


def offers(effect: Effect, rules: Rules) -> list[int] | range:
    """Return the values that may be named for a card; a card without a choice has exactly one."""
    if "add" in effect:
        return list(effect["add"])
    if "times" in effect:
        return [effect["times"]]
    if "set" in effect:
        return [number(effect["set"], rules)]
    low, high = effect["between"]
    highest = number(high, rules)
    return range(min(number(low, rules), highest), highest + 1)


def number(written: Any, rules: Rules) -> int:
    return int(rules["target"] if written == "target" else written)


def has_choice(effect: Effect) -> bool:
    return "between" in effect or len(effect.get("add", [])) > 1


def new_total(total: int, effects: list[Effect], value: int | None, rules: Rules) -> int:
    """Apply the cards in order; only the result is checked against target and floor."""
    for effect in effects:
        each = value if has_choice(effect) and value is not None else offers(effect, rules)[0]
        if "add" in effect:
            total += each
        elif "times" in effect:
            total *= each
        else:
            total = each
    return total if rules["floor"] is None else max(total, rules["floor"])


def choices(effects: list[Effect], rules: Rules) -> list[int] | range | None:
    """Return the values to choose from for the cards, or None if there is no choice."""
    choosing = [offers(effect, rules) for effect in effects if has_choice(effect)]
    if not choosing:
        return None
    return [value for value in choosing[0] if all(value in each for each in choosing)]


def check_value(effects: list[Effect], value: int, rules: Rules) -> None:
    """Refuse with `bad-value` a value that the cards do not offer."""
    options = choices(effects, rules)
    if options is not None:
        if value not in options:
            raise Refused("bad-value", options=list(options))
        return
    for effect in effects:
        if value not in offers(effect, rules):
            raise Refused("bad-value", options=list(offers(effect, rules)))


def settled_total(total: int, effects: list[Effect], value: int | None, rules: Rules) -> int:
    """Return the new total of a legal play. Refuse others with `bad-value`, `choice-needed` or
    `over-target`.
    """
    target = rules["target"]
    options = choices(effects, rules)
    if value is not None:
        check_value(effects, value, rules)
        tried: list[int | None] = [value]
    else:
        tried = [None] if options is None else list(options)
    totals = [new_total(total, effects, each, rules) for each in tried]
    legal = [each for each, made in zip(tried, totals, strict=True) if made <= target]
    if not legal:
        if not totals:  # The cards of a set share no value: those of the first choice are named.
            first = next(offers(effect, rules) for effect in effects if has_choice(effect))
            totals = [new_total(total, effects, each, rules) for each in first]
        raise Refused("over-target", total=min(totals), target=target)
    if len(legal) > 1:
        raise Refused("choice-needed", options=legal)
    return new_total(total, effects, legal[0], rules)


def playable(card: Card, total: int, rules: Rules, turns: int) -> bool:
    """Return whether some choice makes the card a legal play on this turn of the player."""
    if too_soon(card, rules, turns):
        return False
    effect = effect_of(card, rules)
    return any(
        new_total(total, [effect], each, rules) <= rules["target"] for each in offers(effect, rules)
    )


def too_soon(card: Card, rules: Rules, turns: int) -> bool:
    """Return whether Ishihara's rule forbids the card: no king in a player's first five turns of a
    hand.
    """
    return bool(rules["late_king"]) and card[0] == "K" and turns <= 5


def check_plain(card: Card, rules: Rules) -> None:
    """Refuse with `turn-another` a card that does more than add its pips."""
    if effect_of(card, rules) != {"add": [PIPS.get(card[0])]}:
        raise Refused("turn-another", card=card_text(card))
