"""Keeps the backup of the journal."""

import logging
from collections.abc import Callable
from pathlib import Path
from typing import Final

from companion.app.after_hands import AfterHands
from companion.devices.ports import Report
from companion.devices.worker import MakeWorker, Worker
from companion.errors import CompanionError
from companion.foreign.files import in_time
from companion.inputs import PartBack, PartLost
from companion.table.backup import Backup
from companion.table.reader import read_only

PART: Final = "Backup"

FINISH_TIMEOUT: Final = 5.0
"""Seconds that switching off waits for the backup of what was noted since the last hand."""

_log = logging.getLogger(__name__)


class Copier(AfterHands):
    """Brings the backup up to the journal after each hand, and at the end.

    Args:
        journal: the folder of the journal.
        folders: returns the folders for backups, the one to write to first.
        report: hears of a backup that cannot be written, as of a part that does not answer.
        worker: makes what runs the copier after `start`.
    """

    name = "backup"

    def __init__(
        self,
        journal: Path,
        folders: Callable[[], list[Path]],
        report: Report,
        worker: MakeWorker = Worker,
    ) -> None:
        super().__init__(worker)
        self._journal, self._folders, self._report = journal, folders, report
        self._backups: dict[Path, Backup] = {}
        self._failed = self._is_last = False

    def finish(self) -> None:
        """Add what is left for at most `FINISH_TIMEOUT`, and say if that fails;
        no effect the second time.

        The journal is closed, so that its files hold everything.
        """
        if not self._is_last:
            self._is_due = self._is_last = True
            if not self._worker.finish(FINISH_TIMEOUT):
                _log.warning(
                    "The backup does not end in time; it lacks what came after the last hand"
                )

    def _work(self) -> None:
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
        """Bring the backup in a folder up to the journal;
        return why it cannot be, None if it was.
        """
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
