"""msgspec's conversion, made safe for any text that JSON can carry."""

from typing import Any

import msgspec


def convert(value: object, kind: Any) -> Any:
    """Return `value` as a `kind`.

    JSON text may contain a lone surrogate, which UTF-8 cannot encode. msgspec accepts it in a text, but
    cannot put it into an error message.

    Raises:
        msgspec.ValidationError: the value does not fit; the message names the path.
    """
    try:
        return msgspec.convert(value, kind)
    except UnicodeEncodeError:
        return msgspec.convert(_encodable(value), kind)


def _encodable(value: object) -> object:
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode("utf-8")
    if isinstance(value, list):
        return [_encodable(each) for each in value]
    if isinstance(value, dict):
        return {_encodable(key): _encodable(each) for key, each in value.items()}
    return value
