"""Text in the form sent to pages: split into parts if it contains suits or cards to draw."""

import msgspec

from companion.message import Form, Marked, Message, Name, Value, Words, joined, pieces, render
from companion.words.cards import Sign
from companion.words.numbers import HiddenTotal

Text = str | tuple[str | dict[str, str], ...]
"""Text for a page, split into parts if it contains a card or a suit."""


def as_markup(words: Words) -> Text:
    """Return words in the form that a page draws.

    >>> from companion.core.cards import Card
    >>> from companion.words.cards import face
    >>> as_markup("No shield"), as_markup(face(Card("10", "H")))
    ('No shield', ({'suit': 'H', 'rank': '10'},))
    """
    parts: list[str | dict[str, str]] = []
    text = ""
    for piece in pieces(words, "page", (Sign,)):
        if isinstance(piece, Sign):
            sign = {"suit": piece.suit, "rank": piece.rank} if piece.rank else {"suit": piece.suit}
            parts += [text, sign] if text else [sign]
            text = ""
        else:
            text += str(piece)
    if not parts:
        return text
    return (*parts, text) if text else tuple(parts)


class _WithSigns(Marked):
    """Words in which a page draws the suits."""


def with_signs(words: Words) -> Words:
    """Return words in which a page draws the suits; "" is unchanged."""
    return _WithSigns(words) if words else ""


class AroundName(Marked):
    """Words sent to a page in three parts: before the player's name, the name, and after it."""

    def as_parts(self) -> dict[str, str]:
        """Return the parts; words without a name are the part after an empty name."""
        parts = list(pieces(self.words, "page", (Name,)))
        place = next((n for n, part in enumerate(parts) if isinstance(part, Name)), -1)
        before, after = parts[: max(place, 0)], parts[place + 1 :]
        name = str(parts[place]) if place >= 0 else ""
        return {
            "name": name,
            "after": "".join(map(str, after)),
            "before": "".join(map(str, before)),
        }


class _Stripped(Marked):
    """Words without leading or trailing spaces."""

    def worded(self, form: Form) -> Words:
        first, *others = [
            piece for piece in pieces(self.words, form, (Sign, Name)) if piece != ""
        ] or [""]
        if isinstance(first, str):
            first = first.lstrip()
        if others and isinstance(others[-1], str):
            others[-1] = others[-1].rstrip()
        return joined("", (first, *others))


def beside_the_name(words: Words) -> Words:
    """Return words without the player's name, which has a column of its own.

    >>> from companion.message import phrase
    >>> beside_the_name(phrase("{name} leaves", name=Name("Ann")))
    'leaves'
    """
    if isinstance(words, Message) and isinstance(dict(words.parts).get("name"), Name):
        return _Stripped(words.filled(name=""))
    return words


def _encoded(value: object) -> Text | dict[str, str]:
    if isinstance(value, AroundName):
        return value.as_parts()
    if isinstance(value, _WithSigns):
        return as_markup(value.words)
    if isinstance(value, Value):
        return render(value, "page")
    if isinstance(value, HiddenTotal):
        return str(value)
    raise TypeError(type(value).__name__)


ALL_DRAWN = msgspec.json.Encoder(enc_hook=as_markup)
"""Encoder for replies to a page that draws the suits in every text."""

FOR_PAGES = msgspec.json.Encoder(enc_hook=_encoded)
"""Encoder for replies to pages, with every text in the current language."""
