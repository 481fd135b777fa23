"""What reading the files of both families of games has in common: types, players, numbers as keys."""

import re
from typing import Final, TypeVar

import msgspec
from msgspec.inspect import type_info

from companion.errors import VariantError
from companion.rules.convert import convert
from companion.toml_words import mistakes

_Kind = TypeVar("_Kind")

NOT_INHERITED: Final = ("provenance", "source")
"""A file that changes a game does not come from where the unchanged one comes from."""


def as_struct(raw: object, kind: type[_Kind], within: str = "") -> _Kind:
    """`raw` as a struct of that `kind`, or what is wrong with it at which key below `within`."""
    try:
        struct: _Kind = convert(raw, kind)
    except msgspec.ValidationError as error:
        for path, reason in mistakes(raw, type_info(kind)):
            dotted = ".".join((within, *path)) if within else ".".join(path)
            raise VariantError(reason, dotted) from None
        raise VariantError(str(error), within) from None
    return struct


def read_players(said: tuple[int, ...]) -> tuple[int, int | None]:
    """The fewest and the most players that a file says; None where it says no most.

    Raises:
        VariantError: they are no such pair.
    """
    if not 1 <= len(said) <= 2 or said[0] < 2 or said[-1] < said[0]:
        raise VariantError("write the fewest, at least 2, and perhaps the most: [2] or [3, 6]", "players")
    return said[0], said[1] if len(said) == 2 else None


def read_number(key: str, where: str) -> int:
    """The whole number that is the key of a table `where`.

    Raises:
        VariantError: it is none.
    """
    if not re.fullmatch(r"-?\d{1,9}", key):
        raise VariantError(f"{key!r} is no whole number", where)
    return int(key)
