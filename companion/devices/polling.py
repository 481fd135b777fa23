"""The thread of a card reader: reads, and looks for the reader again after somebody unplugs it."""

import threading
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Final

from companion.devices.ports import Report
from companion.inputs import Input, PartBack, PartLost, PartName

FIRST_WAIT: Final = 0.25
LONGEST_WAIT: Final = 2.0
"""Seconds between two attempts to open a lost reader: the loop doubles them up to this value."""

READ_SECONDS: Final = 0.5
"""Seconds that one read waits. A GM65 sends a whole label in 6 ms at 9600 baud."""


class PolledReader(ABC):
    """A card reader that a thread polls; it is reported once when it is lost, and once when it is back."""

    def __init__(self, part: PartName) -> None:
        self._part, self._lost = part, False
        self._closing = threading.Event()
        self._thread: threading.Thread | None = None

    @property
    @abstractmethod
    def connected(self) -> bool:
        """Whether the reader is open."""

    @abstractmethod
    def poll(self, timeout: float = READ_SECONDS) -> list[Input]:
        """Open the reader if it is not open, else read from it; for use without `start`.

        Args:
            timeout: how long to wait, in seconds. Silence of this length ends a corrupt line of a serial
                port, so it must be longer than the pauses within a line.

        Returns:
            The inputs to report, oldest first.
        """

    @abstractmethod
    def _interrupt(self) -> None:
        """End a waiting read."""

    @abstractmethod
    def _shut(self) -> None:
        """Release the reader, if it is open."""

    def start(self, report: Report) -> None:
        """Read on a thread of its own, which calls `report`, until `close`."""
        self._thread = threading.Thread(target=self._run, args=(report,), name=self._part, daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End a waiting read and the thread, and release the reader."""
        self._closing.set()
        self._interrupt()
        if self._thread is None:
            self._shut()
        else:
            self._thread.join(timeout=LONGEST_WAIT)

    def _run(self, report: Report) -> None:
        wait = FIRST_WAIT
        while not self._closing.is_set():
            was_open = self.connected
            for heard in self.poll():
                report(heard)
            if self.connected:
                # Only a successful read resets the wait, because a loose plug opens and fails at once.
                wait = FIRST_WAIT if was_open else wait
            else:
                self._closing.wait(wait)
                wait = min(wait * 2, LONGEST_WAIT)
        self._shut()

    def _found(self) -> list[Input]:
        was_lost, self._lost = self._lost, False
        return [PartBack(self._part)] if was_lost else []

    def _missing(self, error: Exception, dropped: Sequence[Input] = ()) -> list[Input]:
        already, self._lost = self._lost, True
        return [] if already else [*dropped, PartLost(self._part, str(error))]
