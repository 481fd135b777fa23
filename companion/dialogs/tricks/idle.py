"""Shows the points between the rounds of a trick game."""

from companion.dialogs.context import Scene, Submit
from companion.dialogs.current import trick_game
from companion.dialogs.taking_back import ask_take_back
from companion.dialogs.toolkit import Page, PlayDialog, WidgetDialog
from companion.dialogs.tricks.points import WhosePointsDialog
from companion.rules.commands import Deal
from companion.screens.tricks.pictures import points_picture, round_picture


class RoundOverDialog(PlayDialog, WidgetDialog, frozen=True):
    """All players' points; OK deals the next round, MORE checks a call, LEFT and RIGHT show this round's."""

    this_round: bool = False

    def widget(self, scene: Scene) -> Page:
        rules, state = trick_game(scene)
        return Page(
            screen=round_picture(state) if self.this_round else points_picture(rules, state),
            ok=Submit(Deal()),
            more=WhosePointsDialog(),
            undo=ask_take_back(scene),
            turn=RoundOverDialog(not self.this_round),
        )
