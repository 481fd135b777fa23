"""Numbers, wordings of three lengths, and sentences for screen readers."""

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from companion.message import (
    Form,
    Marked,
    Message,
    Spoken,
    Value,
    Words,
    in_context,
    joined,
    phrase,
    plural,
    render,
)

Row = tuple[Words, Words]
"""A row of a table in words: its subject and its text."""
Rows = tuple[Row, ...]


class Wording(NamedTuple):
    """A fact in words.

    `short` fits on a line of the display (16 characters), `label` on a key or in a list, and
    `sentence` is how a player explaining the game would put it. "" means that no wording of that
    length is needed.
    """

    short: Words = ""
    label: Words = ""
    sentence: Words = ""


MINUS = "\N{MINUS SIGN}"


class Count(Value):
    """A number that a message shows as a word, ``{n}``, or in digits, ``{n:d}``.

    The translator chooses, because German would have to inflect the word.

    >>> phrase("{n} cards, {n:d} cards", n=Count(3))
    'three cards, 3 cards'
    """

    __slots__ = ("number",)

    def __init__(self, number: int) -> None:
        self.number = number

    def worded(self, form: Form) -> Words:  # noqa: ARG002  # the same in every form
        return number(self.number)

    def __format__(self, form: str) -> str:
        return format(self.number, form)


class HiddenTotal(int):
    """A total that reads "?".

    It equals no shown total, so that everything made of it is made again once it is shown.
    """

    __slots__ = ()

    def __str__(self) -> str:
        return "?"

    __repr__ = __str__

    def __format__(self, form: str) -> str:
        return "?"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, HiddenTotal) and int(self) == int(other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash((HiddenTotal, int(self)))


def number(count: int) -> Words:
    """Return a count up to twelve as a word ("none" for 0), or a larger one in digits.

    >>> number(3), number(17)
    ('three', '17')
    """
    return _NUMBERS[count] if 0 <= count < len(_NUMBERS) else figure(count)


_NUMBERS = (
    in_context("number", "none"),
    in_context("number", "one"),
    in_context("number", "two"),
    in_context("number", "three"),
    in_context("number", "four"),
    in_context("number", "five"),
    in_context("number", "six"),
    in_context("number", "seven"),
    in_context("number", "eight"),
    in_context("number", "nine"),
    in_context("number", "ten"),
    in_context("number", "eleven"),
    in_context("number", "twelve"),
)


def figure(number: int) -> Words:
    """Return a number in digits, with the minus sign of the output form (a hyphen on a display).

    >>> figure(-8)
    '-8'
    """
    return Message("{n}", (("n", number),))


def figure_aloud(number: int) -> Words:
    """Return a number for a voice, which says a minus sign as a word.

    >>> figure_aloud(97), figure_aloud(-8)
    ('97', 'minus 8')
    """
    if number >= 0 or isinstance(number, HiddenTotal):
        return str(number)
    return phrase("minus {n}", n=-number)


def money(cents: int) -> Words:
    """Return an amount of money in cents as digits with two decimals, without a currency.

    >>> money(240), money(-5)
    ('2.40', '−0.05')
    """
    units, rest = divmod(abs(cents), 100)
    digits = str(rest).zfill(2)
    amount = in_context(
        "money: {units} is 2, {cents} is 40", "{units}.{cents}", units=units, cents=digits
    )
    return joined("", (MINUS, amount)) if cents < 0 else amount


def minus() -> Words:
    """Return the minus sign of the output form: a hyphen on a display and in the protocol."""
    return _Minus()


class _Minus(Value):
    __slots__ = ()

    def worded(self, form: Form) -> Words:
        return "-" if form == "printed" else MINUS


def signed(number: int) -> Words:
    """Return a change in digits with its sign.

    >>> signed(8), signed(0), signed(-8)
    ('+8', '+0', '-8')
    """
    return f"+{number}" if number >= 0 else figure(number)


def arrow() -> Words:
    """Return the arrow in front of a play's result; a screen reader gets a word."""
    return Spoken("→", phrase("makes"))


def change(before: int, after: int) -> Words:
    """Return a number before and after a change.

    >>> change(87, 96)
    '87 → 96'
    """
    return joined(" ", (figure(before), arrow(), figure(after)))


def either(things: Sequence[Words]) -> Words:
    """Return alternatives as a list in words.

    >>> either(("Ann", "Bo", "Cy"))
    'Ann, Bo or Cy'
    """
    *others, last = things
    return phrase("{others} or {last}", others=joined(", ", others), last=last) if others else last


def one_of(numbers: Sequence[int]) -> Words:
    """Return numbers as alternatives; "" for none.

    >>> one_of((26, 130))
    '26 or 130'
    """
    return either([figure(number) for number in numbers]) if numbers else ""


def together(things: Sequence[Words]) -> Words:
    """Return items as a list in words; "" for none.

    >>> together(("Ann", "Bo", "Cy"))
    'Ann, Bo and Cy'
    """
    if not things:
        return ""
    *others, last = things
    return phrase("{others} and {last}", others=joined(", ", others), last=last) if others else last


# The scripts of the pages use these messages, too (web/static/js/words.js).


def cards(count: int) -> Words:
    """Return a number of cards.

    >>> cards(1), cards(3)
    ('1 card', '3 cards')
    """
    return plural("{n} card", "{n} cards", count)


def points(count: int) -> Words:
    """Return a number of points.

    >>> points(1), points(20)
    ('1 point', '20 points')
    """
    return plural("{n} point", "{n} points", count)


def chips(count: int) -> Words:
    """Return a number of chips.

    >>> chips(1), chips(3)
    ('1 chip', '3 chips')
    """
    return plural("{n} chip", "{n} chips", count)


class _Sentence(Marked):
    """Words with a full stop, unless they end in one or in a question mark."""

    def worded(self, form: Form) -> Words:
        return joined("", (self.words, "" if render(self.words, form)[-1:] in {".", "?"} else "."))


def sentences(parts: Iterable[Words]) -> Words:
    """Return the non-empty parts as sentences, with a full stop unless they end in one or in a
    question mark; "" if there are none.

    >>> sentences((phrase("Ann leads"), "", phrase("Spades?"), phrase("No. Hearts.")))
    'Ann leads. Spades? No. Hearts.'
    """
    return joined(" ", (_Sentence(part) for part in parts if part != ""))


def direction(clockwise: bool) -> Words:  # noqa: FBT001  # the field of a state
    """Return the direction of play."""
    return phrase("clockwise") if clockwise else phrase("counterclockwise")


def seat_name(number: int, other_names: Collection[str]) -> str:
    """Return the name for an unnamed player at seat `number` that is not in `other_names`.

    >>> seat_name(3, ("Ann", "Bo")), seat_name(1, ("Seat 1",))
    ('Seat 3', "Seat 1'")
    """
    name = render(phrase("Seat {number}", number=number))
    while name in other_names:
        name += "'"
    return name


def parted(name: str) -> str:
    """Return a name to precede a number: one that ends in a digit gets a colon, ``Seat 3: 1``.

    >>> parted("Ann"), parted("Seat 3")
    ('Ann', 'Seat 3:')
    """
    return f"{name}:" if name[-1:].isdigit() else name
