"""Texts that contain players' names, which a display may shorten."""

from collections.abc import Collection, Sequence
from itertools import chain, zip_longest
from typing import Final

import msgspec

from companion.text.language import QuestionText
from companion.text.language import gettext as _
from companion.text.numbers import together

_MARK: Final = "\0"


class Named(msgspec.Struct, frozen=True):
    """A text that contains a player's name; the drawing may shorten the name but not the words."""

    name: str
    after: str = ""
    before: str = ""


class NamedTogether(msgspec.Struct, frozen=True):
    """A text that contains several names: its `parts` are words and names in turn, words first and last."""

    parts: tuple[str, ...]


Words = str | Named | NamedTogether


def named(template: str, name: str, **fields: object) -> Named:
    """Return a translated `template` with ``{name}`` in it as a text with that name.

    >>> named("{name} pays {points}", "Ann", points=25)
    Named(name='Ann', after=' pays 25', before='')
    """
    before, _, after = template.format(name=_MARK, **fields).partition(_MARK)
    return Named(name, QuestionText(after) if isinstance(template, QuestionText) else after, before)


def named_together(template: str, names: Sequence[str]) -> NamedTogether:
    """Return a translated `template` with ``{names}`` in it as a text with those names.

    >>> named_together("{names} win", ("Ann", "Bo", "Cy"))
    NamedTogether(parts=('', 'Ann', ', ', 'Bo', ' and ', 'Cy', ' win'))
    """
    words = template.format(names=together([_MARK] * len(names))).split(_MARK)
    return NamedTogether(tuple(chain.from_iterable(zip_longest(words, names)))[:-1])


def seat_name(number: int, taken: Collection[str]) -> str:
    """Return the name of somebody without one at the seat of that number, other than those `taken`.

    >>> seat_name(3, ("Ann", "Bo")), seat_name(1, ("Seat 1",))
    ('Seat 3', "Seat 1'")
    """
    name = _("Seat {number}").format(number=number)
    while name in taken:
        name += "'"
    return name


def plain(words: Words) -> str:
    """Return a text with the whole names in it.

    >>> plain(Named("Ann", after=" deals"))
    'Ann deals'
    """
    match words:
        case Named(name, after, before):
            said, end = before + name + after, after
        case NamedTogether(parts):
            said, end = "".join(parts), parts[-1]
        case _:
            return words
    return QuestionText(said) if isinstance(end, QuestionText) else said


def with_a_name(words: Words) -> Named:
    """Return the text for a page as one with a name, which is empty where there is none.

    >>> with_a_name("All lose")
    Named(name='', after='All lose', before='')
    """
    if isinstance(words, Named):
        return Named(words.name, str(words.after), words.before)
    return Named("", after=plain(words))


def parted(name: str) -> str:
    """Return a name to precede a figure: one that ends in a figure gets a colon, ``Seat 3: 1``.

    >>> parted("Ann"), parted("Seat 3")
    ('Ann', 'Seat 3:')
    """
    return f"{name}:" if name[-1:].isdigit() else name
