"""Keeps the backup of the journal on a thread of its own, so that a slow stick delays no card."""

import logging
from collections.abc import Callable
from pathlib import Path
from typing import Final

from companion.box.state import Snapshot
from companion.devices.ports import Report
from companion.devices.worker import MakeWorker, Worker
from companion.errors import CompanionError
from companion.inputs import PartBack, PartLost
from companion.table.backup import Backup
from companion.table.foreign import in_time
from companion.table.reader import read_only

PART: Final = "Backup"

FINISH_TIMEOUT: Final = 5.0
"""Seconds that switching off waits for the backup of what was noted since the last hand."""

_log = logging.getLogger(__name__)


class HandsEnded:
    """Says of snapshots, one after the other, if a hand has ended or begun since the one before."""

    def __init__(self) -> None:
        self._seen: object = None

    def has_ended(self, shown: Snapshot) -> bool:
        """Return whether one has, or a name has changed; of the first snapshot that is not known."""
        state = shown.scene.state
        before = self._seen
        self._seen = (
            () if state is None else (shown.game, state.deal_number, state.phase, shown.names_changed)
        )
        return before is not None and self._seen not in {before, ()}


class Copier:
    """Brings the backup up to the journal after each hand, and at the end.

    Args:
        journal: the journal's path.
        folders: returns the folders for backups, the one to write to first.
        report: hears of a backup that cannot be written, as of a part that does not answer.
        worker: makes what runs the copier after `start`.
    """

    def __init__(
        self,
        journal: Path,
        folders: Callable[[], list[Path]],
        report: Report,
        worker: MakeWorker = Worker,
    ) -> None:
        self._journal, self._folders, self._report = journal, folders, report
        self._worker = worker(self._step, "backup")
        self._backups: dict[Path, Backup] = {}
        self._hands = HandsEnded()
        self._failed = self._is_due = self._is_last = False

    def start(self) -> None:
        """Start the thread."""
        self._worker.start()

    def look(self, shown: Snapshot) -> None:
        """Bring the backup up if since the last call a hand has ended or begun, or a name has changed."""
        if self._hands.has_ended(shown):
            self.bring_up()

    def bring_up(self) -> None:
        """Bring the backup up to the journal; any thread may call it."""
        self._is_due = True
        self._worker.wake()

    def finish(self) -> None:
        """Add what is left for at most `FINISH_TIMEOUT`, and say if that fails; no effect the second time.

        The journal is closed, so that its files hold everything.
        """
        if not self._is_last:
            self._is_due = self._is_last = True
            if not self._worker.finish(FINISH_TIMEOUT):
                _log.warning("The backup does not end in time; it lacks what came after the last hand")

    def _step(self) -> None:
        if not self._is_due:
            return
        self._is_due = False
        wanted, *others = self._folders()
        reason = self._keep(wanted)
        if reason is not None:
            self._failed = True
            self._report(PartLost(PART, f"{wanted}: {reason}"))
            for folder in others:
                if (reason := self._keep(folder)) is None:
                    return
                _log.warning("%s: %s", folder, reason)
        elif self._failed:
            self._failed = False
            self._report(PartBack(PART))

    def _keep(self, folder: Path) -> str | None:
        """Bring the backup in a folder up to the journal; return why it cannot be, None if it was."""
        backup = self._backups.pop(folder, None) or Backup(folder)
        try:
            for _answer in in_time(folder, backup.keep_up(read_only(self._journal))):
                pass
        except OSError as error:
            return error.strerror or str(error)
        except CompanionError as error:
            return str(error)
        self._backups[folder] = backup
        return None
