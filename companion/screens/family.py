"""The pictures of a game by its family: the one place that chooses between families."""

from typing import Any, assert_never

from companion.rules.adding.state import AddingState
from companion.rules.family import State
from companion.rules.points.state import PointsState
from companion.rules.tricks.state import TrickState
from companion.screens.adding.screens import AddingScreens
from companion.screens.interface import FamilyScreens
from companion.screens.points.screens import PointsScreens
from companion.screens.tricks.screens import TrickScreens


def for_family(state: State) -> FamilyScreens[Any, Any]:
    """Return the pictures of the family that a state belongs to."""
    match state:
        case AddingState():
            return AddingScreens()
        case TrickState():
            return TrickScreens()
        case PointsState():
            return PointsScreens()
        case _:
            assert_never(state)
