"""The families of games, a folder each; this is the one list of them."""

from collections.abc import Mapping
from typing import Final

from companion.core.commands import Set
from companion.core.family import Family, Rules, Variant
from companion.core.seats import State
from companion.games.adding import ADDING
from companion.games.points import POINTS
from companion.games.tricks import TRICKS

FAMILIES: Final[Mapping[str, Family]] = {family.name: family for family in (ADDING, TRICKS, POINTS)}
"""The families by name. A file that names none is of the first one."""


def family_of(game: State | Rules | Variant) -> Family:
    """Return the family that a state, rules or a variant belong to."""
    return FAMILIES[game.family]


def kept_chips(before: State, rules: Rules, players: tuple[str, ...]) -> Set | None:
    """Return the command that lets `players` of a new game keep the chips of the state `before`;
    None if they cannot.
    """
    family = family_of(rules)
    return family.kept_chips(before, rules, players) if before.family == family.name else None
