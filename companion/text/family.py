"""The words of a game by its family: the one place that chooses between families."""

from typing import Any, assert_never

from companion.rules.adding.state import AddingState
from companion.rules.family import State
from companion.rules.points.state import PointsState
from companion.rules.tricks.state import TrickState
from companion.text.adding.words import AddingWords
from companion.text.interface import FamilyWords
from companion.text.points.words import PointsWords
from companion.text.tricks.words import TrickWords


def for_family(state: State) -> FamilyWords[Any, Any]:
    """Return the words of the family that a state belongs to."""
    match state:
        case AddingState():
            return AddingWords()
        case TrickState():
            return TrickWords()
        case PointsState():
            return PointsWords()
        case _:
            assert_never(state)
