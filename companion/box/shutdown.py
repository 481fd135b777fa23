"""Switches the box off: closes the journal, completes the backup, and shows the last picture."""

import logging

import msgspec

from companion.box.acknowledgements import Acknowledgements
from companion.box.disk import StartBackup
from companion.box.network import HostNetwork
from companion.box.notifier import Notifier
from companion.box.state import Snapshot
from companion.dialogs.context import Dialog, SwitchOff
from companion.dialogs.notices import NotSafeDialog
from companion.errors import JournalError
from companion.screens.table_pictures import last_picture, not_safe
from companion.table.table import Table

log = logging.getLogger(__name__)


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

    def execute(self, move: SwitchOff, now: float) -> Dialog | None:
        """Switch the box off, unless an update or the disk forbids it;
        return the dialog that follows.
        """
        if self._network.stays_on(now):
            return None
        # Otherwise a node would repeat the cards and keys of this run at the next start.
        self._acknowledgements.end(settled=True, accepted=None)
        try:
            self._table.close()
            self.is_saved = True
        except JournalError:
            self.is_saved = False
        if not (self.is_saved or move.unsaved):
            self._notifier.disputed(now)
            return NotSafeDialog(msgspec.structs.replace(move, unsaved=True))
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
        return msgspec.structs.replace(snapshot, picture=last, whole=last, switched_off=True)

    def show_not_safe(self) -> None:
        """Permanently show what to write down: the program stops, and its disk may not hold every
        card.
        """
        self.is_saved = False
        self._notifier.show_last(not_safe(self._table.state))
