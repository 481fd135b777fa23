"""Numbers and lists as people say them."""

from collections.abc import Sequence
from typing import Final

from companion.message import Message, form, phrase
from companion.text.language import gettext as _
from companion.text.language import ngettext, pgettext

MINUS: Final = "\N{MINUS SIGN}"

MOST_IN_WORDS: Final = 12
"""Numbers up to this are written as words, larger ones in digits."""


class Count(int):
    """A number that a message may show as a word, ``{n}``, or in digits, ``{n:d}``.

    A translator chooses: German would have to decline the word.

    >>> "{n} cards, {n:d} cards".format(n=Count(3))
    'three cards, 3 cards'
    """

    def __format__(self, form: str) -> str:
        return number(self) if not form else int.__format__(self, form)


def number(count: int) -> str:
    """Return a count up to twelve as a word ("none" for 0), larger ones in digits.

    >>> number(3), number(17)
    ('three', '17')
    """
    return _words()[count] if 0 <= count <= MOST_IN_WORDS else figure(int(count))


def _words() -> tuple[str, ...]:
    return (
        pgettext("number", "none"),
        pgettext("number", "one"),
        pgettext("number", "two"),
        pgettext("number", "three"),
        pgettext("number", "four"),
        pgettext("number", "five"),
        pgettext("number", "six"),
        pgettext("number", "seven"),
        pgettext("number", "eight"),
        pgettext("number", "nine"),
        pgettext("number", "ten"),
        pgettext("number", "eleven"),
        pgettext("number", "twelve"),
    )


def figure(total: int) -> str:
    """Return a total in digits, with a typographic minus sign.

    >>> figure(-8)
    '−8'
    """
    return str(total).replace("-", MINUS)


def money(cents: int) -> str:
    """Return an amount of money, of no currency, in digits.

    >>> money(240), money(-5)
    ('2.40', '−0.05')
    """
    units, rest = divmod(abs(cents), 100)
    sign = MINUS if cents < 0 else ""
    return sign + pgettext("money: {units} is 2, {cents} is 40", "{units}.{cents}").format(
        units=units, cents=f"{rest:02}"
    )


def minus() -> str:
    """Return the minus sign of the form in use: on a display, and in the protocol, a hyphen."""
    return "-" if form.get() == "printed" else MINUS


def digits(number: int) -> str:
    """Return a number in digits with the minus sign of the form in use.

    >>> digits(-8)
    '-8'
    """
    return str(number) if form.get() == "printed" else figure(number)


def signed(number: int) -> str:
    """Return a change in digits with its sign.

    >>> signed(8), signed(0), signed(-8)
    ('+8', '+0', '-8')
    """
    return f"+{number}" if number >= 0 else digits(number)


class Change(int):
    """A change in a message, in digits with its sign in the form in use.

    >>> "{n}".format(n=Change(8))
    '+8'
    """

    def __format__(self, _form: str) -> str:
        return signed(int(self))


def arrow() -> str:
    """Return the arrow to what a play makes in the form in use; a voice says it in a word."""
    return _("makes") if form.get() == "spoken" else "→"


def either(things: Sequence[str]) -> str:
    """Return things to choose from as a list in words.

    >>> either(("Ann", "Bo", "Cy"))
    'Ann, Bo or Cy'
    """
    *others, last = things
    return _("{others} or {last}").format(others=", ".join(others), last=last) if others else last


def one_of(things: Sequence[Message | str | int]) -> Message | str | int:
    """Return things to choose from as the part of a message.

    >>> str(one_of((Change(-10), Change(10))))
    '-10 or +10'
    """
    *others, last = things
    if not others:
        return last
    places = {f"n{place}": thing for place, thing in enumerate(others)}
    listed = Message(", ".join(f"{{{place}}}" for place in places), tuple(places.items()))
    return phrase("{others} or {last}", others=listed, last=last)


def together(things: Sequence[str]) -> str:
    """Return things that belong together as a list in words; "" for none.

    >>> together(("Ann", "Bo", "Cy"))
    'Ann, Bo and Cy'
    """
    if not things:
        return ""
    *others, last = things
    return _("{others} and {last}").format(others=", ".join(others), last=last) if others else last


# The scripts of the pages count too, with these messages (web/static/js/words.js).


def cards(count: int) -> str:
    """Return a number of cards.

    >>> cards(1), cards(3)
    ('1 card', '3 cards')
    """
    return ngettext("{n} card", "{n} cards", count).format(n=count)


def points(count: int) -> str:
    """Return a number of points.

    >>> points(1), points(20)
    ('1 point', '20 points')
    """
    return ngettext("{n} point", "{n} points", count).format(n=figure(count))


def chips(count: int) -> str:
    """Return a number of chips.

    >>> chips(1), chips(3)
    ('1 chip', '3 chips')
    """
    return ngettext("{n} chip", "{n} chips", count).format(n=count)
