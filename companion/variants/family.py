"""The description of a game by its family: the one place that chooses between families."""

from typing import Any, assert_never

from companion.rules.adding.rules import AddingRules
from companion.rules.adding.variant import AddingVariant
from companion.rules.family import Rules, Variant
from companion.rules.points.rules import PointsRules
from companion.rules.points.variant import PointsVariant
from companion.rules.tricks.rules import TrickRules
from companion.rules.tricks.variant import TrickVariant
from companion.variants.adding.description import AddingDescription
from companion.variants.interface import FamilyDescription
from companion.variants.points.description import PointsDescription
from companion.variants.tricks.description import TrickDescription


def for_family(game: Rules | Variant) -> FamilyDescription[Any, Any]:
    """Return how the family that rules or a variant belong to describes its games."""
    match game:
        case AddingRules() | AddingVariant():
            return AddingDescription()
        case TrickRules() | TrickVariant():
            return TrickDescription()
        case PointsRules() | PointsVariant():
            return PointsDescription()
        case _:
            assert_never(game)
