"""Keeps the second copy of the journal on a thread of its own, so that a slow stick delays no card."""

import logging
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Final

from companion.box.state import Snapshot
from companion.devices.ports import Report
from companion.devices.worker import MakeWorker, Worker
from companion.errors import CompanionError
from companion.inputs import PartBack, PartLost
from companion.table.copies import keep_up

PART: Final = "Second copy"

PATIENCE: Final = 5.0
"""Seconds that switching off waits for the copy of the whole journal; the last hand was copied before it."""

_log = logging.getLogger(__name__)


class Copier:
    """Brings the copy up to the journal after each hand, and copies the whole of it at the end.

    Args:
        journal: the journal's path.
        folders: returns the folders for copies, the one to write to first.
        report: hears of a copy that cannot be written, as of a part that does not answer.
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
        self._worker = worker(self._step, "copies")
        self._seen: object = None
        self._failed = self._is_last = False

    def start(self) -> None:
        """Start the thread, which copies what an earlier run has left."""
        self._worker.start()

    def look(self, shown: Snapshot) -> None:
        """Copy what is new if since the last call a hand has ended or begun.

        Names that changed in earlier games count as new, too.
        """
        state = shown.scene.state
        if state is None:
            return
        seen = (shown.game, state.deal_number, state.phase, shown.rewritten)
        if seen != self._seen:
            self._seen = seen
            self._worker.wake()

    def finish(self) -> None:
        """Copy what is left, then the whole journal, for at most `PATIENCE`; has no effect the second time.

        The journal is closed, so that its file holds everything.
        """
        if not self._is_last:
            self._is_last = True
            if not self._worker.finish(PATIENCE):
                _log.warning("The whole journal is not copied in time; the copy of this evening holds it")

    def _step(self) -> None:
        is_last = self._is_last
        wanted, *others = self._folders()
        try:
            self._keep(wanted, is_last=is_last)
        except (OSError, sqlite3.Error, CompanionError) as error:
            self._failed = True
            self._report(PartLost(PART, f"{wanted}: {error}"))
            self._instead(others, is_last=is_last)
        else:
            if self._failed:
                self._failed = False
                self._report(PartBack(PART))

    def _instead(self, folders: list[Path], *, is_last: bool) -> None:
        for folder in folders:
            try:
                self._keep(folder, is_last=is_last)
            except (OSError, sqlite3.Error, CompanionError) as error:
                _log.warning("%s: %s", folder, error)
            else:
                return

    def _keep(self, folder: Path, *, is_last: bool) -> None:
        keep_up(self._journal, folder)  # first, because the whole may take longer than there is time
        if is_last:
            keep_up(self._journal, folder, whole=True)
