"""The page of a game by its family: the one place that chooses between families."""

from typing import Any, assert_never

from companion.phone.adding.page import AddingPage
from companion.phone.interface import FamilyPage
from companion.phone.points.page import PointsPage
from companion.phone.tricks.page import TrickPage
from companion.rules.adding.rules import AddingRules
from companion.rules.family import Rules
from companion.rules.points.rules import PointsRules
from companion.rules.tricks.rules import TrickRules


def for_family(rules: Rules) -> FamilyPage[Any, Any]:
    """Return the page of the family that the rules belong to."""
    match rules:
        case AddingRules():
            return AddingPage()
        case TrickRules():
            return TrickPage()
        case PointsRules():
            return PointsPage()
        case _:
            assert_never(rules)
