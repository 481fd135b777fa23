"""Asks from the menu of a points game who leaves, and whether the game ends here."""

from companion.dialogs.context import Dialog, Item, Scene, Submit
from companion.dialogs.current import points_game
from companion.dialogs.points.checking import WhoseStandingDialog
from companion.dialogs.points.correcting import correcting_row
from companion.dialogs.seating import coming_rows
from companion.dialogs.toolkit import Choice, Confirmation, WidgetDialog
from companion.message import Name, phrase
from companion.rules.commands import End, Leave
from companion.screens.model import ListEntry, ListScreen
from companion.screens.table_pictures import names_of
from companion.text.busts import points_left
from companion.text.whose_move import outcome


def points_menu_rows(scene: Scene, menu: Dialog) -> tuple[Item, ...]:
    """Return the rows of the menu about the points that are possible now."""
    state = points_game(scene)[1]
    check = Item(phrase("Check points"), WhoseStandingDialog())
    wrong = correcting_row(scene, menu)
    if state.phase == "game-over" or scene.trial(End()) is not None:
        return (check, *wrong)
    return check, *wrong, Item(phrase("End the game"), EndDialog(menu))


def points_people_rows(scene: Scene, menu: Dialog) -> tuple[Item, ...]:
    """Return the rows of the menu for a player who joins, moves or leaves."""
    if points_game(scene)[1].phase == "game-over":
        return ()
    leaves = Item(phrase("A player leaves"), WhoLeavesDialog(menu))
    return (*coming_rows(scene, menu, next_hand=False), leaves)


class WhoLeavesDialog(WidgetDialog, frozen=True):
    """Chooses the player who leaves, of those still in."""

    back: Dialog
    chosen: int = 0

    def widget(self, scene: Scene) -> Choice:
        state = points_game(scene)[1]
        names = tuple(state.players[seat].name for seat in state.seats_in)
        rows = tuple(ListEntry(Name(name)) for name in names)
        return Choice(
            screen=ListScreen(phrase("Who leaves?"), "", rows, self.chosen, names_of(state)),
            ok=LeavesDialog(names[self.chosen], self),
            undo=self.back,
            first=phrase("First: who leaves?"),
        )


class LeavesDialog(WidgetDialog, frozen=True):
    """A player leaves: confirmed once, because the points can no longer win."""

    name: str
    back: Dialog

    def widget(self, scene: Scene) -> Confirmation:
        return Confirmation(
            question=phrase("{name} leaves?", name=Name(self.name)),
            line=points_left().label,
            table=names_of(points_game(scene)[1]),
            ok=Submit(Leave(player=self.name)),
            undo=self.back,
            first=phrase("First: does {player} leave?", player=self.name),
        )


class EndDialog(WidgetDialog, frozen=True):
    """The players end the game: confirmed once, with who wins then."""

    back: Dialog

    def widget(self, scene: Scene) -> Confirmation:
        ended, _events = scene.result(End())
        return Confirmation(
            question=phrase("End the game?"),
            line=outcome(ended),
            table=names_of(ended),
            ok=Submit(End()),
            undo=self.back,
            first=phrase("First: does the game end?"),
        )
