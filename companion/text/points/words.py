"""The words of a points game that other families have in words of their own."""

from collections.abc import Sequence
from typing import Final

from companion.message import Words, phrase
from companion.rules.events import Event
from companion.rules.points.state import PointsState
from companion.text.interface import FamilyWords
from companion.text.points.events import points_event_row
from companion.text.whose_move import what_is_over


def _then_again(then: PointsState, _now: PointsState, _events: Sequence[Event]) -> Words:
    if then.phase == "round-over":
        return what_is_over(then)
    return phrase("round {round} has no points yet", round=then.round)


POINTS: Final = FamilyWords(points_event_row, _then_again, wins=lambda rules: rules.wins)
