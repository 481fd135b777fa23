"""The variants of both families of games, and how the journal reads back what it was told of one."""

import msgspec

from companion.rules.adding.variant import AddingVariant
from companion.rules.tricks.variant import TRICKS, TrickVariant

Variant = AddingVariant | TrickVariant


class _Family(msgspec.Struct):
    family: str = "adding"


def write_variant(variant: Variant) -> str:
    """The variant as JSON, for `read_variant`."""
    return msgspec.json.encode(variant).decode()


def read_variant(text: str) -> Variant:
    """The variant that `write_variant` wrote.

    Raises:
        ValueError: it is none.
    """
    try:
        if msgspec.json.decode(text, type=_Family).family == TRICKS:
            return msgspec.json.decode(text, type=TrickVariant)
        return msgspec.json.decode(text, type=AddingVariant)
    except msgspec.DecodeError as error:  # not a ValueError in trixie's msgspec, 0.19
        raise ValueError(str(error)) from None
