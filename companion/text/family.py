"""The words of a game by its family: the one place that chooses between families."""

from collections.abc import Sequence
from typing import assert_never

from companion.rules.adding.state import AddingState
from companion.rules.events import Event, Joined, Repaired, SeatChanged, SetByHand
from companion.rules.family import Rules, State
from companion.rules.points.state import PointsState
from companion.rules.tricks.state import TrickState
from companion.text.adding.events import ADDING
from companion.text.events.repairs import repair_row
from companion.text.events.row import EventRow
from companion.text.events.seating import seating_row
from companion.text.interface import FamilyWords
from companion.text.points.events import POINTS
from companion.text.tricks.events import TRICKS


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


def event_row(
    rules: Rules, before: State | None, state: State, events: Sequence[Event]
) -> EventRow:
    """Return the row of a command whose `events` led from the state `before` it to `state`."""
    first = events[0]
    if isinstance(first, Repaired):
        return repair_row(state, first)
    if isinstance(first, Joined | SeatChanged | SetByHand):
        return seating_row(state, first, events)
    return for_family(state).event_row(rules, before, state, events)
