"""One variant's TOML file, of whichever family of games: what it says, and the variant that it makes."""

import tomllib
from collections.abc import Mapping
from typing import Any

from companion.errors import VariantError
from companion.rules.adding_file import finish_adding_variant, merge_adding_file
from companion.rules.trick_file import finish_trick_variant, merge_trick_file
from companion.rules.trick_variant import TRICKS
from companion.rules.variant import Variant


def parse_variant(text: str, parents: Mapping[str, dict[str, Any]], file: str = "") -> dict[str, Any]:
    """One file as a dictionary with its parent's sayings below its own, each key's type checked.

    `parents` are variants that can be played, as this function gave them, by name.

    Raises:
        VariantError: names the file, the key and the reason.
    """
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise VariantError(f"is no TOML: {error}", "", file) from None
    try:
        below = _below(raw, parents)
        family = below.get("family", raw.get("family"))
        return merge_trick_file(raw, below) if family == TRICKS else merge_adding_file(raw, below)
    except VariantError as error:
        raise VariantError(error.reason, error.key, file) from None


def _below(raw: Mapping[str, Any], parents: Mapping[str, dict[str, Any]]) -> dict[str, Any]:
    parent = raw.get("extends")
    if not isinstance(parent, str):  # left out; any other kind of value is found with the types of all keys
        return {}
    if parent not in parents:
        raise VariantError(f"no variant {parent!r} that can be played is there", "extends")
    if raw.get("family", parents[parent]["family"]) != parents[parent]["family"]:
        raise VariantError(f"{parent!r} is a game of another family", "extends")
    return parents[parent]


def finish_variant(name: str, said: Mapping[str, Any], file: str = "") -> Variant:
    """The variant that a file and its parents describe.

    Raises:
        VariantError: something is missing, or two sayings contradict each other.
    """
    try:
        if said["family"] == TRICKS:
            return finish_trick_variant(name, said)
        return finish_adding_variant(name, said)
    except VariantError as error:
        raise VariantError(error.reason, error.key, file) from None
