"""Shows the machine's network and updates on the box's display, and how phones are paired: the
address on a new box, a code on request.
"""

from collections.abc import Callable
from typing import Protocol, assert_never

from companion import inputs
from companion.box.notifier import Notifier
from companion.box.requests import PhoneAccess
from companion.dialogs.context import (
    CloseOwnNetwork,
    Dialog,
    DismissPhones,
    IssueCode,
    JoinNetwork,
    JudgeGuesser,
    NetworkMove,
    OpenOwnNetwork,
    PhonesMove,
    PhoneStatus,
    ScanNetworks,
    StartUpdate,
)
from companion.dialogs.menu import (
    CodeDialog,
    LanguageDialog,
    NetworkDialog,
    OwnNetworkDialog,
    UpdatingDialog,
    WaitingDialog,
    WelcomeDialog,
)
from companion.dialogs.self_test import SelfTestDialogs
from companion.message import Words, phrase, plural
from companion.table.table import Table
from companion.words.parts import phone_word


class NetworkControl(Protocol):
    """Changes to the machine: each call returns at once, and an input reports the result."""

    def look(self) -> None:
        """Scan for networks in range and report them for a while."""
        ...

    def join(self, network: inputs.KnownNetwork) -> None:
        """Join a network that the machine knows."""
        ...

    def open_own(self) -> None:
        """Open the box's own network."""
        ...

    def close_own(self) -> None:
        """Close the box's own network."""
        ...

    def update(self) -> None:
        """Install the newest version, if there is one."""
        ...

    def is_changing(self) -> bool:
        """Return whether the system is being changed, so that the power must stay on."""
        ...

    def is_installing(self) -> bool:
        """Return whether a newer version is replacing this one right now."""
        ...


class HostNetwork:
    """The newest reports about the machine, and the requests to change its network.

    `news` stays None if the box may not change the network. `is_installing` is the last result of
    `watch_update`.

    Args:
        table: knows if a game is in progress.
        notifier: shows the result of a request.
    """

    def __init__(self, table: Table, notifier: Notifier) -> None:
        self.networks: NetworkControl | None = None
        self.news: inputs.NetworkNews | None = None
        self.power = inputs.PowerNews(can_restart=False)
        self.is_installing = False
        self._table, self._notifier = table, notifier
        self._begun_at = table.journal.sequence
        self._is_unseen = False

    def execute(self, move: NetworkMove | StartUpdate) -> Dialog | None:
        """Forward a dialog's request; return the dialog to show while the machine works on it."""
        if self.networks is None:
            return None
        match move:
            case StartUpdate():
                self.networks.update()
                return UpdatingDialog()
            case ScanNetworks():
                self.networks.look()
                return NetworkDialog()
            case JoinNetwork(network):
                self.networks.join(network)
            case OpenOwnNetwork():
                self.networks.open_own()
            case CloseOwnNetwork():
                self.networks.close_own()
            case _:
                assert_never(move)
        return WaitingDialog(move)

    def take_news(self, news: inputs.MachineNews, dialog: Dialog | None) -> Dialog | None:
        """Handle a report from the machine; return the dialog that follows `dialog`."""
        match news:
            case inputs.NetworkNews():
                self.news = news
            case inputs.PowerNews():
                self.power = news
            case inputs.UpdateAnswer():
                sentence = update_sentence(news)
                self._notifier.tell(phrase("Update"), sentence, failed=news.failed)
                return None if isinstance(dialog, UpdatingDialog) else dialog
            case inputs.NetworkAnswer():
                return self._answered(news, dialog)
            case _:
                assert_never(news)
        return dialog

    def _answered(self, answer: inputs.NetworkAnswer, dialog: Dialog | None) -> Dialog | None:
        """Handle the answer to a network request; return the dialog that follows `dialog`."""
        if answer.outcome == "opened itself":
            self._is_unseen = True
            return dialog
        if isinstance(dialog, WaitingDialog) and self._is_open and not answer.failed:
            return OwnNetworkDialog()
        self._notifier.tell(phrase("Network"), answer_sentence(answer), failed=answer.failed)
        return NetworkDialog() if isinstance(dialog, WaitingDialog) else dialog

    def follow(self, dialog: Dialog | None) -> Dialog | None:
        """Return the dialog of the box's own network if it has opened by itself and `dialog` is not
        in use.

        During a game the players see a notice instead.
        """
        if not self._is_unseen or not (dialog is None or isinstance(dialog, WelcomeDialog)):
            return dialog
        self._is_unseen = False
        state = self._table.state
        is_on = state is not None and state.phase != "game-over"
        if is_on and self._table.journal.sequence > self._begun_at:
            self._notifier.tell(phrase("Network"), phrase("Own network is open"))
            return dialog
        return OwnNetworkDialog() if self._is_open else dialog

    def stays_on(self) -> bool:
        """Return whether an update forbids switching the machine off, and show that."""
        if self.networks is None or not self.networks.is_changing():
            return False
        words = phrase("Leave the plug in: it is being installed")
        self._notifier.tell(phrase("Update"), words, failed=True)
        return True

    def watch_update(self, dialog: Dialog | None) -> Dialog | None:
        """Return the dialog that follows `dialog` when an update starts being installed or has
        failed.
        """
        before = self.is_installing
        self.is_installing = self.networks is not None and self.networks.is_installing()
        if self.is_installing and not before:
            return UpdatingDialog()
        has_failed = before and not self.is_installing
        return None if has_failed and isinstance(dialog, UpdatingDialog) else dialog

    @property
    def _is_open(self) -> bool:
        return self.news is not None and self.news.own is not None and self.news.own.is_open


def answer_sentence(answer: inputs.NetworkAnswer) -> Words:
    """Return the sentence about the result of a network request.

    >>> answer_sentence(inputs.NetworkAnswer("not let in", "Bo's Wi-Fi"))
    "Bo's Wi-Fi rejected the box"
    """
    match answer.outcome:
        case "joined":
            return phrase("In {network} now", network=answer.name)
        case "own network open" | "opened itself":
            return phrase("Own network is open")
        case "own network closed":
            return phrase("Own network is closed")
        case "own network failed":
            return phrase("The own network did not open. Restart the box, then try again")
        case "no answer":
            return phrase("No answer from {network}; the box keeps trying", network=answer.name)
        case "wrong password":
            return phrase("Wrong password for {network}", network=answer.name)
        case "not let in":
            return phrase("{network} rejected the box", network=answer.name)
        case "forbidden":
            return phrase("The box has no permission, or its network service does not answer")


def update_sentence(answer: inputs.UpdateAnswer) -> Words:
    """Return the sentence about the result of an update, without the commits in the versions.

    >>> update_sentence(inputs.UpdateAnswer("updated", "0.2.0+git5.abc", "0.1.0"))
    'Updated from 0.1.0 to 0.2.0'
    """
    version, before = (text.partition("+")[0] for text in (answer.version, answer.before))
    match answer.outcome:
        case "newest":
            return phrase("{version} is the newest", version=version)
        case "updated":
            return phrase("Updated from {before} to {version}", before=before, version=version)
        case "secured":
            return phrase("Debian's security updates are installed")
        case "went back":
            return phrase(
                "{before} failed to start, using {version}", before=before, version=version
            )
        case "offline":
            return phrase("Can't reach the update server")
        case "unsigned":
            return phrase("Not updated: the new version is not signed")
        case "full":
            return phrase("Not updated: the disk is full")
        case "refused":
            return phrase("Not updated; see the log")


LOOK_AGAIN = 5.0
"""Seconds between looks for a network; a starting Pi joins its network some time after the box has
started.
"""


class PhonePairing:
    """Pairing as the box shows it; times are seconds of the box's clock.

    Args:
        notifier: shows the result of a code.
        monotonic: returns the time of the box's clock.
        is_new: whether no game was ever played; a new box shows its address by itself.
    """

    def __init__(self, notifier: Notifier, monotonic: Callable[[], float], *, is_new: bool) -> None:
        self._notifier, self._monotonic = notifier, monotonic
        self._access: PhoneAccess | None = None
        self._look_at: float | None = None
        self._is_new = is_new

    def open(self, access: PhoneAccess) -> None:
        """Let phones pair through `access` from now on; a new box looks for its address."""
        self._access = access
        self._look_at = self._monotonic() if self._is_new else None

    def phones(self) -> PhoneStatus | None:
        """How phones can be paired now; None if they cannot."""
        return self._access.phones() if self._access is not None else None

    def floor_until(self) -> float | None:
        """Return the time until which a floor follows this table, or None."""
        return self._access.floor_until() if self._access is not None else None

    def has_floor(self) -> bool:
        """Return whether a floor follows this table."""
        until = self.floor_until()
        return until is not None and self._monotonic() < until

    def follow(self, dialog: Dialog | None) -> Dialog | None:
        """Return the dialog that follows `dialog`: None if its code has expired, unless it was just
        used up.

        If no dialog is open, a new box shows its address once it is in a network, and again after
        its own network was shown.
        """
        if isinstance(dialog, CodeDialog):
            phones = self.phones()
            return dialog if phones is not None and (phones.code or phones.spent) else None
        now = self._monotonic()
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

    def execute(self, move: PhonesMove, dialog: Dialog | None) -> Dialog | None:
        """Execute a `move` made at the box while `dialog` is open; return the dialog open
        afterwards.
        """
        match move:
            case IssueCode():
                return self._show_code()
            case JudgeGuesser(shut):
                if self._access is not None:
                    self._access.judge(shut=shut)
                return dialog
            case DismissPhones():
                if self._access is not None:
                    self._access.dismiss()
                return None

    def _show_code(self) -> Dialog | None:
        """Issue a code and return its dialog; without a network show a notice and return None."""
        if self._access is not None and self._access.look():
            self._access.issue()
            return CodeDialog()
        why = phrase("The box has no network: phones cannot reach it")
        self._notifier.refused(why, phrase("No phones"))
        return None

    def take_news(self, news: inputs.PhoneNews, dialog: Dialog | None) -> None:
        """Show the result of a code, unless the open `dialog` does."""
        match news:
            case inputs.PhonePaired(phone):
                sentence = phrase("{phone} can play now", phone=phone_word(phone))
                self._notifier.tell(phrase("Phone"), sentence)
            case inputs.CodeGuessed(count, address):
                if not isinstance(
                    dialog, CodeDialog
                ):  # the dialog shows it until a person has judged it
                    headline = plural("{n:d} wrong code", "{n:d} wrong codes", count)
                    sentence = phrase("{address} is blocked, others can pair", address=address)
                    self._notifier.tell(headline, sentence)
            case inputs.CodeSpent():
                if not isinstance(dialog, CodeDialog):
                    sentence = phrase("Too many: the code has expired")
                    self._notifier.tell(phrase("Wrong codes"), sentence)
            case inputs.GuesserJudged() | inputs.FloorSeen():
                pass  # only the picture or the menu changes
            case _:
                assert_never(news)

    def holds(self, dialog: Dialog | None) -> bool:
        """Return whether `dialog` reports a used-up code, which must stay until it is read."""
        phones = self.phones()
        return phones is not None and phones.spent and isinstance(dialog, CodeDialog)

    def deadline(self, dialog: Dialog | None) -> float | None:
        """Return when `follow` is due next while `dialog` is open."""
        if isinstance(dialog, CodeDialog):
            return self._access.until() if self._access is not None else None
        return self._look_at if dialog is None else None
