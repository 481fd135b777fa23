"""Words what a card does to the total and to the turn."""

from collections.abc import Callable, Iterator, Sequence
from typing import Literal, assert_never

from companion.rules.adding.effects import Add, AddOneOf, Change, Effect, Multiply, SetTo, SetWithin
from companion.text.language import gettext as _
from companion.text.language import ngettext, pgettext
from companion.text.lengths import Said
from companion.text.numbers import Count, digits, either, figure, minus
from companion.text.variants import translated

ChangeKind = Literal["add", "set", "multiply"]
"""What an author chooses among for the total."""


def change_words(change: Change, target: int, *, cards: int = 1, say: Callable[[int], str] = figure) -> Said:
    """Return the change of the total in a game to `target`.

    Args:
        change: what the card does.
        target: the highest total; a card that sets any total up to it says so on its key.
        cards: the number of cards or ranks that are the subject of the sentence.
        say: how the sentence writes a number that is added.

    >>> change_words(Add(-10), 99)
    Said(short='- 10', label='−10', sentence='takes 10 off')
    """
    match change:
        case Add(0):
            return Said(signed(0), figure(0), ngettext("adds nothing", "add nothing", cards))
        case Add(n):
            does = (
                ngettext("adds {n}", "add {n}", cards)
                if n > 0
                else ngettext("takes {n} off", "take {n} off", cards)
            )
            return Said(signed(n), figure(n), does.format(n=say(abs(n))))
        case AddOneOf(numbers):
            return Said("/".join(map(digits, numbers)), choice(numbers), _one_of(numbers, cards))
        case SetTo(n):
            does = ngettext("sets the total to {n}", "set the total to {n}", cards)
            return Said(
                f"= {digits(n)}",
                pgettext("card key", "sets {n}").format(n=figure(n)),
                does.format(n=figure(n)),
            )
        case SetWithin(low, high):
            span = pgettext("card key", "any") if low == 0 and high >= target else _span(low, high)
            does = ngettext(
                "sets the total anywhere from {low} to {high}",
                "set the total anywhere from {low} to {high}",
                cards,
            )
            return Said(
                f"{digits(low)}-{digits(high)}", span, does.format(low=figure(low), high=figure(high))
            )
        case Multiply(factor):
            return Said(f"x {digits(factor)}", *_times(factor, cards))
        case _:
            assert_never(change)


def kind_words(kind: ChangeKind) -> str:
    """Return what a card of this kind does to the total.

    >>> kind_words("multiply")
    'multiplies'
    """
    match kind:
        case "add":
            return _("adds")
        case "set":
            return _("sets")
        case "multiply":
            return pgettext("effect", "multiplies")
        case _:
            assert_never(kind)


def made(change: Change, value: int | None) -> str:
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


def signed(number: int) -> str:
    """Return a number with its sign: ``+ 8``, ``- 10``.

    >>> signed(10), signed(-10)
    ('+ 10', '- 10')
    """
    return f"{minus() if number < 0 else '+'} {abs(number)}"


def pips_words(cards: int = 1) -> str:
    """Return that cards add their pips, which only a sentence says."""
    return ngettext("adds its pips", "add their pips", cards)


def turn_words(effect: Effect, cards: int = 1) -> Iterator[Said]:
    """Yield what the card does beside the total; `cards` is the number of cards that are the subject."""
    if effect.reverse:
        yield Said("", pgettext("card key", "reverse"), ngettext("reverses play", "reverse play", cards))
    if effect.skip:
        yield _skip(effect.skip, cards)
    if effect.again:
        again = ngettext("gives another turn", "give another turn", cards)
        yield Said("", pgettext("card key", "again"), again)
    if effect.choose_next:
        names = ngettext("names who plays next", "name who plays next", cards)
        yield Said(pgettext("display", "next"), pgettext("card key", "names"), names)
    if effect.oblige:
        yield _oblige(effect, cards)
    if effect.knock_out:
        out = ngettext("knocks a player out", "knock a player out", cards)
        yield Said(pgettext("display", "out"), pgettext("card key", "out"), out)
    if effect.shield:
        shields = ngettext("shields against a knock-out", "shield against a knock-out", cards)
        yield Said(pgettext("display", "shield"), pgettext("card key", "shield"), shields)


def call_words(effect: Effect) -> Said:
    """Return the call of a card; the key of one that does nothing else says that it passes."""
    return Said(
        translated(effect.call),
        pgettext("card key", "pass"),
        _("said “{call}”").format(call=translated(effect.call)),
    )


def effect_signs(effect: Effect) -> str:
    """Return the effect in the fewest characters: ``+10``, ``=0``, ``out``, ``next``.

    >>> effect_signs(Effect(SetTo(0))), effect_signs(Effect(Add(0), knock_out=True))
    ('=0', 'out')
    """
    acts = [said.short for said in turn_words(effect) if said.short]
    return acts[-1] if acts else change_words(effect.change, 0).short.replace(" ", "")


def choice(numbers: Sequence[int]) -> str:
    """Return numbers to choose from: ``+10 or −10``, ``1 or 11``; ``5 to 8`` if there are no gaps.

    >>> choice((10, -10)), choice((5, 6, 7, 8))
    ('+10 or −10', '5 to 8')
    """
    if len(numbers) > 3 and set(numbers) == set(range(min(numbers), max(numbers) + 1)):
        return _span(min(numbers), max(numbers))
    has_minus = min(numbers) < 0
    return either([f"+{n}" if has_minus and n > 0 else figure(n) for n in numbers])


def _span(low: int, high: int) -> str:
    return _("{low} to {high}").format(low=figure(low), high=figure(high))


def _one_of(numbers: Sequence[int], cards: int) -> str:
    match numbers:
        case (one, other) if one == -other:
            does = ngettext("goes {n} up or {n} down, as called", "go {n} up or {n} down, as called", cards)
            return does.format(n=abs(one))
    does = ngettext("adds {numbers}, as called", "add {numbers}, as called", cards)
    return does.format(numbers=choice(numbers))


def _times(factor: int, cards: int) -> tuple[str, str]:
    if factor == 2:
        return pgettext("card key", "doubles"), ngettext("doubles the total", "double the total", cards)
    does = ngettext("multiplies the total by {factor}", "multiply the total by {factor}", cards)
    label = pgettext("card key", "times {factor}")
    return label.format(factor=figure(factor)), does.format(factor=figure(factor))


def _skip(players: int, cards: int) -> Said:
    if players == 1:
        return Said("", pgettext("card key", "skip"), ngettext("skips a player", "skip a player", cards))
    does = ngettext("skips {n} players", "skip {n} players", cards)
    return Said("", pgettext("card key", "skip {n}").format(n=players), does.format(n=Count(players)))


def _oblige(effect: Effect, cards: int) -> Said:
    plays = effect.oblige
    if effect.each_counts:
        does = (
            ngettext("makes the next player play one card", "make the next player play one card", cards)
            if plays == 1
            else ngettext(
                "makes the next player play {n} cards", "make the next player play {n} cards", cards
            )
        )
        return Said("", pgettext("card key", "play {n}").format(n=plays), does.format(n=Count(plays)))
    does = (
        ngettext("makes the next player owe one play", "make the next player owe one play", cards)
        if plays == 1
        else ngettext("makes the next player owe {n} plays", "make the next player owe {n} plays", cards)
    )
    return Said("", pgettext("card key", "owe {n}").format(n=plays), does.format(n=Count(plays)))
