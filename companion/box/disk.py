"""What the box asks about the disk: it fails, or another box's backup is found."""

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
"""Seconds for which the time of a backup is said, and not its day."""


class StartBackup(msgspec.Struct, frozen=True):
    """The backup that the start offers, if there is one, and how the box uses its own.

    `time` returns seconds since 1970 UTC. `take` opens the journal that an offered backup becomes.
    `finish` brings the box's own backup up once the journal is closed, and returns soon.
    """

    offer: Offer | None
    time: Callable[[], float]
    take: Callable[[Offer], Journal]
    finish: Callable[[], None]


class BackupOffering:
    """Offers a backup at the display, and goes on with it.

    Args:
        table: the owner of the game, which goes on with what the backup holds.
        notifier: shows what comes of it.
        backup: the backup; without it nothing is offered.
    """

    def __init__(self, table: Table, notifier: Notifier, backup: StartBackup | None) -> None:
        self._table, self._notifier, self._backup = table, notifier, backup

    def first_question(self, now: float) -> Dialog | None:
        """Return the dialog that the box starts with:
        the offer, or what was wrong with the journal.
        """
        if self._backup is None or self._backup.offer is None:
            return self._trouble(now)
        offer = self._backup.offer
        return BackupOfferedDialog(said_when(offer.at, self._backup.time()), offer.last)

    def execute(self, move: BackupMove, dialog: Dialog | None, now: float) -> Dialog | None:
        """Go on with the backup, or without it; return the dialog that is open afterwards."""
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
        """Say what was wrong with the journal, or return the dialog
        that says how much of it is missing.
        """
        journal, state = self._table.journal, self._table.state
        if journal.missing and state is not None:
            return EntriesMissingDialog(journal.missing, state)
        self._notifier.warn_of_journal(journal, now)
        return None


def said_when(at: float, now: float) -> str:
    """Return the time of a moment for the display, or its day if that was not today;
    seconds since 1970 UTC.

    >>> said_when(0.0, 1_000_000.0)[:6]
    '1970-0'
    """
    moment = local_time(at)
    return f"{moment:%H:%M}" if abs(now - at) < _TODAY else f"{moment:%Y-%m-%d}"


log = logging.getLogger(__name__)

AGAIN: Final = 10.0
"""Seconds from one try of a failing disk to the next;
a dying card may block for as long at each.
"""


class DiskWatch:
    """The disk of the journal, as the table hears of it.

    Attributes:
        unsaved: the card that the disk refused last, None if it was none or the disk works.

    Args:
        table: its journal meets the faults, and keeps a note once the disk works again.
        notifier: shows that.
        monotonic: returns the time, in seconds: a try may take many.
    """

    def __init__(self, table: Table, notifier: Notifier, monotonic: Callable[[], float]) -> None:
        self.unsaved: Card | None = None
        self._table, self._notifier, self._monotonic = table, notifier, monotonic
        self._known: DiskFault | None = None
        self._again = 0.0

    @property
    def fault(self) -> DiskFault | None:
        """Why the disk takes nothing, None if it works."""
        error = self._table.journal.fault
        return None if error is None else error.fault

    def refused(self, card: Card | None, now: float) -> Dialog:
        """Signal that the disk did not take the `card`, None for anything else;
        return what to do.
        """
        self.unsaved = card
        self._notifier.disputed(now)
        return NotSavedDialog(card)

    def try_again(self, now: float) -> None:
        """Try a failing disk at once, because a player asks for it."""
        self._try()
        if self.fault is not None:
            self._notifier.disputed(now)

    def follow(self, dialog: Dialog | None, now: float) -> Dialog | None:
        """Try a failing disk when that is due, and take in what has changed;
        return what `dialog` becomes.
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
