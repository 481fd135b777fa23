"""The registry of game families. Each family has its own folder."""

from collections.abc import Mapping

from companion.core.commands import Set
from companion.core.family import Family, Rules, Variant
from companion.core.seats import State
from companion.games.adding import ADDING
from companion.games.points import POINTS
from companion.games.tricks import TRICKS

FAMILIES: Mapping[str, Family] = {family.name: family for family in (ADDING, TRICKS, POINTS)}
"""The families by name. A variant file that names no family belongs to the first one."""


def family_of(game: State | Rules | Variant) -> Family:
    """Return the family of a state, of rules or of a variant."""
    return FAMILIES[game.family]


def kept_chips(before: State, rules: Rules, players: tuple[str, ...]) -> Set | None:
    """Return the command that carries the chips of `before` over to a new game of `players`, or
    None if they cannot be carried over.
    """
    family = family_of(rules)
    return family.kept_chips(before, rules, players) if before.family == family.name else None
