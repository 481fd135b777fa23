"""A text in parts as a person reads it on a page."""

from typing import Any

import msgspec

from companion.rules.cards import SUIT_SIGNS
from companion.text.form import Text


def as_drawn(text: Any) -> str:
    """The text, or its JSON, with the signs that the page draws on an English deck."""
    parts = msgspec.convert(text, Text, from_attributes=True)
    if isinstance(parts, str):
        return parts
    return "".join(part if isinstance(part, str) else part.rank + SUIT_SIGNS[part.suit] for part in parts)
