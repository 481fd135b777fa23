"""The words of a points game that other families have in words of their own."""

from collections.abc import Sequence

from companion.rules.events import Event
from companion.rules.points.rules import PointsRules
from companion.rules.points.state import PointsState
from companion.text.events.row import EventRow
from companion.text.language import gettext as _
from companion.text.points.events import points_event_row
from companion.text.whose_move import what_is_over


class PointsWords:
    """The words of points games; they implement `companion.text.interface.FamilyWords`."""

    def event_row(
        self, rules: PointsRules, _before: PointsState | None, state: PointsState, events: Sequence[Event]
    ) -> EventRow:
        return points_event_row(rules, state, events)

    def beside(self, _state: PointsState, _seat: int) -> str:
        return ""

    def then_again(self, then: PointsState, _now: PointsState, _events: Sequence[Event]) -> str:
        if then.phase == "round-over":
            return what_is_over(then)
        return _("round {round} has no points yet").format(round=then.round)
