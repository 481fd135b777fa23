"""The words of a game by its family: the one place that chooses between families."""

from typing import assert_never

from companion.rules.adding.state import AddingState
from companion.rules.family import State
from companion.rules.points.state import PointsState
from companion.rules.tricks.state import TrickState
from companion.text.adding.words import ADDING
from companion.text.interface import FamilyWords
from companion.text.points.words import POINTS
from companion.text.tricks.words import TRICKS


def for_family(state: State) -> FamilyWords:
    """Return the words of the family that a state belongs to."""
    match state:
        case AddingState():
            return ADDING
        case TrickState():
            return TRICKS
        case PointsState():
            return POINTS
        case _:
            assert_never(state)
