"""The short texts beside the total: what was played and its effect."""

from typing import assert_never

from companion.rules.adding.effects import Add, AddOneOf, Change, Effect, Multiply, SetTo, SetWithin
from companion.rules.adding.rules import AddingRules
from companion.rules.adding.state import AddingState, Call
from companion.rules.cards import Card
from companion.text.cards import face
from companion.text.named import Named, Words


def faces(cards: tuple[Card, ...]) -> str:
    """Return one card as printed on it; several as number and rank (``3 x 8``), jokers as the word.

    >>> from companion.rules.cards import parse_card
    >>> faces((parse_card("8H"), parse_card("8C")))
    '2 x 8'
    """
    if len(cards) == 1:
        return face(cards[0])
    return "Jokers" if cards[0].is_joker else f"{len(cards)} x {cards[0].rank}"


def does(change: Change, value: int | None = None) -> str:
    """Return the effect on the total: ``+ 8``, ``= 100``, ``x 2``; before a choice ``1/11``, ``0-100``.

    >>> from companion.rules.adding.effects import Add
    >>> does(Add(8)), does(AddOneOf((1, 11)), 11)
    ('+ 8', '+ 11')
    """
    match change:
        case Multiply(factor):
            return f"x {factor}"
        case SetTo(n):
            return f"= {n}"
        case SetWithin(low, high):
            return f"= {value}" if value is not None else f"{low}-{high}"
        case AddOneOf(numbers) if value is None:
            return "/".join(str(number) for number in numbers)
        case AddOneOf():
            return signed(value or 0)
        case Add(n):
            return signed(n)
        case _:
            assert_never(change)


def briefly(effect: Effect) -> str:
    """Return the special effect of a card in the fewest characters: ``+10``, ``=0``, ``out``, ``next``."""
    if effect.knock_out:
        return "out"
    if effect.choose_next:
        return "next"
    return "shield" if effect.shield else does(effect.change).replace(" ", "")


def signed(number: int) -> str:
    """Return a number with its sign: ``+ 8``, ``- 10``.

    >>> signed(10), signed(-10)
    ('+ 10', '- 10')
    """
    return f"{'-' if number < 0 else '+'} {abs(number)}"


def call_lines(rules: AddingRules, state: AddingState, call: Call) -> tuple[Words, Words]:
    """Return the two lines under the last card: the words of its call, else who played what."""
    effect = rules.effect(call.cards[-1])
    change = does(effect.change, call.value) if effect is not None and len(call.cards) == 1 else ""
    if not change:
        change = signed(state.total - call.was)
    if call.up:
        return "up card", change
    if effect is not None and effect.call:
        words = f"{effect.call} {state.total}".split()
        half = (len(words) + 1) // 2
        return " ".join(words[:half]), " ".join(words[half:])
    return Named(state.players[call.seat].name, before="by "), change
