"""Sentences for a screen reader."""

from collections.abc import Iterable

from companion.message import Message, Value, Words, phrase


def sentences(parts: Iterable[Words]) -> Words:
    """Return the parts that are not empty as sentences: with full stops; questions have their sign.

    >>> sentences((phrase("Ann leads"), "", phrase("Spades?")))
    'Ann leads. Spades?'
    """
    kept = [part for part in parts if part != ""]
    ends = ("" if isinstance(part, Value) and part.asks else "." for part in kept)
    text = " ".join(f"{{p{place}}}{end}" for place, end in enumerate(ends))
    return Message(text, tuple((f"p{place}", part) for place, part in enumerate(kept)))


def direction(clockwise: bool) -> Words:  # noqa: FBT001  # the field of a state
    """Return the direction of play."""
    return phrase("clockwise") if clockwise else phrase("counterclockwise")
