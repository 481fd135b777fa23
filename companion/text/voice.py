"""Sentences for a screen reader."""

from collections.abc import Iterable


def sentences(parts: Iterable[str]) -> str:
    """Return the parts that are not empty as sentences, each with its end.

    >>> sentences(("Ann leads", "", "Spades?"))
    'Ann leads. Spades?'
    """
    said = (" ".join(part.split()) for part in parts)
    return " ".join(part if part[-1] in ".?" else f"{part}." for part in said if part)
