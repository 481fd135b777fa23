"""Shows on the box's display how phones are paired: the address on a new box, a code on request."""

from typing import Final, assert_never

from companion.box.notifier import Notifier
from companion.box.requests import PhoneAccess
from companion.dialogs.context import (
    Dialog,
    DismissPhones,
    IssueCode,
    JudgeGuesser,
    PhonesMove,
    PhoneStatus,
)
from companion.dialogs.menu import LanguageDialog
from companion.dialogs.network import OwnNetworkDialog
from companion.dialogs.phones import CodeDialog, WelcomeDialog
from companion.dialogs.self_test import SelfTestDialogs
from companion.inputs import (
    CodeGuessed,
    CodeSpent,
    FloorSeen,
    GuesserJudged,
    PhoneNews,
    PhonePaired,
)
from companion.message import Words, phrase, plural
from companion.screens.model import NoticeScreen
from companion.words.parts import phone_word

LOOK_AGAIN: Final = 5.0
"""Seconds between looks for a network; a starting Pi joins its network some time after the box has
started.
"""


class PhonePairing:
    """Pairing as the box shows it; times are seconds of the box's clock.

    Args:
        notifier: shows the result of a code.
        is_new: whether no game was ever played; a new box shows its address by itself.
    """

    def __init__(self, notifier: Notifier, *, is_new: bool) -> None:
        self._notifier = notifier
        self._access: PhoneAccess | None = None
        self._look_at: float | None = None
        self._is_new = is_new

    def open(self, access: PhoneAccess, now: float) -> None:
        """Let phones pair through `access` from now on; a new box looks for its address."""
        self._access = access
        self._look_at = now if self._is_new else None

    def phones(self) -> PhoneStatus | None:
        """How phones can be paired now; None if they cannot."""
        return self._access.phones() if self._access is not None else None

    def floor_until(self) -> float | None:
        """Return the time until which a floor follows this table, or None."""
        return self._access.floor_until() if self._access is not None else None

    def has_floor(self, now: float) -> bool:
        """Return whether a floor follows this table."""
        until = self.floor_until()
        return until is not None and now < until

    def follow(self, dialog: Dialog | None, now: float) -> Dialog | None:
        """Return the dialog that follows `dialog`: None if its code has expired, unless it was just
        used up.

        If no dialog is open, a new box shows its address once it is in a network, and again after
        its own network was shown.
        """
        if isinstance(dialog, CodeDialog):
            phones = self.phones()
            return dialog if phones is not None and (phones.code or phones.spent) else None
        if isinstance(dialog, OwnNetworkDialog):
            self._look_at = now if self._is_new else None
        if (
            dialog is not None
            or self._access is None
            or self._look_at is None
            or now < self._look_at
        ):
            return dialog
        if self._access.look():
            self._look_at = None
            return WelcomeDialog()
        self._look_at = now + LOOK_AGAIN
        return None

    def mark_used(self, dialog: Dialog | None = None) -> None:
        """Record that the box is in use, so it is no longer new.

        A key or a card at the language question, in the self-test or at the page of its own network
        leaves the box new.
        """
        if not isinstance(dialog, LanguageDialog | OwnNetworkDialog | SelfTestDialogs):
            self._look_at, self._is_new = None, False

    def execute(self, move: PhonesMove, dialog: Dialog | None, now: float) -> Dialog | None:
        """Execute a `move` made at the box while `dialog` is open; return the dialog open
        afterwards.
        """
        match move:
            case IssueCode():
                return self._show_code(now)
            case JudgeGuesser(shut):
                if self._access is not None:
                    self._access.judge(shut=shut)
                return dialog
            case DismissPhones():
                if self._access is not None:
                    self._access.dismiss()
                return None
            case _:
                assert_never(move)

    def _show_code(self, now: float) -> Dialog | None:
        """Issue a code and return its dialog; without a network show a notice and return None."""
        if self._access is not None and self._access.issue():
            return CodeDialog()
        self._notifier.refused(
            phrase("The box has no network: phones cannot reach it"), phrase("No phones"), now
        )
        return None

    def take_news(self, news: PhoneNews, dialog: Dialog | None, now: float) -> None:
        """Show the result of a code, unless the open `dialog` does."""
        match news:
            case PhonePaired(phone):
                self._notify(
                    phrase("Phone"), phrase("{phone} can play now", phone=phone_word(phone)), now
                )
            case CodeGuessed(count, address):
                if not isinstance(
                    dialog, CodeDialog
                ):  # the dialog shows it until a person has judged it
                    headline = plural("{n:d} wrong code", "{n:d} wrong codes", count)
                    sentence = phrase("{address} is blocked, others can pair", address=address)
                    self._notify(headline, sentence, now)
            case CodeSpent():
                if not isinstance(dialog, CodeDialog):
                    self._notify(
                        phrase("Wrong codes"), phrase("Too many: the code has expired"), now
                    )
            case GuesserJudged() | FloorSeen():
                pass  # only the picture or the menu changes
            case _:
                assert_never(news)

    def _notify(self, headline: Words, sentence: Words, now: float) -> None:
        self._notifier.notify(NoticeScreen(headline, sentence), now)

    def holds(self, dialog: Dialog | None) -> bool:
        """Return whether `dialog` reports a used-up code, which must stay until it is read."""
        phones = self.phones()
        return phones is not None and phones.spent and isinstance(dialog, CodeDialog)

    def deadline(self, dialog: Dialog | None) -> float | None:
        """Return when `follow` is due next while `dialog` is open."""
        if isinstance(dialog, CodeDialog):
            return self._access.until() if self._access is not None else None
        return self._look_at if dialog is None else None
