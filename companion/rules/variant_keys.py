"""What reading the files of both families of games has in common: types, names of keys, numbers as keys."""

import json
import re
from typing import Final, TypeVar

import msgspec
from msgspec.inspect import type_info

from companion.config.schema_errors import validate
from companion.errors import VariantError
from companion.rules.convert import convert

_Kind = TypeVar("_Kind")

NOT_INHERITED: Final = ("provenance", "source")
"""A file that changes a game does not come from where the unchanged one comes from."""


def as_struct(raw: object, kind: type[_Kind], *within: str) -> _Kind:
    """`raw` as a struct of that `kind`, or what is wrong with it at which key below the keys `within`."""
    try:
        struct: _Kind = convert(raw, kind)
    except msgspec.ValidationError as error:
        for path, reason in validate(raw, type_info(kind)):
            raise VariantError(reason, dotted(*within, *path)) from None
        raise VariantError(str(error), dotted(*within)) from None
    for path, reason in validate(raw, type_info(kind)):
        raise VariantError(reason, dotted(*within, *path))
    return struct


def dotted(*keys: str) -> str:
    """Keys of tables within each other as one names them, on one line: ``rounds.1.cards."JH JD"``."""
    return ".".join(
        key
        if key.isprintable() and key and " " not in key
        else json.dumps(key, ensure_ascii=not key.isprintable())
        for key in keys
    )


def read_number(key: str, where: str) -> int:
    """The whole number that is the key of a table `where`.

    Raises:
        VariantError: it is none, or written so that another key could be the same number.
    """
    if not re.fullmatch(r"0|-?[1-9][0-9]{0,8}", key):
        raise VariantError(f"{key[:20]!r} is no whole number: write one like 5", where)
    return int(key)
