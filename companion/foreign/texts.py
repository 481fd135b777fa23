"""Reads TOML from other sources, and limits what it may contain.

The limits are sufficient for any game but far below those of the parser: a hexadecimal number of
thousands of digits cannot be printed, and a key of thousands of parts takes minutes to parse.
"""

import re
import tomllib
import unicodedata
from decimal import Decimal
from math import inf
from typing import Any

from companion.errors import ForeignError
from companion.foreign import LARGEST_TEXT, MAX_SHOWN_LENGTH
from companion.message import Message, phrase

_AT_LINE = re.compile(r" \(at line (\d+), column \d+\)$| \(at end of document\)$")
_NO_TOML: dict[str | tuple[str, ...], Message] = {
    "Expected '='": phrase("write a key, = and its value"),
    "Invalid value": phrase("after = write a text in quotes, a number, true or false"),
    "Expected newline": phrase("after = write one value, a text in quotes, and # before a comment"),
    "Expected ']": phrase("write a section's name in brackets, alone on its line"),
    ("Expected ", "Unterminated", "Illegal character '\\n'"): phrase(
        "end the text with the quotes it starts with"
    ),
    "Unclosed": phrase("write commas between values, and close every bracket"),
    ("Unescaped", "Escaped", "Invalid hex"): phrase("write each backslash of a text twice"),
    "Cannot ": phrase("it appears above already: keep one of the two"),
    "Duplicate": phrase("it appears twice: keep one of the two"),
    "": phrase("write a section in brackets, a key, = and its value, or # before a comment"),
}
"""The advice for each beginning of a `tomllib` message; these are the same in Python 3.11 to
3.13.
"""

_MAX_DOTS = 200
"""Maximum dots in a line, because they may separate the parts of a key."""

_DEEPEST = 20
"""Maximum nesting of lists and tables."""

_MAX_ITEMS = 2000
"""Maximum values of a list or keys of a table."""

_MAX_DIGITS = 15
"""Maximum digits of a number before its point; floats of this length are exact."""

_TOO_LARGE = 10**_MAX_DIGITS

_MAX_KEY_LENGTH = 100
"""Maximum characters of a key."""

_MAX_TEXT_LENGTH = 4000
"""Maximum characters of a text."""

_UNSEEN_KINDS = frozenset({"Cc", "Cs", "Zl", "Zp"})
_UNSEEN = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Marks that change the direction of writing."""

_LINES = frozenset("\n\r\t")


def read_toml(text: str) -> dict[str, Any]:
    """Return the content of a TOML text.

    Raises:
        ForeignError: the text is not TOML, or exceeds the limits of this module.
    """
    if len(text.encode("utf-8", "replace")) > LARGEST_TEXT:
        raise ForeignError(
            phrase("is larger than {n} KiB: write a shorter one", n=LARGEST_TEXT // 1024)
        )
    for number, line in enumerate(text.split("\n"), start=1):
        if line.count(".") > _MAX_DOTS:
            raise ForeignError(
                phrase("has more than {n} dots in a line: write shorter keys", n=_MAX_DOTS), number
            )
    try:
        content = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        place, why = _no_toml(text, error)
        raise ForeignError(phrase("is not TOML: {why}", why=why), place) from None
    check(content)
    return content


def check(value: object) -> None:
    """Raise ForeignError for a number, a text or a nesting in `value` that exceeds the limits.

    >>> check({"target": 0x7F, "of": [1.5, "99"]})
    >>> check({"rules": {"target": 10**15}})
    Traceback (most recent call last):
    companion.errors.ForeignError: a number has at most 15 digits: write a smaller one
    """
    waiting: list[tuple[tuple[str, ...], int, object]] = [((), 0, value)]
    while waiting:
        path, depth, item = waiting.pop()
        if (wrong := _wrong(item, depth)) is not None:
            raise ForeignError(wrong, path=path)
        match item:
            case dict():
                for key, inner in item.items():
                    if len(key) > _MAX_KEY_LENGTH or not _is_seen(key):
                        plain = ascii(key[:MAX_SHOWN_LENGTH])
                        raise ForeignError(
                            phrase("is not a key: write a short one"), path=(*path, plain)
                        )
                    waiting.append(((*path, key), depth + 1, inner))
            case list():
                waiting += ((path, depth + 1, inner) for inner in item)


def _wrong(value: object, depth: int) -> Message | None:
    if depth > _DEEPEST:
        return phrase("the brackets are nested too deeply")
    if isinstance(value, int | float | Decimal) and (
        _TOO_LARGE <= value < inf or -inf < value <= -_TOO_LARGE
    ):
        return phrase("a number has at most {n} digits: write a smaller one", n=_MAX_DIGITS)
    if isinstance(value, list | dict) and len(value) > _MAX_ITEMS:
        return phrase("a list has at most {n} values: leave some out", n=_MAX_ITEMS)
    if isinstance(value, str) and len(value) > _MAX_TEXT_LENGTH:
        return phrase("a text has at most {n} characters: write a shorter one", n=_MAX_TEXT_LENGTH)
    if isinstance(value, str) and not _is_seen(value):
        return phrase("contains invisible characters: leave them out")
    return None


def _is_seen(text: str) -> bool:
    return text.isprintable() or all(
        sign in _LINES or not (sign in _UNSEEN or unicodedata.category(sign) in _UNSEEN_KINDS)
        for sign in text
    )


def _no_toml(text: str, error: ValueError | RecursionError) -> tuple[int | None, Message]:
    """Return the line of `text` that `tomllib` rejected (None if unknown) and the reason."""
    if isinstance(error, RecursionError):
        return None, phrase("the brackets are nested too deeply")
    where = _AT_LINE.search(str(error))
    if where is None:
        return None, phrase("a number in it has thousands of digits")
    lines = text.rstrip("\n").split("\n")
    # `tomllib` may report an error at the end of the text on the empty lines after it.
    line = min(int(where[1]), len(lines)) if where[1] else len(lines)
    cure = next(cure for start, cure in _NO_TOML.items() if str(error).startswith(start))
    written = repr(lines[line - 1].strip()[:MAX_SHOWN_LENGTH])
    return line, phrase("{text} cannot be read: {cure}", text=written, cure=cure)
