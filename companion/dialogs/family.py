"""Chooses the dialogs of a game by its family; the app alone imports it."""

from typing import assert_never

from companion.dialogs.adding.dialogs import ADDING
from companion.dialogs.context import FamilyDialogs
from companion.dialogs.points.dialogs import POINTS
from companion.dialogs.tricks.dialogs import TRICKS
from companion.rules.adding.rules import AddingRules
from companion.rules.adding.state import AddingState
from companion.rules.adding.variant import AddingVariant
from companion.rules.family import Rules, State, Variant
from companion.rules.points.rules import PointsRules
from companion.rules.points.state import PointsState
from companion.rules.points.variant import PointsVariant
from companion.rules.tricks.rules import TrickRules
from companion.rules.tricks.state import TrickState
from companion.rules.tricks.variant import TrickVariant


def for_family(game: State | Rules | Variant) -> FamilyDialogs:
    """Return the dialogs of the family that a state, rules or a variant belong to."""
    match game:
        case AddingState() | AddingRules() | AddingVariant():
            return ADDING
        case TrickState() | TrickRules() | TrickVariant():
            return TRICKS
        case PointsState() | PointsRules() | PointsVariant():
            return POINTS
        case _:
            assert_never(game)
