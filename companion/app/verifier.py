"""Verifies all games of the journal once an evening."""

import logging
from collections.abc import Callable
from math import inf
from pathlib import Path

from companion.app.after_hands import AfterHands
from companion.devices.ports import Clock
from companion.devices.worker import MakeWorker, Worker
from companion.errors import JournalError
from companion.table.backup import growing
from companion.table.evenings import PAUSE
from companion.table.reader import read_only
from companion.table.restore import complete
from companion.table.verify import Verified, verified

_log = logging.getLogger(__name__)


class Verifier(AfterHands):
    """Verifies the games after the first hand of an evening,
    and brings damaged ones back from a backup.

    Attributes:
        found: what the last look at all games has found; None before the first.

    Args:
        journal: the folder of the journal.
        folders: returns the folders with backups.
        clock: says when an evening may have begun.
        worker: makes what runs the verifier after `start`.
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

    def close(self) -> None:
        """End the thread, or leave it behind if it is reading."""
        self._worker.close(0.0)

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
            _log.error("game %d is %s: %d entries are missing", *flaw)
        self.found = found
