"""Offers a second copy of the journal at the start of the box, and lets it take over."""

import sqlite3
from collections.abc import Callable
from typing import Final

import msgspec

from companion.box.notifier import Notifier
from companion.dialogs.context import CopyMove, Dialog, LeaveCopy
from companion.dialogs.copies import CopyOfferedDialog, OfferedCopy
from companion.dialogs.entries_missing import EntriesMissingDialog
from companion.errors import JournalError
from companion.table.copy_offer import CopyOffer, taken
from companion.table.moments import local_moment
from companion.table.progress import Progress
from companion.table.recorded import DECLINED
from companion.table.salvage import Salvaged
from companion.table.table import Table
from companion.text.language import gettext as _

_TODAY: Final = 12 * 60 * 60
"""Seconds for which the time of a copy is said, and not its day."""


class SecondCopy(msgspec.Struct, frozen=True):
    """The copy to offer at the start, if there is one, and what finishes the newest copy at the end.

    `time` returns seconds since 1970 UTC. `finish` is called once the journal is closed, and returns soon.
    """

    offer: CopyOffer | None
    time: Callable[[], float]
    finish: Callable[[], None]


class CopyOffering:
    """Offers a copy at the display, and lets it take over.

    Args:
        table: the owner of the game, which goes on with what the copy holds.
        notifier: shows what comes of it.
        copy: the copy; without one nothing is offered.
    """

    def __init__(self, table: Table, notifier: Notifier, copy: SecondCopy | None) -> None:
        self._table, self._notifier = table, notifier
        self._copy, self._offer = copy, None if copy is None else copy.offer

    def first_question(self, now: float) -> Dialog | None:
        """Return the dialog that the box starts with: the offer, or what was wrong with the journal."""
        return self._offered() or self._without_copy(now)

    def execute(self, move: CopyMove, dialog: Dialog | None, now: float) -> Dialog | None:
        """Let the copy take over, or go on without it; return the dialog that is open afterwards."""
        if isinstance(move, LeaveCopy):
            self._table.note(DECLINED, accepted=self._table.journal.standing.accepted)
            return self._without_copy(now)
        try:
            self._table.take_over(self._read)
        except JournalError as error:
            said = str(error)
            self._notifier.refused(lambda: said, _("Not saved"), now)
            return dialog
        self._notifier.done(now)
        return self._trouble(now)

    def _offered(self) -> Dialog | None:
        """Return the dialog that offers the copy, None if there is nothing to offer."""
        if self._copy is None or self._offer is None:
            return None
        holding, left = self._offer.holding, self._offer.left
        if holding.rules is None or holding.state is None:
            return None
        return CopyOfferedDialog(
            OfferedCopy(
                when=said_when(holding.at, self._copy.time()),
                rules=holding.rules,
                state=holding.state,
                games=holding.games,
                missing=self._offer.missing,
                is_all=not self._offer.kept,
                is_damaged=left is not None,
            )
        )

    def _without_copy(self, now: float) -> Dialog | None:
        """Say what was wrong with the journal, if anything was; return the dialog that says it, or None."""
        if self._offer is not None and not self._offer.kept:
            return None  # the dialogs have said so
        return self._trouble(now)

    def _trouble(self, now: float) -> Dialog | None:
        """Say what was wrong with the journal, or return the dialog that says how much of it is missing."""
        journal, state = self._table.journal, self._table.state
        if journal.missing and journal.is_else_whole and state is not None:
            return EntriesMissingDialog(journal.missing, state)
        self._notifier.warn_of_journal(journal, now)
        return None

    def _read(self, progress: Progress) -> Salvaged:
        if self._offer is None:
            raise JournalError(lambda: _("There is no game in it"))
        try:
            saved = taken(self._offer, progress)
        except (OSError, sqlite3.Error) as error:
            why = str(error)
            raise JournalError(lambda: _("The copy cannot be read: {reason}").format(reason=why)) from None
        if not saved.entries:
            raise JournalError(lambda: _("There is no game in it"))
        return saved


def said_when(at: float, now: float) -> str:
    """Return the time of a moment for the display, or its day if that was not today; seconds since 1970 UTC.

    >>> said_when(0.0, 1_000_000.0)[:6]
    '1970-0'
    """
    moment = local_moment(at)
    return f"{moment:%H:%M}" if abs(now - at) < _TODAY else f"{moment:%Y-%m-%d}"
