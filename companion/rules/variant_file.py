"""Reads a variant's TOML file, of either family of games."""

import tomllib
from collections.abc import Mapping
from typing import Any, Final

from companion.config.schema_errors import no_toml, not_possible, with_nearest
from companion.errors import VariantError, reason
from companion.rules.adding.file import finish_adding_variant, merge_adding_file
from companion.rules.adding.variant import AddingFile
from companion.rules.tricks.file import finish_trick_variant, merge_trick_file
from companion.rules.tricks.variant import TRICKS, TrickFile
from companion.rules.variant import Variant

ADDING: Final = "adding"
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
        line, why = no_toml(text, error)
        if line is None:
            raise VariantError(reason("is no TOML for a game: {why}", why=why)) from None
        raise VariantError(reason("is no TOML: line {line}: {why}", line=line, why=why)) from None


def _below(raw: Mapping[str, Any], parents: Mapping[str, dict[str, Any]]) -> dict[str, Any]:
    parent = raw.get("extends")
    if not isinstance(parent, str):  # missing; the type check reports any other kind of value
        return {}
    if parent not in parents:
        absent = reason("no variant {name} that can be played is there", name=repr(parent))
        raise VariantError(with_nearest(absent, parent, parents), "extends")
    return parents[parent]


def _family(raw: Mapping[str, Any], below: Mapping[str, Any]) -> str:
    """Return the family of the game in a file: its own key, else its parent's family."""
    inherited: str = below.get("family", ADDING)
    said = raw.get("family", inherited)
    if not isinstance(said, str) or said not in _KEYS:
        right = reason("{others} or {last}", others=f'"{ADDING}"', last=f'"{TRICKS}"')
        raise VariantError(not_possible(said, right), "family")
    if below and said != inherited:
        parent = repr(raw["extends"])
        other = (
            reason("{name} is one of the trick games: leave family out, or extend another", name=parent)
            if inherited == TRICKS
            else reason("{name} is one of the adding games: leave family out, or extend another", name=parent)
        )
        raise VariantError(other, "extends")
    return said


def _check_whose_keys(raw: Mapping[str, Any], family: str) -> None:
    """Raise VariantError for a key of the other family, with a better message than "unknown key"."""
    other = ADDING if family == TRICKS else TRICKS
    for key in raw:
        if key in _KEYS[other] and key not in _KEYS[family]:
            cure = (
                reason("leave it out")
                if {"family", "extends"} & raw.keys()
                else reason('write family = "{family}" as well', family=other)
            )
            wrong = (
                reason("is a key of trick games, which this is not: {cure}", cure=cure)
                if other == TRICKS
                else reason("is a key of adding games, which this is not: {cure}", cure=cure)
            )
            raise VariantError(wrong, key)


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
