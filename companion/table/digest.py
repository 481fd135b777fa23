"""Computes the digest that the journal stores with each accepted command.

The fields are listed by name instead of taken from the structs, so that a journal written today
replays to the same digests even if attributes are renamed or added.
"""

import json
from functools import lru_cache
from hashlib import blake2b
from typing import Any, Final

import msgspec

from companion.core.cards import Card
from companion.core.seats import State
from companion.games import FAMILIES

DIGEST_BYTES: Final = 16

FIELDS: Final = {
    kind: fields for family in FAMILIES.values() for kind, fields in family.digest.items()
}
"""Every field in the first version of each struct; a field must not be removed or change its
meaning.
"""

LATER: Final = {
    kind: fields for family in FAMILIES.values() for kind, fields in family.later_digest.items()
}
"""Fields added later, with their value in older journals; the digest omits them at that value."""


_ENCODER: Final = msgspec.json.Encoder(order="sorted")


def digest(command: str, variant: str | None, state: State) -> bytes:
    """Return 16 bytes of blake2b over a command, its variant if any, and the resulting state."""
    return blake2b(_written([command, variant, _plain(state)]), digest_size=DIGEST_BYTES).digest()


def _written(value: object) -> bytes:
    """Return `value` as the `json` module writes it in ASCII, using msgspec if that gives the
    same.
    """
    try:
        written = _ENCODER.encode(value)
    except UnicodeEncodeError:  # a lone surrogate in a name
        pass
    else:
        # otherwise json escapes characters that msgspec does not
        if written.isascii() and b"\x7f" not in written:
            return written
    return json.dumps(value, separators=(",", ":"), sort_keys=True).encode("ascii")


def _plain(value: Any) -> Any:
    kind = type(value)
    if kind is Card:
        return value.sticker
    if kind is tuple:
        return [_plain_once(each) for each in value]
    if kind not in FIELDS:
        return value
    fields = {name: _plain(getattr(value, name)) for name in FIELDS[kind]}
    for name, before in LATER.get(kind, {}).items():
        if (now := getattr(value, name)) != before:
            fields[name] = _plain(now)
    return fields


_plain_once: Final = lru_cache(maxsize=1024, typed=True)(_plain)
"""Cached `_plain` for the players and cards of a state, most of which are also in the previous
state.
"""
