"""Reads a variant's TOML file, of either family of games."""

import tomllib
from collections.abc import Mapping
from typing import Any, Final

from companion.config.schema_errors import nearest, no_toml, shown
from companion.errors import VariantError
from companion.rules.adding.file import finish_adding_variant, merge_adding_file
from companion.rules.adding.variant import AddingFile
from companion.rules.tricks.file import finish_trick_variant, merge_trick_file
from companion.rules.tricks.variant import TRICKS, TrickFile
from companion.rules.variant import Variant

ADDING: Final = "adding"
_GAMES: Final = {ADDING: "adding games", TRICKS: "trick games"}
_KEYS: Final = {ADDING: AddingFile.__struct_fields__, TRICKS: TrickFile.__struct_fields__}


def parse_variant(text: str, parents: Mapping[str, dict[str, Any]], file: str = "") -> dict[str, Any]:
    """Return one file as a dictionary merged over its parent's, with each key's type checked.

    `parents` are results of this function by name, for variants that can be played.

    Raises:
        VariantError: the file is invalid; the error names file, key and reason.
    """
    try:
        raw = read_toml(text)
        below = _below(raw, parents)
        family = _family(raw, below)
        _check_whose_keys(raw, family)
        return merge_trick_file(raw, below) if family == TRICKS else merge_adding_file(raw, below)
    except VariantError as error:
        raise VariantError(error.reason, error.key, file) from None


def read_toml(text: str) -> dict[str, Any]:
    """Return the content of a TOML file.

    Raises:
        VariantError: it is no TOML, or nested too deeply.
    """
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        line, reason = no_toml(text, error)
        where = "is no TOML for a game" if line is None else f"is no TOML: line {line}"
        raise VariantError(f"{where}: {reason}") from None


def _below(raw: Mapping[str, Any], parents: Mapping[str, dict[str, Any]]) -> dict[str, Any]:
    parent = raw.get("extends")
    if not isinstance(parent, str):  # missing; the type check reports any other kind of value
        return {}
    if parent not in parents:
        near = nearest(parent, parents)
        meant = "" if near is None else f", is {near} meant?"
        raise VariantError(f"no variant {parent!r} that can be played is there{meant}", "extends")
    return parents[parent]


def _family(raw: Mapping[str, Any], below: Mapping[str, Any]) -> str:
    """Return the family of the game in a file: its own key, else its parent's family."""
    inherited: str = below.get("family", ADDING)
    said = raw.get("family", inherited)
    if not isinstance(said, str) or said not in _KEYS:
        raise VariantError(f'{shown(said)} is not possible, write "{ADDING}" or "{TRICKS}"', "family")
    if below and said != inherited:
        parent = raw["extends"]
        reason = f"{parent!r} is one of the {_GAMES[inherited]}: leave family out, or extend another"
        raise VariantError(reason, "extends")
    return said


def _check_whose_keys(raw: Mapping[str, Any], family: str) -> None:
    """Raise VariantError for a key of the other family, with a better message than "unknown key"."""
    other = ADDING if family == TRICKS else TRICKS
    for key in raw:
        if key in _KEYS[other] and key not in _KEYS[family]:
            cure = (
                "leave it out" if {"family", "extends"} & raw.keys() else f'write family = "{other}" as well'
            )
            raise VariantError(f"is a key of {_GAMES[other]}, which this is not: {cure}", key)


def finish_variant(name: str, said: Mapping[str, Any], file: str = "") -> Variant:
    """Return the variant that a file and its parents describe.

    Raises:
        VariantError: something is missing, or two keys contradict each other.
    """
    try:
        if said["family"] == TRICKS:
            return finish_trick_variant(name, said)
        return finish_adding_variant(name, said)
    except VariantError as error:
        raise VariantError(error.reason, error.key, file) from None
