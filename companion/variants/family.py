"""The description of a game by its family: the one place that chooses between families."""

from typing import assert_never

from companion.rules.adding.rules import AddingRules
from companion.rules.adding.variant import AddingVariant
from companion.rules.family import Rules, Variant
from companion.rules.points.rules import PointsRules
from companion.rules.points.variant import PointsVariant
from companion.rules.tricks.rules import TrickRules
from companion.rules.tricks.variant import TrickVariant
from companion.variants.adding.description import ADDING
from companion.variants.interface import FamilyDescription
from companion.variants.points.description import POINTS
from companion.variants.tricks.description import TRICKS


def for_family(game: Rules | Variant) -> FamilyDescription:
    """Return how the family that rules or a variant belong to describes its games."""
    match game:
        case AddingRules() | AddingVariant():
            return ADDING
        case TrickRules() | TrickVariant():
            return TRICKS
        case PointsRules() | PointsVariant():
            return POINTS
        case _:
            assert_never(game)
