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
    """A QR code that pairs, and the six digits to type instead:
    OK makes another code, any other key closes.

    The dialog closes by itself when its code is used or expires, and before a scanned card is
    handled. After too many wrong guesses a notice replaces the code and stays until a key is
    pressed, and so does one of an address that guesses: OK lets it be, MORE shuts it out.
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
    """A box on which nobody has played: where phones watch. MORE makes a pairing code, OK closes.

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
    """Unpairs all phones, each of which then needs a new code: confirmed once."""

    def widget(self, scene: Scene) -> Confirmation:
        count = scene.phones.ruling if scene.phones is not None else 0
        return Confirmation(
            question=phrase("Disconnect phones?"),
            line=plural("{n:d} phone can play", "{n:d} phones can play", count),
            ok=DismissPhones(),
            first=phrase("Answer first: disconnect the phones, yes or no?"),
        )
