"""How a text names cards and suits: as they are printed, in words for a voice, or in parts that a page draws.

The functions that word something are the same for each form; those that write a card, a suit or a number look
at the form in use. So nobody has to find a card in a finished sentence, where a player may be called "Q♥".
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Final

import msgspec

from companion.message import Form, form

_MARK: Final = "\1"


class Sign(msgspec.Struct, frozen=True, omit_defaults=True):
    """A suit in a text, or a card with the `rank`, which a page draws and names in words."""

    suit: str
    rank: str = ""


Text = str | tuple[str | Sign, ...]
"""A text for a page: in parts if a card or a suit is in it."""


@contextmanager
def writing(new: Form) -> Iterator[None]:
    """Write texts in this form within the block."""
    before = form.set(new)
    try:
        yield
    finally:
        form.reset(before)


def aloud(text: Callable[[], str]) -> str:
    """Return a text as a voice says it.

    >>> from companion.text.cards import suit_sign
    >>> aloud(lambda: f"No {suit_sign('S')}")
    'No spades'
    """
    with writing("spoken"):
        return text()


def drawn(text: Callable[[], str]) -> Text:
    """Return a text as a page draws it.

    >>> from companion.text.cards import suit_sign
    >>> drawn(lambda: f"No {suit_sign('S')}")
    ('No ', Sign(suit='S', rank=''))
    """
    with writing("parts"):
        return in_parts(text())


def all_drawn(told: Callable[[], object]) -> Any:
    """Return what `told` gives, as JSON has it, with each text in it as a page draws it."""
    with writing("parts"):
        return _all_in_parts(msgspec.to_builtins(told()))


def _all_in_parts(told: object) -> object:
    match told:
        case str():
            return in_parts(told)
        case dict():
            return {key: _all_in_parts(value) for key, value in told.items()}
        case list() | tuple():
            return [_all_in_parts(value) for value in told]
    return told


def marked(suit: str, rank: str = "") -> str:
    """Return a suit or a card in the form "parts", for `in_parts`."""
    return f"{_MARK}{suit}{rank}{_MARK}"


def in_parts(text: str) -> Text:
    """Return a text that was written in the form "parts"; one of another form stays as it is."""
    if _MARK not in text:
        return str(text)  # JSON knows no kind of text of our own, as that of a question is
    parts = enumerate(text.split(_MARK))
    return tuple(Sign(part[0], part[1:]) if place % 2 else part for place, part in parts if part)


def first_that_fits(texts: Callable[[], Iterable[str]], longest: int) -> str:
    """Return the first of `texts` that has at most `longest` characters as it is printed, else the last."""
    with writing("printed"):
        lengths = [len(text) for text in texts()]
    fits = (place for place, length in enumerate(lengths) if length <= longest)
    return list(texts())[next(fits, -1)]
