"""Common to the file readers of all families: types, names of keys, numbers as keys, players, rounds."""

import json
import re
from collections.abc import Iterator
from typing import Any, Final, Literal, TypeVar

import msgspec
from msgspec.inspect import type_info

from companion.config.schema_errors import validate
from companion.errors import VariantError, reason
from companion.rules.convert import convert

_Kind = TypeVar("_Kind")

Provenance = Literal["published", "derived", "reconstructed", "own"]
"""Where the table of a variant comes from (docs/rules.md, "Provenance")."""

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


def read_players(said: tuple[int, ...]) -> tuple[int, int]:
    """Return the fewest and the most players.

    Raises:
        VariantError: they are not two numbers, or there are less than 2.
    """
    match said:
        case (fewest, most) if 2 <= fewest <= most:
            return fewest, most
    raise VariantError(reason("write the fewest, at least 2, and the most: [3, 8]"), "players")


def round_tables(
    raw: object, entry: type[msgspec.Struct], file: type[msgspec.Struct]
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield each ``[[rounds]]`` table with its place, from "1", as far as it has no keys of the whole `file`.

    Raises:
        VariantError: these are no such tables, or a key of the file that no `entry` has stands in one.
    """
    if not isinstance(raw, list) or not raw or not all(isinstance(table, dict) for table in raw):
        raise VariantError(
            reason("write [[rounds]], in double brackets, above the keys of each round"), "rounds"
        )
    for place, table in enumerate(raw, start=1):
        for key in table:
            if key in file.__struct_fields__ and key not in entry.__struct_fields__:
                why = reason("is about the whole game: write it above the first section")
                raise VariantError(why, dotted("rounds", str(place), key))
        yield str(place), table


def read_number(key: str, where: str) -> int:
    """Return the whole number that is a key of the table `where`.

    Raises:
        VariantError: it is no number, or not in its shortest form, so that two keys could mean the same.
    """
    if not re.fullmatch(r"0|-?[1-9][0-9]{0,8}", key):
        raise VariantError(reason("{text} is no whole number: write one like 5", text=repr(key[:20])), where)
    return int(key)
