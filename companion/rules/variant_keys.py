"""Common to the file readers of both families: types, names of keys, numbers as keys."""

import json
import re
from typing import Final, TypeVar

import msgspec
from msgspec.inspect import type_info

from companion.config.schema_errors import validate
from companion.errors import VariantError, reason
from companion.rules.convert import convert

_Kind = TypeVar("_Kind")

NOT_INHERITED: Final = ("listed", "provenance", "source")
"""Keys that a file does not inherit: a changed game has another name and another source than its parent."""


def as_struct(raw: object, kind: type[_Kind], *within: str) -> _Kind:
    """Return `raw` as a struct of that `kind`.

    Raises:
        VariantError: it does not fit; the error names the key below the keys `within`.
    """
    try:
        struct: _Kind = convert(raw, kind)
    except msgspec.ValidationError as error:
        for path, why in validate(raw, type_info(kind)):
            raise VariantError(why, dotted(*within, *path)) from None
        raise VariantError(str(error), dotted(*within)) from None
    for path, why in validate(raw, type_info(kind)):
        raise VariantError(why, dotted(*within, *path))
    return struct


def dotted(*keys: str) -> str:
    """Return the name of a nested key, on one line: ``rounds.1.cards."JH JD"``."""
    return ".".join(
        key
        if key.isprintable() and key and " " not in key
        else json.dumps(key, ensure_ascii=not key.isprintable())
        for key in keys
    )


def read_number(key: str, where: str) -> int:
    """Return the whole number that is a key of the table `where`.

    Raises:
        VariantError: it is no number, or not in its shortest form, so that two keys could mean the same.
    """
    if not re.fullmatch(r"0|-?[1-9][0-9]{0,8}", key):
        raise VariantError(reason("{text} is no whole number: write one like 5", text=repr(key[:20])), where)
    return int(key)
