"""The variants of all families of games, and their JSON form in the journal."""

from collections import Counter
from collections.abc import Mapping
from typing import Final, get_args

import msgspec

from companion.errors import Illegal
from companion.rules.adding.variant import AddingVariant
from companion.rules.points.variant import PointsVariant
from companion.rules.refusals import BadPlayers
from companion.rules.tricks.variant import TrickVariant

Variant = AddingVariant | TrickVariant | PointsVariant

_KINDS: Final[Mapping[str, type[Variant]]] = {kind.family: kind for kind in get_args(Variant)}


class _Family(msgspec.Struct):
    family: str = AddingVariant.family


def check_players(variant: Variant, names: tuple[str, ...]) -> None:
    """Raise ``bad-players`` for names that are empty or repeated, or too few or many for the variant."""
    fewest, most = variant.players
    if len(names) < fewest or (most is not None and len(names) > most):
        count = len(names)
        raise Illegal(BadPlayers("count", count=count, title=variant.title, fewest=fewest, most=most))
    check_names(names)


def check_names(names: tuple[str, ...]) -> None:
    """Raise ``bad-players`` if a name is empty or given twice.

    >>> check_names(("Ann", "Bo", "Ann"))
    Traceback (most recent call last):
    companion.errors.Illegal: bad-players
    """
    if "" in names:
        raise Illegal(BadPlayers("empty"))
    if len(set(names)) < len(names):
        twice, _ = Counter(names).most_common(1)[0]
        raise Illegal(BadPlayers("twice", name=twice))


def write_variant(variant: Variant) -> str:
    """Return the variant as JSON, for `read_variant`."""
    return msgspec.json.encode(variant).decode()


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
