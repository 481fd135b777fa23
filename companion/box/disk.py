"""The box's questions about the disk: it fails, or the backup of another box is found."""

import logging
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import msgspec

from companion.box.notifier import Notifier
from companion.core.cards import Card
from companion.dialogs.context import BackupMove, Dialog, LeaveBackup
from companion.dialogs.notices import BackupOfferedDialog, EntriesMissingDialog, NotSavedDialog
from companion.errors import DiskFault, JournalError
from companion.message import phrase
from companion.screens.model import NoticeScreen
from companion.table.dates import local_time
from companion.table.journal import Journal
from companion.table.restore import Offer
from companion.table.table import Table

_TODAY: Final = 12 * 60 * 60
"""Age in seconds up to which the time of a backup is shown instead of its date."""


class StartBackup(msgspec.Struct, frozen=True):
    """The backup offered at the start, if any, and access to the box's own backup.

    `time` returns seconds since 1970 UTC. `take` turns the offered backup into a journal and opens
    it. `finish` completes the box's own backup once the journal is closed, and returns soon.
    """

    offer: Offer | None
    time: Callable[[], float]
    take: Callable[[Offer], Journal]
    finish: Callable[[], None]


class BackupOffering:
    """The offer of a backup on the display, and the switch to it.

    Args:
        table: the owner of the game, which continues from the backup.
        notifier: shows the result.
        backup: the backup to offer, if any.
    """

    def __init__(self, table: Table, notifier: Notifier, backup: StartBackup | None) -> None:
        self._table, self._notifier, self._backup = table, notifier, backup

    def first_question(self, now: float) -> Dialog | None:
        """Return the first dialog of the start: the offer, or the trouble with the journal."""
        if self._backup is None or self._backup.offer is None:
            return self._trouble(now)
        offer = self._backup.offer
        return BackupOfferedDialog(said_when(offer.at, self._backup.time()), offer.last)

    def execute(self, move: BackupMove, dialog: Dialog | None, now: float) -> Dialog | None:
        """Continue with or without the backup; return the dialog that is open afterwards."""
        if isinstance(move, LeaveBackup) or self._backup is None or self._backup.offer is None:
            return self._trouble(now)
        before = self._table.journal
        try:
            self._table.open_anew(self._backup.take(self._backup.offer))
        except JournalError as error:
            self._notifier.refused(error, phrase("Not saved"), now)
            return dialog
        with suppress(JournalError):
            before.close()
        self._notifier.done(now)
        return self._trouble(now)

    def _trouble(self, now: float) -> Dialog | None:
        """Show the trouble with the journal, or return the dialog about its missing entries."""
        journal, state = self._table.journal, self._table.state
        if journal.missing and state is not None:
            return EntriesMissingDialog(journal.missing, state)
        self._notifier.warn_of_journal(journal, now)
        return None


def said_when(at: float, now: float) -> str:
    """Return the time of day `at` for the display, or the date if it is not recent; seconds since
    1970 UTC.

    >>> said_when(0.0, 1_000_000.0)[:6]
    '1970-0'
    """
    moment = local_time(at)
    return f"{moment:%H:%M}" if abs(now - at) < _TODAY else f"{moment:%Y-%m-%d}"


log = logging.getLogger(__name__)

AGAIN: Final = 10.0
"""Seconds between attempts to use a failing disk; a dying SD card may block this long each time."""


class DiskWatch:
    """The watch over the journal's disk, which keeps the players informed.

    Attributes:
        unsaved: the card that the disk refused last; None if it was not a card or the disk works.

    Args:
        table: the table whose journal has the faults and records when the disk works again.
        notifier: shows changes.
        monotonic: returns the time in seconds; one attempt may take many.
    """

    def __init__(self, table: Table, notifier: Notifier, monotonic: Callable[[], float]) -> None:
        self.unsaved: Card | None = None
        self._table, self._notifier, self._monotonic = table, notifier, monotonic
        self._known: DiskFault | None = None
        self._again = 0.0

    @property
    def fault(self) -> DiskFault | None:
        """The disk's fault, or None if it works."""
        error = self._table.journal.fault
        return None if error is None else error.fault

    def refused(self, card: Card | None, now: float) -> Dialog:
        """Signal that the disk did not store `card` (None for other input); return the dialog about
        it.
        """
        self.unsaved = card
        self._notifier.disputed(now)
        return NotSavedDialog(card)

    def try_again(self, now: float) -> None:
        """Try the failing disk immediately, at a player's request."""
        self._try()
        if self.fault is not None:
            self._notifier.disputed(now)

    def follow(self, dialog: Dialog | None, now: float) -> Dialog | None:
        """Try a failing disk when due, and handle a change; return the dialog that follows
        `dialog`.
        """
        journal = self._table.journal
        if self._known is not None and self.fault is not None and now >= self._again:
            self._try()
        fault = self.fault
        if fault == self._known:
            return dialog
        fault_before, self._known = self._known, fault
        if journal.fault is not None:
            log.warning("Journal lost: %s: %s", fault, journal.fault.detail)
            self._again = self._monotonic() + AGAIN
            return NotSavedDialog() if dialog is None else dialog
        log.info("Journal is back")
        self.unsaved = None
        self._table.note("part back", part="Journal", reason=fault_before)
        sentence = phrase("Saving works again")
        self._notifier.notify(NoticeScreen(phrase("All OK"), sentence), now)
        if not isinstance(dialog, NotSavedDialog):
            return dialog
        self._notifier.ignore_key()
        return None

    def deadline(self) -> float | None:
        """Return when `follow` is due next, None while the disk works."""
        if self.fault != self._known:
            return 0.0
        return None if self._known is None else self._again

    def _try(self) -> None:
        self._table.journal.try_again()
        self._again = self._monotonic() + AGAIN
