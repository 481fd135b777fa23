"""Checks the points that a player says all rounds together have brought."""

from companion.dialogs.context import Close, Scene
from companion.dialogs.current import points_game
from companion.dialogs.toolkit import Choice, Dial, WidgetDialog, check_keys
from companion.message import Name, Words, in_context, phrase
from companion.rules.commands import Claim
from companion.screens.model import DialScreen, ListEntry, ListScreen
from companion.screens.table_pictures import names_of

LOWEST, HIGHEST = -99_999, 99_999


class WhoseStandingDialog(WidgetDialog, frozen=True):
    """Chooses the player who called their points."""

    chosen: int = 0

    def widget(self, scene: Scene) -> Choice:
        state = points_game(scene)[1]
        rows = tuple(ListEntry(Name(player.name)) for player in state.players)
        return Choice(
            screen=ListScreen(
                phrase("Whose points?"), _all_rounds(), rows, self.chosen, names_of(state)
            ),
            ok=StandingDialog(self.chosen),
            first=phrase("First: whose points?"),
        )


class StandingDialog(WidgetDialog, frozen=True):
    """Dials the points that the player at `seat` called.

    Starts empty; the first key shows zero, never the answer.
    """

    seat: int
    value: int | None = None

    def widget(self, scene: Scene) -> Dial:
        state = points_game(scene)[1]
        name, keys = (
            state.players[self.seat].name,
            check_keys(self.value, in_context("key", "back")),
        )
        title = phrase("{name} called", name=Name(name))
        return Dial(
            screen=DialScreen(
                title, _all_rounds(), self.value, LOWEST, HIGHEST, False, names_of(state), *keys
            ),
            ok=Close() if self.value is None else Claim(player=name, points=self.value),
            undo=WhoseStandingDialog(self.seat),
            first=phrase("First: which points were called?"),
        )


def _all_rounds() -> Words:
    return phrase("all rounds")
