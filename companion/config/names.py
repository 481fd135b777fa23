"""Checks that players' names are visible and that two names do not look alike."""

import unicodedata
from collections.abc import Iterable
from operator import eq

_UNSEEN_KINDS = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"})
"""Unicode categories without a glyph: control characters, writing direction,
unassigned characters...
"""

_UNSEEN = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""More letters, marks and signs without a glyph (Default_Ignorable_Code_Point, and empty
Braille).
"""

_SELECTORS = {
    code: None
    for first, last in ((0x180B, 0x180F), (0xFE00, 0xFE0F), (0xE0100, 0xE01EF))
    for code in range(first, last + 1)
}
"""Variation selectors, which choose the look of an emoji or of a letter in a Japanese name."""

_ALIKE = {
    "2": "Ϩ",
    "3": "ЗӠ",
    "6": "б",
    "a": "ɑΑαАа",
    "b": "ΒВЬ",
    "c": "Ссᴄ",
    "d": "ԁ",
    "e": "ΕЕеҽ",
    "f": "Ϝ",
    "g": "ɡԌ",
    "h": "ΗНһ",
    "i": "ıɩɪιіӏ",
    "j": "ͿϳЈј",
    "k": "ΚК",
    "l": "1I|ǀΙІӀ",
    "m": "ΜϺМ",
    "n": "Ν",
    "o": "0ΟοσОоᴏ",
    "p": "ΡρРр",
    "q": "ԛ",
    "r": "г",
    "s": "Ѕѕꜱ",
    "t": "ΤТ",
    "u": "ʋυᴜ",
    "v": "νѴѵᴠ",
    "w": "ѡԜԝᴡ",
    "x": "ΧХх",
    "y": "ʏΥγУуҮү",
    "z": "Ζᴢ",
}
"""The Latin, Greek and Cyrillic letters that look like an ASCII one.

They are single characters of https://www.unicode.org/Public/security/latest/confusables.txt,
without those that NFKD replaces.
"""

_LOOKS_LIKE = _SELECTORS | str.maketrans(
    {other: letter for letter, others in _ALIKE.items() for other in others} | {"L": "ʟ"}
)
"""The letter that each letter of a name may be mistaken for; a capital L is not mistaken for "l",
"I" or "1".
"""

_LOOKS_LIKE_IN_SMALL = {code: letter for code, letter in _LOOKS_LIKE.items() if letter != "l"}
"""The same for a name in lower case, where "l" is not mistaken for "I"."""


def visible(name: str) -> str:
    """Return the characters of `name` that have a glyph, composed (NFC) and stripped.

    >>> visible(" Zoe\u0308\u200b "), visible("\u3164")
    ('Zoë', '')
    """
    seen = "".join(sign for sign in name if not _is_unseen(sign))
    seen = unicodedata.normalize("NFC", seen).strip()
    return seen if any(unicodedata.category(sign)[0] not in "MZ" for sign in seen) else ""


def is_visible(name: str) -> bool:
    """Return whether every character of `name` has a glyph.

    >>> is_visible("Иван"), is_visible("🦊 Fox"), is_visible("A\u034fnn")
    (True, True, False)
    """
    return not any(map(_is_unseen, name)) and (not name.strip() or visible(name) != "")


def look_alike(name: str, others: Iterable[str]) -> str | None:
    """Return the one of `others` that players cannot distinguish from `name`, or None.

    The same name in different case is not a look-alike but the same player (`People`).

    >>> [look_alike(*of) for of in (("\u0410nn", ["Ann"]), ("ann", ["Ann"]), ("Zoë", ["Zoe"]))]
    ['Ann', None, None]
    """
    letters, shapes = _letters(name), _shapes(name)
    for other in others:
        if any(map(eq, shapes, _shapes(other))) and _letters(other) != letters:
            return other
    return None


def _is_unseen(sign: str) -> bool:
    return sign in _UNSEEN or unicodedata.category(sign) in _UNSEEN_KINDS


def _letters(name: str) -> str:
    return unicodedata.normalize("NFC", name).strip().casefold()


def _shapes(name: str) -> tuple[str, str]:
    """Return the look of `name` as written and in lower case, with look-alikes replaced by
    ASCII.
    """
    plain = unicodedata.normalize("NFKD", name)
    written, small = plain.translate(_LOOKS_LIKE), plain.casefold().translate(_LOOKS_LIKE_IN_SMALL)
    return _in_small(written), _in_small(small)


def _in_small(shape: str) -> str:
    return " ".join(unicodedata.normalize("NFC", shape.casefold()).split())
