"""Texts that contain a player's name, which a display may shorten."""

from typing import Final

import msgspec

_MARK: Final = "\0"


class Named(msgspec.Struct, frozen=True):
    """A text that contains a player's name; the drawing may shorten the name but not the words."""

    name: str
    after: str = ""
    before: str = ""


Words = str | Named


def named(template: str, name: str, **fields: object) -> Named:
    """Return a translated `template` with ``{name}`` in it as a text with that name.

    >>> named("{name} pays {points}", "Ann", points=25)
    Named(name='Ann', after=' pays 25', before='')
    """
    before, _, after = template.format(name=_MARK, **fields).partition(_MARK)
    return Named(name, after, before)


def plain(words: Words) -> str:
    """Return a text with the whole name in it.

    >>> plain(Named("Ann", after=" deals"))
    'Ann deals'
    """
    return words.before + words.name + words.after if isinstance(words, Named) else words


def with_a_name(words: Words) -> Named:
    """Return the text as one with a name, which is empty where there is none.

    >>> with_a_name("All lose")
    Named(name='', after='All lose', before='')
    """
    return words if isinstance(words, Named) else Named("", after=words)


def parted(name: str) -> str:
    """Return a name to precede a figure: one that ends in a figure gets a colon, ``Seat 3: 1``.

    >>> parted("Ann"), parted("Seat 3")
    ('Ann', 'Seat 3:')
    """
    return f"{name}:" if name[-1:].isdigit() else name
