"""The words of a game by its family: the one place that chooses between families."""

from collections.abc import Sequence
from typing import assert_never

from companion.rules.adding.rules import AddingRules
from companion.rules.adding.state import AddingState
from companion.rules.events import Event
from companion.rules.family import Rules, State
from companion.rules.points.rules import PointsRules
from companion.rules.points.state import PointsState
from companion.rules.tricks.rules import TrickRules
from companion.rules.tricks.state import TrickState
from companion.text.adding.events import adding_event_row
from companion.text.events.row import EventRow
from companion.text.points.events import points_event_row
from companion.text.tricks.events import trick_event_row


def event_row(rules: Rules, before: State | None, state: State, events: Sequence[Event]) -> EventRow:
    """Return the row of a command whose `events` led from the state `before` it to `state`."""
    match rules, state:
        case AddingRules(), AddingState():
            return adding_event_row(rules, before if isinstance(before, AddingState) else None, state, events)
        case TrickRules(), TrickState():
            return trick_event_row(rules, state, events)
        case PointsRules(), PointsState():
            return points_event_row(rules, state, events)
        case _, AddingState() | TrickState() | PointsState():
            raise TypeError(f"the rules of {rules.title} and their game are of different families")
        case never:
            assert_never(never)
