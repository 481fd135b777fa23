"""The variants of both families of games, and their JSON form in the journal."""

import msgspec

from companion.rules.adding.variant import AddingVariant
from companion.rules.tricks.variant import TRICKS, TrickVariant

Variant = AddingVariant | TrickVariant


class _Family(msgspec.Struct):
    family: str = "adding"


def write_variant(variant: Variant) -> str:
    """Return the variant as JSON, for `read_variant`."""
    return msgspec.json.encode(variant).decode()


def read_variant(text: str) -> Variant:
    """Return the variant that `write_variant` wrote.

    Raises:
        ValueError: the text is no variant.
    """
    try:
        if msgspec.json.decode(text, type=_Family).family == TRICKS:
            return msgspec.json.decode(text, type=TrickVariant)
        return msgspec.json.decode(text, type=AddingVariant)
    except msgspec.DecodeError as error:  # not a ValueError in msgspec 0.19, which Debian 13 has
        raise ValueError(str(error)) from None
