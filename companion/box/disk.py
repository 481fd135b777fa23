"""Follows whether the disk takes what the journal writes, and tries it again while it does not."""

import logging
from collections.abc import Callable
from typing import Final

from companion.box.notifier import Notifier
from companion.core.cards import Card
from companion.dialogs.context import Dialog
from companion.dialogs.notices import NotSavedDialog
from companion.errors import DiskFault
from companion.message import phrase
from companion.screens.model import NoticeScreen
from companion.table.table import Table

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
        sentence = phrase("The journal takes cards again")
        self._notifier.notify(NoticeScreen(phrase("All well"), sentence), now)
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
