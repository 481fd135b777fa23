"""Reads the JSON objects of the line protocol, one a line."""

import json
from decimal import Decimal
from math import isinf
from typing import Any, Final, NoReturn

from companion.config.schema_errors import shown
from companion.core.refusals import BadJson
from companion.errors import Illegal
from companion.foreign import MAX_SHOWN_LENGTH

MAX_NUMBER_LENGTH: Final = 4300
"""The maximum number of digits of a number in a message, Python's own default, so that no line
takes seconds to parse.
"""


def read_object(line: bytes) -> dict[str, Any]:
    """Return the JSON object in `line`.

    >>> read_object(b'{"cmd": "state", "id": 7}')
    {'cmd': 'state', 'id': 7}
    >>> read_object(b'[1]')
    Traceback (most recent call last):
    companion.errors.Illegal: bad-json

    Raises:
        Illegal: ``bad-json``.
    """
    try:
        message = _DECODER.decode(line.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise Illegal(BadJson(f"its byte {error.start + 1} is no UTF-8")) from None
    except json.JSONDecodeError as error:
        raise Illegal(BadJson(_unread(error))) from None
    except ValueError as error:  # raised by our own hooks below
        raise Illegal(BadJson(str(error))) from None
    except RecursionError:
        raise Illegal(BadJson("it is nested too deeply")) from None
    if not isinstance(message, dict):
        raise Illegal(BadJson(f"{shown(message)} stands alone"))
    try:
        json.dumps(
            [[[message.get("id")]]]
        )  # must still fit when the reply repeats it, one level deeper
    except TypeError:
        raise Illegal(BadJson("a number in it is too large to be repeated")) from None
    return message


def _unread(error: json.JSONDecodeError) -> str:
    if not error.doc.strip():
        return "it is empty"
    rest = error.doc[error.pos :].strip()
    return f"it cannot be read from {rest[:MAX_SHOWN_LENGTH]!r} on" if rest else "it ends too early"


def _fraction(text: str) -> float | Decimal:
    """Parse a fraction to be repeated in an ``id``, where 1e999 would not survive as a float."""
    number = float(text)
    return Decimal(text) if isinf(number) else number


def _whole(digits: str) -> int:
    if len(digits.lstrip("-")) > MAX_NUMBER_LENGTH:
        raise ValueError("a number in it has more digits than any game needs")
    return int(digits)


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number")


_DECODER: Final = json.JSONDecoder(
    parse_constant=_no_number, parse_int=_whole, parse_float=_fraction
)
