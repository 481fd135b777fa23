"""msgspec's conversion, for values that may hold any text JSON can carry."""

from typing import Any

import msgspec


def convert(value: object, kind: Any) -> Any:
    """`value` as a `kind`.

    A text may hold a lone surrogate, which JSON can carry and UTF-8 cannot: msgspec takes it where a
    text is wanted, but cannot name it where it is wrong.

    Raises:
        msgspec.ValidationError: it is none; the message names the path.
    """
    try:
        return msgspec.convert(value, kind)
    except UnicodeEncodeError:
        return msgspec.convert(_encodable(value), kind)


def _encodable(value: object) -> object:
    """The same value with every lone surrogate replaced by a question mark."""
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode("utf-8")
    if isinstance(value, list):
        return [_encodable(each) for each in value]
    if isinstance(value, dict):
        return {_encodable(key): _encodable(each) for key, each in value.items()}
    return value
