"""The update at the menu: asked once, and nobody has to wait for it."""

from companion.dialogs.context import Close, Move, Scene, StartUpdate
from companion.dialogs.toolkit import Confirmation, Information, WidgetDialog
from companion.inputs import Key
from companion.message import phrase
from companion.screens.model import ConfirmScreen, KeyHint, Picture
from companion.text.language import asks, pgettext
from companion.text.language import gettext as _


class UpdateDialog(WidgetDialog, frozen=True):
    """Installs a newer version, if there is one; the box is started anew with the game that is on."""

    def widget(self, scene: Scene) -> Confirmation:
        return Confirmation(
            question=asks("Update?"),
            line=_("the game is kept"),
            ok=StartUpdate(),
            first=phrase("First: update, yes or no?"),
        )


class UpdatingDialog(Information, frozen=True):
    """The update runs; it goes on when nobody waits for it here."""

    def picture(self, scene: Scene) -> Picture:
        leave = KeyHint("UNDO", pgettext("key", "do not wait"))
        return ConfirmScreen(_("Update"), "", _("Updating"), _("leave the plug in"), ok=leave)

    def key(self, scene: Scene, key: Key) -> Move:
        return Close() if key.name == "UNDO" else self
