"""Sentences for a screen reader."""

from collections.abc import Iterable

from companion.text.language import QuestionText
from companion.text.language import gettext as _


def sentences(parts: Iterable[str]) -> str:
    """Return the parts that are not empty as sentences: with full stops; questions have their sign.

    >>> sentences(("Ann leads", "", QuestionText("Spades?")))
    'Ann leads. Spades?'
    """
    said = ((" ".join(part.split()), isinstance(part, QuestionText)) for part in parts)
    return " ".join(part if is_question else f"{part}." for part, is_question in said if part)


def direction(clockwise: bool) -> str:  # noqa: FBT001  # the field of a state
    """Return the direction of play."""
    return _("clockwise") if clockwise else _("counterclockwise")
