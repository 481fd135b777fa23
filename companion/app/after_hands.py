"""Works on the journal after each hand, on a thread of its own,
so that a slow stick delays no card.
"""

from abc import ABC, abstractmethod
from typing import ClassVar

from companion.box.state import Snapshot
from companion.devices.worker import MakeWorker, Worker


class AfterHands(ABC):
    """Does one work again and again: each time that a hand has ended or begun.

    `worker` makes what runs the work after `start`.
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
        """Do the work if since the last call a hand has ended or begun, or a name has changed."""
        state, before = snapshot.scene.state, self._shown
        self._shown = (
            ()
            if state is None
            else (snapshot.game, state.deal_number, state.phase, snapshot.names_changed)
        )
        if before is not None and self._shown not in {before, ()}:
            self.wake()

    def wake(self) -> None:
        """Do the work; any thread may call it."""
        self._is_due = True
        self._worker.wake()

    def _step(self) -> None:
        if self._is_due:
            self._is_due = False
            self._work()

    @abstractmethod
    def _work(self) -> None: ...
