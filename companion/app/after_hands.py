"""Background work on the journal after each hand, on a separate thread so that a slow USB stick
does not delay a card.
"""

import logging
from abc import ABC, abstractmethod
from collections.abc import Callable
from math import inf
from pathlib import Path
from typing import ClassVar

from companion.box.state import Snapshot
from companion.devices.ports import Clock, MakeWorker, Report, Worker
from companion.errors import CompanionError, JournalError
from companion.foreign.files import in_time
from companion.inputs import PartBack, PartLost
from companion.table.backup import Backup, growing
from companion.table.evenings import PAUSE
from companion.table.reader import Verified, read_only, verified
from companion.table.restore import complete


class AfterHands(ABC):
    """A task that runs each time a hand has ended or begun.

    `worker` makes the worker that runs the task after `start`.
    """

    name: ClassVar[str]

    def __init__(self, worker: MakeWorker = Worker) -> None:
        self._worker = worker(self._step, self.name)
        self._is_due = False
        self._shown: object = None

    def start(self) -> None:
        """Start the thread."""
        self._worker.start()

    def look(self, snapshot: Snapshot) -> None:
        """Run the task if a hand has ended or begun, or a name has changed, since the last call."""
        state, before = snapshot.scene.state, self._shown
        self._shown = (
            ()
            if state is None
            else (snapshot.game, state.deal_number, state.phase, snapshot.names_changed)
        )
        if before is not None and self._shown not in {before, ()}:
            self.wake()

    def wake(self) -> None:
        """Run the task; any thread may call this."""
        self._is_due = True
        self._worker.wake()

    def _step(self) -> None:
        if self._is_due:
            self._is_due = False
            self._work()

    def close(self) -> None:
        """End the thread, or abandon it if it is reading."""
        self._worker.close(0.0)

    @abstractmethod
    def _work(self) -> None: ...


PART = "Backup"

FINISH_TIMEOUT = 5.0
"""Seconds that switching off waits for the backup of the entries since the last hand."""

_log = logging.getLogger(__name__)


class Copier(AfterHands):
    """The task that brings the backup up to date with the journal after each hand and at the end.

    Args:
        journal: the folder of the journal.
        folders: returns the backup folders; the first is the one to write to.
        report: receives a lost part when a backup cannot be written.
        worker: makes the worker that runs the copier after `start`.
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
        """Complete the backup within `FINISH_TIMEOUT`, or log that it failed; a second call does
        nothing.

        The journal must be closed by then, so that its files are complete.
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
        """Update the backup in `folder`; return the reason if that failed, else None."""
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


class Verifier(AfterHands):
    """The task that verifies all games after the first hand of an evening and restores damaged ones
    from a backup.

    Attributes:
        found: the result of the last verification; None before the first.

    Args:
        journal: the folder of the journal.
        folders: returns the folders with backups.
        clock: the clock by which an evening begins.
        worker: makes the worker that runs the verifier after `start`.
    """

    name = "verifier"

    def __init__(
        self,
        journal: Path,
        folders: Callable[[], list[Path]],
        clock: Clock,
        worker: MakeWorker = Worker,
    ) -> None:
        super().__init__(worker)
        self.found: Verified | None = None
        self._journal, self._folders, self._clock = journal, folders, clock
        self._before = -inf

    def _work(self) -> None:
        now, before = self._clock.monotonic(), self._before
        self._before = now
        if now - before <= PAUSE:
            return
        try:
            found = verified(self._journal, self._clock.time())
            if over := {flaw.game for flaw in found.flaws} - {*growing(read_only(self._journal))}:
                complete(self._journal, self._folders(), over)
                found = verified(self._journal, self._clock.time())
        except (OSError, JournalError) as error:
            _log.warning("the games cannot be verified: %s", error)
            return
        for flaw in found.flaws:
            _log.error("game %d is damaged: %d entries are missing", *flaw)
        self.found = found
