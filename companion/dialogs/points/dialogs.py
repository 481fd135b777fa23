"""The dialogs of points games, as `companion.dialogs.family` hands them out."""

from typing import Final, assert_never

from companion.dialogs.context import Dialog, FamilyDialogs
from companion.dialogs.points.idle import PointsRoundOverDialog, RoundDialog
from companion.dialogs.points.menu import points_menu_rows, points_people_rows
from companion.message import phrase
from companion.rules.points.state import PointsState


def _idle(state: PointsState) -> Dialog | None:
    match state.phase:
        case "play":
            return RoundDialog()
        case "round-over":
            return PointsRoundOverDialog()
        case "game-over":
            return None
        case _:
            assert_never(state.phase)


POINTS: Final = FamilyDialogs(
    _idle,
    points_menu_rows,
    seats=lambda variant: variant.players,
    people_rows=points_people_rows,
    group=phrase("Points games"),
)
