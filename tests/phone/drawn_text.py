"""Texts in parts, rendered as a person reads them on a page."""

from typing import Any

from companion.core.cards import SUIT_SIGNS
from companion.message import Value
from companion.words.form import as_markup


def as_drawn(text: Any) -> str:
    """Return the text, or its JSON, with the signs that the page draws for an English deck."""
    parts = as_markup(text) if isinstance(text, Value) else text
    if isinstance(parts, str):
        return parts
    return "".join(
        part if isinstance(part, str) else part.get("rank", "") + SUIT_SIGNS[part["suit"]]
        for part in parts
    )
