"""The update at the menu: asked once, and nobody has to wait for it."""

from companion.dialogs.context import Close, Move, Scene, StartUpdate
from companion.dialogs.toolkit import Confirmation, Information, WidgetDialog
from companion.inputs import Key
from companion.message import in_context, phrase
from companion.screens.model import ConfirmScreen, KeyHint, Picture


class UpdateDialog(WidgetDialog, frozen=True):
    """Installs a newer version, if there is one;
    the box is started anew with the game that is on.
    """

    def widget(self, scene: Scene) -> Confirmation:
        return Confirmation(
            question=phrase("Update?"),
            line=phrase("the game is kept"),
            ok=StartUpdate(),
            first=phrase("First: update, yes or no?"),
        )


class UpdatingDialog(Information, frozen=True):
    """The update runs; it goes on when nobody waits for it here."""

    def picture(self, scene: Scene) -> Picture:
        leave = KeyHint("UNDO", in_context("key", "do not wait"))
        return ConfirmScreen(
            phrase("Update"), "", phrase("Updating"), phrase("leave the plug in"), ok=leave
        )

    def key(self, scene: Scene, key: Key) -> Move:
        return Close() if key.name == "UNDO" else self
