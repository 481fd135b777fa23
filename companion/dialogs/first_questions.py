"""The box's first questions after a start: whether the players go on with the evening (55),
and whether the game is where they left it at a power cut (56).
"""

from companion.dialogs.context import AnswerEvening, Close, Scene
from companion.dialogs.taking_back import ask_take_back
from companion.dialogs.toolkit import Confirmation, Information, Page, WidgetDialog, ok_and_undo
from companion.message import in_context, phrase
from companion.screens.model import NoticeScreen
from companion.screens.table_pictures import names_of
from companion.text.undo import last_entry


class NewEveningDialog(WidgetDialog, frozen=True):
    """Asks on a box that does not know the date if the wins are counted from the start (55).

    Until the answer no card counts. A phone that begins a game answers yes.
    """

    def widget(self, scene: Scene) -> Confirmation:
        return Confirmation(
            title=phrase("The clock is not set"),
            question=phrase("New evening?"),
            line=phrase("then wins start at 0"),
            ok=AnswerEvening(new=True),
            undo=AnswerEvening(new=False),
            first=phrase("First: a new evening, yes or no?"),
        )


class CutOffDialog(Information, WidgetDialog, frozen=True):
    """Names the last entry after a power cut, because it may have been written unnoticed (56).

    Every key closes it, and UNDO asks to take the entry back.
    """

    def widget(self, scene: Scene) -> Page:
        ok, undo = ok_and_undo(in_context("key", "go on"), in_context("key", "last"))
        screen = NoticeScreen(
            phrase("Power was off"),
            last_entry(scene.moments),
            table=names_of(scene.game()[1]),
            ok=ok,
            other=undo,
        )
        shut = Close()
        return Page(
            screen=screen, ok=shut, undo=ask_take_back(scene), more=shut, bust=shut, turn=shut
        )
