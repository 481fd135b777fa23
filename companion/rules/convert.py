"""msgspec's conversion, made safe for any text that JSON can carry, and a type that it lacks."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta

Off = Annotated[bool, Meta(extra={"only": False})]
"""False but not true, in a union. msgspec before 0.20 has no `Literal[False]` and accepts both,
so readers call `validate` as well for files that msgspec accepts."""

Always = Annotated[bool, Meta(extra_json_schema={"const": True})]
"""True, in a schema; nothing that is read has this type."""


def convert(value: object, kind: Any) -> Any:
    """Return `value` as a `kind`.

    JSON text may contain a lone surrogate, which UTF-8 cannot encode. msgspec accepts it in a text,
    but cannot put it into an error message.

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
