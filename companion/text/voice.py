"""Sentences for a screen reader."""

from collections.abc import Iterable

from companion.text.language import gettext as _


def sentences(parts: Iterable[str]) -> str:
    """Return the parts that are not empty as sentences, each with its end.

    >>> sentences(("Ann leads", "", "Spades?"))
    'Ann leads. Spades?'
    """
    said = (" ".join(part.split()) for part in parts)
    return " ".join(part if part[-1] in ".?" else f"{part}." for part in said if part)


def direction(clockwise: bool) -> str:  # noqa: FBT001  # the field of a state
    """Return the direction of play."""
    return _("clockwise") if clockwise else _("counterclockwise")
