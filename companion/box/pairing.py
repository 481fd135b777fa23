"""Before the door for phones: what the box's display says of it, and when."""

from typing import Final, assert_never

from companion.box.requests import PhoneAccess
from companion.box.verdicts import Verdicts
from companion.dialogs.context import Dialog, PhoneStatus
from companion.dialogs.phones import CodeDialog, WelcomeDialog
from companion.inputs import CodeGuessed, CodeSpent, PhonePaired

LOOK_AGAIN: Final = 5.0
"""Seconds: a network that is joined while a Pi starts is there some of these after the box."""


class PhonePairing:
    """The way in for phones as the box shows it: the address on a new box, a code on a press.

    Moments are those of the box's clock, in seconds.
    """

    def __init__(self, verdicts: Verdicts, *, is_new: bool) -> None:
        self._verdicts = verdicts
        self._door: PhoneAccess | None = None
        self._look_at: float | None = None
        self._is_new = is_new

    def open(self, door: PhoneAccess, now: float) -> None:
        """From now on phones may come in at `door`; a new box looks where they find it."""
        self._door = door
        self._look_at = now if self._is_new else None

    def phones(self) -> PhoneStatus | None:
        """How phones come in now, None when they do not."""
        return self._door.phones() if self._door is not None else None

    def show_address(self, now: float) -> Dialog | None:
        """What a new box shows as soon as it is in a network: the address, once."""
        if self._door is None or self._look_at is None or now < self._look_at:
            return None
        if self._door.look():
            self._look_at = None
            return WelcomeDialog()
        self._look_at = now + LOOK_AGAIN
        return None

    def begun(self) -> None:
        """Somebody has done something: a box that is used is not new any longer."""
        self._look_at, self._is_new = None, False

    def show_code(self, now: float) -> Dialog | None:
        """What the box shows with a new code; None, and why is told, without a network."""
        if self._door is not None and self._door.issue():
            return CodeDialog()
        self._verdicts.refused("The box is in no network: phones cannot reach it", "No phones", now)
        return None

    def hear(self, news: PhonePaired | CodeGuessed | CodeSpent, dialog: Dialog | None, now: float) -> None:
        """Tells what has come of a code, unless the open `dialog` does."""
        match news:
            case PhonePaired(phone):
                self._verdicts.phones("Phone", f"{phone} may rule now", now)
            case CodeGuessed(count, address):
                said = f"The last from {address}: others can still pair"
                self._verdicts.phones(f"{count} wrong codes", said, now)
            case CodeSpent():
                if not isinstance(dialog, CodeDialog):
                    self._verdicts.phones("Wrong codes", "Too many: the code is good no more", now)
            case _:
                assert_never(news)

    def dismiss(self) -> None:
        """No phone may rule any more."""
        if self._door is not None:
            self._door.dismiss()

    def deadline(self, dialog: Dialog | None) -> float | None:
        """When there is something to look at anew while `dialog` is open."""
        if isinstance(dialog, CodeDialog):
            return self._door.until() if self._door is not None else None
        return self._look_at if dialog is None else None
