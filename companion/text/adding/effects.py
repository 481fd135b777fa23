"""Words what a card does to the total and to the turn."""

from collections.abc import Callable, Iterator, Sequence
from typing import assert_never

from companion.message import Form, Value, Words, in_context, joined, phrase, plural, render
from companion.rules.adding.effects import Add, AddOneOf, Change, Effect, Multiply, SetTo, SetWithin
from companion.text.lengths import Wording
from companion.text.numbers import Count, either, figure, minus
from companion.text.variants import translated


def change_words(
    change: Change, target: int, *, cards: int = 1, say: Callable[[int], Words] = figure
) -> Wording:
    """Return the change of the total in a game to `target`.

    Args:
        change: what the card does.
        target: the highest total; a card that sets any total up to it says so on its key.
        cards: the number of cards or ranks that are the subject of the sentence.
        say: how the sentence writes a number that is added.

    >>> change_words(Add(-10), 99)
    Wording(short='- 10', label='-10', sentence='takes 10 off')
    """
    match change:
        case Add(0):
            return Wording(signed(0), figure(0), plural("adds nothing", "add nothing", cards))
        case Add(n):
            does = (
                plural("adds {n}", "add {n}", cards)
                if n > 0
                else plural("takes {n} off", "take {n} off", cards)
            )
            return Wording(signed(n), figure(n), does.filled(n=say(abs(n))))
        case AddOneOf(numbers):
            return Wording(
                joined("/", map(figure, numbers)), choice(numbers), _one_of(numbers, cards)
            )
        case SetTo(n):
            does = plural("sets the total to {n}", "set the total to {n}", cards)
            return Wording(
                joined(" ", ("=", figure(n))),
                in_context("card key", "sets {n}", n=n),
                does.filled(n=n),
            )
        case SetWithin(low, high):
            span = (
                in_context("card key", "any") if low == 0 and high >= target else _span(low, high)
            )
            does = plural(
                "sets the total anywhere from {low} to {high}",
                "set the total anywhere from {low} to {high}",
                cards,
            )
            return Wording(
                joined("-", (figure(low), figure(high))), span, does.filled(low=low, high=high)
            )
        case Multiply(factor):
            return Wording(joined(" ", ("x", figure(factor))), *_times(factor, cards))
        case _:
            assert_never(change)


def made(change: Change, value: int | None) -> Words:
    """Return what a play made of the total, for the display, after the player's choice of `value`.

    >>> made(AddOneOf((1, 11)), 11), made(SetTo(98), None)
    ('+ 11', '= 98')
    """
    match change:
        case SetWithin() if value is not None:
            change = SetTo(value)
        case AddOneOf() if value is not None:
            change = Add(value)
    return change_words(change, 0).short


def signed(number: int) -> Words:
    """Return a number with its sign: ``+ 8``, ``- 10``.

    >>> signed(10), signed(-10)
    ('+ 10', '- 10')
    """
    return joined(" ", (minus() if number < 0 else "+", str(abs(number))))


def pips_words(cards: int = 1) -> Words:
    """Return that cards add their pips, which only a sentence says."""
    return plural("adds its pips", "add their pips", cards)


def turn_words(effect: Effect, cards: int = 1) -> Iterator[Wording]:
    """Yield what the card does beside the total;
    `cards` is the number of cards that are the subject.
    """
    if effect.reverse:
        yield Wording(
            "", in_context("card key", "reverse"), plural("reverses play", "reverse play", cards)
        )
    if effect.skip:
        yield _skip(effect.skip, cards)
    if effect.again:
        again = plural("gives another turn", "give another turn", cards)
        yield Wording("", in_context("card key", "again"), again)
    if effect.choose_next:
        names = plural("names who plays next", "name who plays next", cards)
        yield Wording(in_context("display", "next"), in_context("card key", "names"), names)
    if effect.oblige:
        yield _oblige(effect, cards)
    if effect.knock_out:
        out = plural("knocks a player out", "knock a player out", cards)
        yield Wording(in_context("display", "out"), in_context("card key", "out"), out)
    if effect.shield:
        shields = plural("shields against a knock-out", "shield against a knock-out", cards)
        yield Wording(in_context("display", "shield"), in_context("card key", "shield"), shields)


def call_words(effect: Effect) -> Wording:
    """Return the call of a card; the key of one that does nothing else says that it passes."""
    return Wording(
        translated(effect.call),
        in_context("card key", "pass"),
        phrase("said “{call}”", call=translated(effect.call)),
    )


class _Tight(Value):
    """Words without the spaces in them."""

    __slots__ = ("words",)

    def __init__(self, words: Words) -> None:
        self.words = words

    def worded(self, form: Form) -> Words:
        return render(self.words, form).replace(" ", "")


def tight(words: Words) -> Words:
    """Return a sum without spaces: ``+10``.

    >>> tight(signed(10))
    '+10'
    """
    return _Tight(words)


def effect_signs(effect: Effect) -> Words:
    """Return the effect in the fewest characters: ``+10``, ``=0``, ``out``, ``next``.

    >>> effect_signs(Effect(SetTo(0))), effect_signs(Effect(Add(0), knock_out=True))
    ('=0', 'out')
    """
    acts = [wording.short for wording in turn_words(effect) if wording.short]
    return acts[-1] if acts else tight(change_words(effect.change, 0).short)


def choice(numbers: Sequence[int]) -> Words:
    """Return numbers to choose from: ``+10 or −10``, ``1 or 11``; ``5 to 8`` if there are no gaps.

    >>> choice((10, -10)), choice((5, 6, 7, 8))
    ('+10 or -10', '5 to 8')
    """
    if len(numbers) > 3 and set(numbers) == set(range(min(numbers), max(numbers) + 1)):
        return _span(min(numbers), max(numbers))
    has_minus = min(numbers) < 0
    return either([f"+{n}" if has_minus and n > 0 else figure(n) for n in numbers])


def _span(low: int, high: int) -> Words:
    return phrase("{low} to {high}", low=low, high=high)


def _one_of(numbers: Sequence[int], cards: int) -> Words:
    match numbers:
        case (number, other) if number == -other:
            does = plural(
                "goes {n} up or {n} down, as called", "go {n} up or {n} down, as called", cards
            )
            return does.filled(n=abs(number))
    does = plural("adds {numbers}, as called", "add {numbers}, as called", cards)
    return does.filled(numbers=choice(numbers))


def _times(factor: int, cards: int) -> tuple[Words, Words]:
    if factor == 2:
        return in_context("card key", "doubles"), plural(
            "doubles the total", "double the total", cards
        )
    does = plural("multiplies the total by {factor}", "multiply the total by {factor}", cards)
    label = in_context("card key", "times {factor}")
    return label.filled(factor=factor), does.filled(factor=factor)


def _skip(players: int, cards: int) -> Wording:
    if players == 1:
        return Wording(
            "", in_context("card key", "skip"), plural("skips a player", "skip a player", cards)
        )
    does = plural("skips {n} players", "skip {n} players", cards)
    return Wording("", in_context("card key", "skip {n}", n=players), does.filled(n=Count(players)))


def _oblige(effect: Effect, cards: int) -> Wording:
    plays = effect.oblige
    if effect.each_counts:
        does = (
            plural(
                "makes the next player play one card", "make the next player play one card", cards
            )
            if plays == 1
            else plural(
                "makes the next player play {n} cards", "make the next player play {n} cards", cards
            )
        )
        return Wording("", in_context("card key", "play {n}", n=plays), does.filled(n=Count(plays)))
    does = (
        plural("makes the next player owe one play", "make the next player owe one play", cards)
        if plays == 1
        else plural(
            "makes the next player owe {n} plays", "make the next player owe {n} plays", cards
        )
    )
    return Wording("", in_context("card key", "owe {n}", n=plays), does.filled(n=Count(plays)))
