"""Access for phones: the page's address as a QR code, and the pairing code."""

import msgspec

from companion.dialogs.context import Close, DismissPhones, IssueCode, Move, PhoneStatus, Reject, Scene
from companion.dialogs.keys import yes_or_no
from companion.inputs import Key
from companion.screens import model
from companion.screens.model import ConfirmScreen, KeyHint, NoticeScreen, PairingScreen, Picture
from companion.text.language import asks, ngettext, pgettext
from companion.text.language import gettext as _


class CodeDialog(msgspec.Struct, frozen=True):
    """The address and the code: OK makes another code, any other key closes.

    The dialog closes by itself when its code is used or expires, and before a scanned card is handled. After
    too many wrong guesses a notice replaces the code and stays until a key is pressed.
    """

    def picture(self, scene: Scene) -> Picture:
        phones = scene.phones or PhoneStatus()
        if phones.spent:
            ok, leave = KeyHint("OK", pgettext("key", "new code")), KeyHint("UNDO", pgettext("key", "leave"))
            why = _("Too many: this code is good no more")
            return NoticeScreen(_("Wrong codes"), why, ok=ok, other=leave)
        return PairingScreen(phones.address, phones.modules, phones.code)

    def key(self, scene: Scene, key: Key) -> Move:
        return IssueCode() if key.name == "OK" else Close()

    def card(self, scene: Scene, card: str) -> Move:
        return Close()


class WelcomeDialog(msgspec.Struct, frozen=True):
    """A box on which nobody has played: where phones watch. MORE makes a pairing code, OK closes.

    It closes before a scanned card is handled.
    """

    def picture(self, scene: Scene) -> Picture:
        phones = scene.phones or PhoneStatus()
        ok, more = KeyHint("OK", pgettext("key", "play")), KeyHint("MORE", pgettext("key", "code"))
        return model.WelcomeScreen(phones.address, phones.modules, phones.name, ok, more)

    def key(self, scene: Scene, key: Key) -> Move:
        return IssueCode() if key.name == "MORE" else Close()

    def card(self, scene: Scene, card: str) -> Move:
        return Close()


class DismissPhonesDialog(msgspec.Struct, frozen=True):
    """Unpairs all phones, each of which then needs a new code: confirmed once."""

    def picture(self, scene: Scene) -> Picture:
        count = scene.phones.ruling if scene.phones is not None else 0
        line = ngettext("{n:d} phone rules now", "{n:d} phones rule now", count).format(n=count)
        ok, no = yes_or_no()
        return ConfirmScreen("", "", asks("Dismiss phones?"), line, None, (), ok, no)

    def key(self, scene: Scene, key: Key) -> Move:
        match key.name:
            case "OK":
                return DismissPhones()
            case "UNDO":
                return Close()
        return self

    def card(self, scene: Scene, card: str) -> Move:
        return Reject(asks("First: dismiss the phones, yes or no?"), self)
