"""The JSON form of variants of all families, in which the journal keeps them."""

import json
from collections.abc import Mapping
from typing import Final, get_args

import msgspec

from companion.rules.family import Variant
from companion.rules.options import AddingOptions

_KINDS: Final[Mapping[str, type[Variant]]] = {kind.family: kind for kind in get_args(Variant)}


class _Family(msgspec.Struct):
    family: str = AddingOptions.family


def write_variant(variant: Variant) -> str:
    """Return the variant as JSON in ASCII, for `read_variant`."""
    return json.dumps(msgspec.to_builtins(variant), separators=(",", ":"))


def read_variant(text: str) -> Variant:
    """Return the variant that `write_variant` wrote.

    Raises:
        ValueError: the text is no variant.
    """
    try:
        family = msgspec.json.decode(text, type=_Family).family
        if family not in _KINDS:
            raise ValueError(f"there is no family of games {family[:40]!r}")
        return msgspec.json.decode(text, type=_KINDS[family])
    except msgspec.DecodeError as error:  # not a ValueError in msgspec 0.19, which Debian 13 has
        raise ValueError(str(error)) from None
