"""Access for phones: QR codes of the page's address, alone and with the pairing code."""

from companion.dialogs.context import (
    Close,
    DismissPhones,
    IssueCode,
    JudgeGuesser,
    Move,
    PhoneStatus,
    Scene,
)
from companion.dialogs.toolkit import Confirmation, Information, WidgetDialog
from companion.inputs import Key
from companion.message import in_context, phrase, plural
from companion.screens import model
from companion.screens.model import KeyHint, NoticeScreen, PairingScreen, Picture


class CodeDialog(Information, frozen=True):
    """A QR code that pairs a phone, and the six digits as an alternative.

    OK makes another code, any other key closes the dialog. It also closes when its code is used or
    expires, and before a scanned card is handled. After too many wrong guesses a notice replaces
    the code until a key is pressed. A notice about an address that guesses codes does the same: OK
    ignores it, MORE blocks it.
    """

    def picture(self, scene: Scene) -> Picture:
        phones = scene.phones or PhoneStatus()
        if phones.spent:
            ok, leave = (
                KeyHint("OK", in_context("key", "new code")),
                KeyHint("UNDO", in_context("key", "leave")),
            )
            why = phrase("Too many: this code has expired")
            return NoticeScreen(phrase("Wrong codes"), why, ok=ok, other=leave)
        if phones.guesser:
            count, where = phones.guesses, phones.guesser
            return NoticeScreen(
                plural("{n:d} wrong code", "{n:d} wrong codes", count),
                phrase("{address} is blocked, others can pair", address=where),
                ok=KeyHint("OK", in_context("key", "fine")),
                other=KeyHint("MORE", in_context("key", "block")),
            )
        label = in_context("above six digits", "code to type")
        return PairingScreen(phones.address, phones.invitation, phones.code, label)

    def key(self, scene: Scene, key: Key) -> Move:
        if scene.phones is not None and scene.phones.guesser and key.name in {"OK", "MORE"}:
            return JudgeGuesser(shut=key.name == "MORE")
        return IssueCode() if key.name == "OK" else Close()


class WelcomeDialog(Information, frozen=True):
    """Welcome on a new box: the phones' address. MORE makes a pairing code, OK closes.

    It closes before a scanned card is handled.
    """

    def picture(self, scene: Scene) -> Picture:
        phones = scene.phones or PhoneStatus()
        ok, more = (
            KeyHint("OK", in_context("key", "play")),
            KeyHint("MORE", in_context("key", "code")),
        )
        return model.WelcomeScreen(phones.address, phones.modules, phones.name, ok, more)

    def key(self, scene: Scene, key: Key) -> Move:
        return IssueCode() if key.name == "MORE" else Close()


class DismissPhonesDialog(WidgetDialog, frozen=True):
    """Confirmation of disconnecting all phones, each of which then needs a new code."""

    def widget(self, scene: Scene) -> Confirmation:
        count = scene.phones.ruling if scene.phones is not None else 0
        return Confirmation(
            question=phrase("Disconnect phones?"),
            line=plural("{n:d} phone can play", "{n:d} phones can play", count),
            ok=DismissPhones(),
            first=phrase("Answer first: disconnect the phones, yes or no?"),
        )
