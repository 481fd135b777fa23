"""One fact in words, at the three lengths for which there is room somewhere."""

from typing import NamedTuple

from companion.message import Words

Rows = tuple[tuple[Words, Words], ...]
"""A table in words: what each row is about, and what is said of it."""


class Wording(NamedTuple):
    """A fact in words.

    `short` fits on a line of the display (16 characters), `label` on a key or in a list, and
    `sentence` is what one says who explains the game. "" where a fact is never said at that length.
    """

    short: Words
    label: Words
    sentence: Words
