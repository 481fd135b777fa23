"""Offers the backup of another box at the start of one without a game, and goes on with it."""

from collections.abc import Callable
from contextlib import suppress
from typing import Final

import msgspec

from companion.box.notifier import Notifier
from companion.dialogs.context import BackupMove, Dialog, LeaveBackup
from companion.dialogs.notices import BackupOfferedDialog, EntriesMissingDialog
from companion.errors import JournalError
from companion.message import phrase
from companion.table.journal import Journal
from companion.table.local_time import local_time
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
