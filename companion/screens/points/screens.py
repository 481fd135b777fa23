"""The pictures of points games, as `companion.screens.family` hands them out."""

from collections.abc import Sequence

from companion.rules.events import Event
from companion.rules.points.rules import PointsRules
from companion.rules.points.state import PointsState
from companion.screens.model import Picture


class PointsScreens:
    """The pictures of any other game of cards, of which only the points are kept."""

    def announcement(
        self,
        rules: PointsRules,
        before: PointsState | None,
        after: PointsState,
        events: Sequence[Event],
    ) -> Picture | None:
        """Return None: the standings say all that comes of a round."""
        return None
