"""Starts and ends an evening at the box: offers the backup of another box, asks if the evening is
new, and switches the box off.
"""

import logging
from collections.abc import Callable
from contextlib import suppress
from typing import Protocol

from msgspec.structs import replace

from companion.box.acknowledgements import Acknowledgements
from companion.box.network import HostNetwork
from companion.box.notifier import Notifier
from companion.box.requests import TableCommand
from companion.box.state import Snapshot
from companion.core.commands import New
from companion.core.frozen import Frozen
from companion.dialogs import notices
from companion.dialogs.context import AnswerEvening, BackupMove, Dialog, LeaveBackup, SwitchOff
from companion.errors import JournalError
from companion.message import phrase
from companion.screens.table_pictures import last_picture, not_safe
from companion.table.dates import local_time
from companion.table.evenings import CLOCK, EVENING, Calendar
from companion.table.journal import Journal
from companion.table.restore import Offer
from companion.table.table import Table

log = logging.getLogger(__name__)

_TODAY = 12 * 60 * 60
"""Age in seconds up to which the time of a backup is shown instead of its date."""


class StartBackup(Frozen):
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

    def asks(self, dialog: Dialog | None) -> bool:
        """Return whether the dialog asks about the backup; it blocks everything else."""
        return isinstance(dialog, notices.BackupQuestion)

    def first_question(self) -> Dialog | None:
        """Return the first dialog of the start: the offer, or the trouble with the journal."""
        if self._backup is None or self._backup.offer is None:
            return self._trouble()
        offer = self._backup.offer
        return notices.BackupOfferedDialog(said_when(offer.at, self._backup.time()), offer.last)

    def execute(self, move: BackupMove, dialog: Dialog | None) -> Dialog | None:
        """Continue with or without the backup; return the dialog that is open afterwards."""
        if isinstance(move, LeaveBackup) or self._backup is None or self._backup.offer is None:
            return self._trouble()
        before = self._table.journal
        try:
            self._table.open_anew(self._backup.take(self._backup.offer))
        except JournalError as error:
            self._notifier.refused(error, phrase("Not saved"))
            return dialog
        with suppress(JournalError):
            before.close()
        self._notifier.done()
        return self._trouble()

    def _trouble(self) -> Dialog | None:
        """Show the trouble with the journal, or return the dialog about its missing entries."""
        journal, state = self._table.journal, self._table.state
        if journal.missing and state is not None:
            return notices.EntriesMissingDialog(journal.missing, state)
        self._notifier.warn_of_journal(journal)
        return None


def said_when(at: float, now: float) -> str:
    """Return the time of day `at` for the display, or the date if it is not recent; seconds since
    1970 UTC.

    >>> said_when(0.0, 1_000_000.0)[:6]
    '1970-0'
    """
    moment = local_time(at)
    return f"{moment:%H:%M}" if abs(now - at) < _TODAY else f"{moment:%Y-%m-%d}"


TOLERANCE = 60.0
"""Error in seconds above which a note corrects a date."""


class SettableClock(Protocol):
    """The box's clock; `offset` is the number of seconds from 1970 UTC to the start of the
    monotonic clock.
    """

    def monotonic(self) -> float:
        """Return the seconds since a fixed moment; they never decrease."""

    @property
    def is_set(self) -> bool:
        """Whether a time server or a phone has set it."""

    @property
    def offset(self) -> float: ...


class EveningWatch:
    """The question whether a start begins a new evening, and the notes about setting the clock.

    Args:
        table: the owner of the game.
        clock: the clock that dates the journal.
    """

    def __init__(self, table: Table, clock: SettableClock) -> None:
        self._table, self._clock = table, clock
        self._began = 0
        self._before = clock.offset
        self._dated: float | None = None

    def first_question(self) -> Dialog | None:
        """Return the first dialog of a start, or None if the date is known and the game was not cut
        off.
        """
        table = self._table
        is_over = table.state is None or table.state.phase == "game-over"
        is_answered = self._take_up()
        if not is_over:
            return notices.CutOffDialog() if table.journal.was_cut_off else None
        is_unknown = not self._clock.is_set and not is_answered
        return notices.NewEveningDialog() if is_unknown and table.journal.sequence else None

    def _take_up(self) -> bool:
        """Read the journal's state; return whether it tells which evening this start belongs to."""
        journal, self._dated = self._table.journal, None
        self._began, self._before = journal.sequence, self._clock.offset
        if not journal.sequence:
            return False
        try:
            record = journal.record(journal.game)
        except JournalError:
            return False
        calendar = Calendar()
        calendar.learn(record.notes)
        last = record.entries[-1] if record.entries else None
        if last is None or last.boot != journal.boot:
            return calendar.is_answered(journal.boot)
        self._dated = calendar.date(last) - last.clock
        return True

    def execute(self, move: AnswerEvening) -> None:
        """Record the players' answer."""
        self._table.note(EVENING, new=move.new)

    def follow(self, dialog: Dialog | None) -> Dialog | None:
        """Return the dialog that follows `dialog`: None if setting the clock has answered it."""
        is_known = isinstance(dialog, notices.NewEveningDialog) and self._clock.is_set
        return None if is_known else dialog

    def follow_order(self, order: TableCommand, dialog: Dialog | None) -> Dialog | None:
        """Return the dialog that follows `dialog`: None if a phone's order has answered it."""
        if not (isinstance(order, New) and isinstance(dialog, notices.NewEveningDialog)):
            return dialog
        self.execute(AnswerEvening(new=True))  # the likely answer of players who start a game
        return None

    def look(self) -> None:
        """Record that the clock was set if entries since the machine's start have a different
        date.
        """
        offset = self._clock.offset
        if self._dated is None and self._table.journal.sequence > self._began:
            self._dated = self._before
        self._before = offset
        if self._dated is not None and self._clock.is_set and abs(offset - self._dated) > TOLERANCE:
            self._table.note(CLOCK, boot=self._table.journal.boot, offset=offset)
            if self._table.journal.fault is None:
                self._dated = offset


class Shutdown:
    """The shutdown of the box, after which it takes no input.

    Attributes:
        is_done: true once the box is switched off.
        restarts: true if the machine is to restart.
        is_saved: false if the journal could not be closed, so the disk may not hold every card.

    Args:
        table: the table to close, so that everything is on disk.
        notifier: shows the last picture, or why the box stays on.
        acknowledgements: settles the pending reports of reader nodes.
        network: knows if the machine must stay on.
        backup: the backup to complete once the journal is closed.
    """

    def __init__(
        self,
        table: Table,
        notifier: Notifier,
        acknowledgements: Acknowledgements,
        network: HostNetwork,
        backup: StartBackup | None,
    ) -> None:
        self.is_done = self.restarts = False
        self.is_saved = True
        self._table, self._notifier, self._network = table, notifier, network
        self._acknowledgements, self._backup = acknowledgements, backup

    def execute(self, move: SwitchOff) -> Dialog | None:
        """Switch the box off, unless an update or the disk forbids it;
        return the dialog that follows.
        """
        if self._network.stays_on():
            return None
        # Otherwise a node would repeat the cards and keys of this run at the next start.
        self._acknowledgements.end(settled=True, accepted=None)
        try:
            self._table.close()
            self.is_saved = True
        except JournalError:
            self.is_saved = False
        if not (self.is_saved or move.unsaved):
            self._notifier.disputed()
            return notices.NotSafeDialog(replace(move, unsaved=True))
        if self._backup is not None:
            self._backup.finish()
        if self.is_saved:
            log.info("switched off: everything is on disk")
        else:
            log.warning("switched off: the disk may not hold every card")
        self.is_done, self.restarts = True, move.restart
        return None

    def show_last(self, snapshot: Snapshot) -> Snapshot:
        """Show the last picture; return the snapshot that replaces `snapshot`."""
        made = last_picture(self._table.state, is_saved=self.is_saved, restarts=self.restarts)
        last = self._notifier.show_last(made)
        return replace(snapshot, picture=last, whole=last, switched_off=True)

    def show_not_safe(self) -> None:
        """Permanently show what to write down: the program stops, and its disk may not hold every
        card.
        """
        self.is_saved = False
        self._notifier.show_last(not_safe(self._table.state))
