"""The way in for phones: the address as a picture for their cameras, and a code to rule with."""

import msgspec

from companion.dialogs.context import Close, DismissPhones, IssueCode, Move, PhoneStatus, Reject, Scene
from companion.inputs import Key
from companion.screens import model
from companion.screens.model import ConfirmScreen, KeyHint, NoticeScreen, PairingScreen, Picture


class CodeDialog(msgspec.Struct, frozen=True):
    """The address and the code: OK makes another code, any other key goes on.

    It goes by itself when its code is used or old, and before a card that is read is looked at. A code that
    was guessed at too often gives way to a notice of that, which stays until a key.
    """

    def picture(self, scene: Scene) -> Picture:
        phones = scene.phones or PhoneStatus()
        if phones.spent:
            ok, leave = KeyHint("OK", "new code"), KeyHint("UNDO", "leave")
            return NoticeScreen("Wrong codes", "Too many: this code is good no more", ok=ok, other=leave)
        return PairingScreen(phones.address, phones.modules, phones.code)

    def key(self, scene: Scene, key: Key) -> Move:
        return IssueCode() if key.name == "OK" else Close()

    def card(self, scene: Scene, card: str) -> Move:
        return Close()


class WelcomeDialog(msgspec.Struct, frozen=True):
    """A box on which nobody has played: where phones look on. MORE makes a code to rule with, OK goes on.

    It goes before a card that is read is looked at.
    """

    def picture(self, scene: Scene) -> Picture:
        phones = scene.phones or PhoneStatus()
        ok, more = KeyHint("OK", "play"), KeyHint("MORE", "code")
        return model.WelcomeScreen(phones.address, phones.modules, phones.name, ok, more)

    def key(self, scene: Scene, key: Key) -> Move:
        return IssueCode() if key.name == "MORE" else Close()

    def card(self, scene: Scene, card: str) -> Move:
        return Close()


class DismissPhonesDialog(msgspec.Struct, frozen=True):
    """No phone may rule any more until it has a new code: asked once."""

    def picture(self, scene: Scene) -> Picture:
        count = scene.phones.ruling if scene.phones is not None else 0
        line = "1 phone rules now" if count == 1 else f"{count} phones rule now"
        ok, no = KeyHint("OK", "yes"), KeyHint("UNDO", "no")
        return ConfirmScreen("", "", "Dismiss phones?", line, None, (), ok, no)

    def key(self, scene: Scene, key: Key) -> Move:
        match key.name:
            case "OK":
                return DismissPhones()
            case "UNDO":
                return Close()
        return self

    def card(self, scene: Scene, card: str) -> Move:
        return Reject("First: dismiss the phones, yes or no?", self)
