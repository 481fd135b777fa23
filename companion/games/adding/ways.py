"""The choice of one of a card's alternatives (docs/reference/rules.md 1.8)."""

from collections.abc import Sequence

from companion.core.cards import Card
from companion.core.refusals import BadWay, NoWay, WayNeeded
from companion.errors import Illegal
from companion.games.adding.card_words import condition_words, effect_sentence
from companion.games.adding.effects import (
    Effect,
    PlayEffect,
    Situation,
    Ways,
    When,
    open_ways,
    together,
)
from companion.games.adding.evaluate import over_target, totals_of
from companion.games.adding.rules import AddingRules
from companion.words.numbers import either


def choose_way(
    rules: AddingRules, now: Situation, cards: tuple[Card, ...], way: int | None
) -> PlayEffect:
    """Return the effect of `cards` in the alternative `way`, or in the only possible one.

    All cards of a set take the same alternative; a card that has none takes its only effect.

    Raises:
        Illegal: ``no-way``, ``bad-way``, ``over-target``, ``bad-value``, ``way-needed``.
    """
    table = [rules.effects[card.rank, card.suit] for card in cards]
    if way is None and all(len(ways) == 1 and ways[0].when is None for ways in table):
        return together(cards, tuple(ways[0] for ways in table))
    several = [len(ways) for ways in table if len(ways) > 1]
    numbers = range(1, min(several, default=1) + 1)

    def effects(number: int) -> tuple[Effect, ...]:
        return tuple(ways[0 if len(ways) == 1 else number - 1] for ways in table)

    found = [open_ways(ways, now, card) for ways, card in zip(table, cards, strict=True)]
    held = [
        number
        for number in numbers
        if all(each[0 if len(each) == 1 else number - 1] for each in found)
    ]
    if not held:
        raise Illegal(_no_way(cards, table, found))
    possible = held
    if way is None and len(held) > 1:
        totals = {number: list(totals_of(rules, now.total, effects(number))) for number in held}
        possible = [
            number for number in held if any(not rules.is_over(total) for total in totals[number])
        ]
        if not possible:
            raise over_target(
                rules, now.total, [total for each in totals.values() for total in each]
            )
    if way is None and len(possible) == 1:
        (way,) = possible
    if way not in possible:
        longest = max(table, key=len)
        ways = tuple(effect_sentence(longest[n - 1], len(cards)) for n in possible)
        if way is not None:
            raise Illegal(BadWay(tuple(possible), way, ways))
        raise Illegal(WayNeeded(tuple(possible), ways))
    return together(cards, effects(way), way if several else None)


def _no_way(cards: Sequence[Card], table: Sequence[Ways], found: Sequence[list[bool]]) -> NoWay:
    """Return the refusal of the first card of which no condition holds. Of a set whose cards have
    no open alternative in common it is that of the first card with a condition.
    """
    whens = [[way.when for way in ways if isinstance(way.when, When)] for ways in table]
    shut = [n for n, each in enumerate(found) if not any(each)]
    first = next(n for n in (*shut, *range(len(cards))) if whens[n])
    return NoWay(str(cards[first]), either([condition_words(when) for when in whens[first]]))
