"""Keeps the tables of all evenings up to the journal."""

import logging
from collections.abc import Callable

from companion.app.after_hands import AfterHands
from companion.devices.worker import MakeWorker, Worker
from companion.errors import JournalError
from companion.phone.statistics.history import AllGames
from companion.table.verify import Verified

_log = logging.getLogger(__name__)


class HistoryKeeper(AfterHands):
    """Reads all games after `start`, and what has changed after each hand.

    Args:
        history: the tables.
        verified: returns what was found when all games were verified last; damaged ones may be back since.
        worker: makes what runs the keeper after `start`.
    """

    name = "history"

    def __init__(
        self, history: AllGames, verified: Callable[[], Verified | None], worker: MakeWorker = Worker
    ) -> None:
        super().__init__(worker)
        self._history, self._verified = history, verified
        self._known = verified()
        self._is_due = True

    def close(self) -> None:
        """End the thread, or leave it behind if it is reading."""
        self._worker.close(0.0)

    def _work(self) -> None:
        if (found := self._verified()) is not self._known:
            self._known = found
            self._history.look_at_all()
        try:
            self._history.catch_up()
        except JournalError as error:
            _log.warning("the evenings are not kept up: %s", error)
