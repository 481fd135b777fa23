"""The dialogs of points games, as `companion.dialogs.family` hands them out."""

from typing import Final, assert_never

from companion.dialogs.context import Dialog, FamilyDialogs, Move, Reject, Scene, Submit
from companion.dialogs.current import points_game
from companion.dialogs.points.checking import WhoseStandingDialog
from companion.dialogs.points.entering import DialPointsDialog
from companion.dialogs.points.menu import points_menu_rows, points_people_rows
from companion.dialogs.taking_back import ask_take_back
from companion.dialogs.toolkit import Page, PlayDialog, WidgetDialog
from companion.errors import Illegal
from companion.message import phrase
from companion.rules.commands import Deal
from companion.rules.points.state import PointsState
from companion.rules.refusals import NotInThisGame
from companion.screens.points.pictures import last_round_picture, standings_picture


class RoundDialog(PlayDialog, WidgetDialog, frozen=True):
    """The standings while a round is played; OK enters its points, MORE checks a call."""

    def widget(self, scene: Scene) -> Page:
        rules, state = points_game(scene)
        return Page(
            screen=standings_picture(rules, state),
            ok=DialPointsDialog(),
            more=WhoseStandingDialog(),
            bust=_no_bust(),
            undo=ask_take_back(scene),
        )


class PointsRoundOverDialog(PlayDialog, WidgetDialog, frozen=True):
    """The standings after a round; OK deals and enters the next one,
    LEFT and RIGHT show this round's points.

    MORE checks a call.
    """

    this_round: bool = False

    def widget(self, scene: Scene) -> Page:
        rules, state = points_game(scene)
        return Page(
            screen=last_round_picture(state)
            if self.this_round
            else standings_picture(rules, state),
            ok=Submit(Deal(), next=DialPointsDialog()),
            more=WhoseStandingDialog(),
            bust=_no_bust(),
            undo=ask_take_back(scene),
            turn=PointsRoundOverDialog(not self.this_round),
        )


def _no_bust() -> Move:
    return Reject(Illegal(NotInThisGame("bust")), headline=phrase("No bust"))


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
