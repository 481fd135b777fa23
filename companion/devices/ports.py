"""The protocols of the box's parts, as used by `companion.box.controller`, and their threads.

Each real part is a module of this package; tests and the simulation pass their own. A slow part
delays only its own thread.
"""

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from companion.errors import PartNotDetectedError
from companion.inputs import Input, PartBack, PartLost, PartName, Receipt
from companion.message import Name
from companion.outputs import Lights, Sound
from companion.screens.model import Frame

Report = Callable[[Input], None]
"""The function that queues a device's inputs for the box; any thread may call it."""


class Clock(Protocol):
    """A source of time: the module `time`, or a test's own clock."""

    def monotonic(self) -> float:
        """Return the seconds since a fixed moment; they never decrease."""

    def time(self) -> float:
        """Return the seconds since 1970 UTC, for records only."""


class Display(Protocol):
    """Shows frames. `show` returns at once; a newer frame replaces one that is not yet drawn."""

    def show(self, frame: Frame) -> None: ...


class LightRing(Protocol):
    """Shows eight seats, two directions, accepted and refused."""

    def show(self, lights: Lights) -> None: ...


class Voice(Protocol):
    """Says sentences made of recorded clips and names, and returns at once.

    A newer sentence cuts off an older one.
    """

    def seat(self, language: str, names: Mapping[str, Sequence[str | Name]]) -> None:
        """Prepare the names of the players, each with the clips to say if it cannot be said."""

    def say(self, language: str, clips: Sequence[str | Name]) -> None: ...


class Sounder(Protocol):
    """Plays a short sound and returns at once."""

    def play(self, sound: Sound) -> None: ...


class AnswersCards(Protocol):
    """A reader that keeps each input until the box has acknowledged that it is on disk: a reader
    node.
    """

    def taken(self, receipt: Receipt) -> None:
        """Acknowledge that everything up to `receipt` is on disk;
        ignore a receipt of another reader.
        """

    def verdict(self, receipt: Receipt, *, accepted: bool) -> None:
        """Send the table's verdict on that card."""


class Source(Protocol):
    """A part that reports inputs from `start` until `close`: buttons, a reader."""

    def start(self, report: Report) -> None: ...
    def close(self) -> None: ...


class Worker:
    """A thread that calls `step` repeatedly.

    Each step returns the seconds until the next one, or None to wait for `wake`.
    """

    def __init__(self, step: Callable[[], float | None], name: str) -> None:
        self._step = step
        self._wake = threading.Event()
        self._closing = self._finishing = False
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        """Start the thread, which calls `step` at once."""
        self._thread.start()

    def wake(self) -> None:
        """Run a step now, whatever the last one returned. Any thread may call it, even before
        `start`.
        """
        self._wake.set()

    def close(self, timeout: float = 2.0) -> bool:
        """End the thread after its current step; return False if
        that takes longer than `timeout` seconds.
        """
        self._closing = True
        return self._ended(timeout)

    def finish(self, timeout: float | None = None) -> bool:
        """End the thread after one more step; return False if
        that takes longer than `timeout` seconds.
        """
        self._finishing = True
        return self._ended(timeout)

    def _ended(self, timeout: float | None) -> bool:
        self._wake.set()
        if self._thread.ident is not None:
            self._thread.join(timeout)
        return not self._thread.is_alive()

    def _run(self) -> None:
        while True:
            # Cleared before the checks, so that a later call of `wake` causes another round.
            self._wake.clear()
            if self._closing:
                return
            is_last = self._finishing
            due = self._step()
            if is_last:
                return
            self._wake.wait(due)


MakeWorker = Callable[[Callable[[], float | None], str], Worker]
"""Makes the worker that runs a step under a name; parameters of this type default to `Worker`."""


class Health:
    """Reports a part once when it is lost, and once when it is back."""

    def __init__(self, part: PartName, report: Report) -> None:
        self._part, self._report = part, report
        self.is_lost = False

    def lose(self, reason: str | Exception) -> None:
        """Report that the part is lost, unless it is known."""
        if not self.is_lost:
            self.is_lost = True
            if isinstance(reason, Exception):
                reason = f"{type(reason).__name__}: {reason}"
            self._report(PartLost(self._part, reason))

    def recover(self) -> None:
        """Report that the part is back, if it was lost."""
        if self.is_lost:
            self.is_lost = False
            self._report(PartBack(self._part))


OPEN_EVERY = 1.0
"""Seconds between two attempts to open a lost reader."""

READ_SECONDS = 0.15
"""Seconds that one read waits; after that an unfinished line counts as ended.

A GM65 sends a complete label in 6 ms at 9600 baud.
"""


class PolledReader(ABC):
    """A card reader polled by a thread; it is reported once when it is lost and once when it is
    back. `connected` tells whether it is open.
    """

    def __init__(self, part: PartName, worker: MakeWorker) -> None:
        self._part = part
        self.connected = self._lost = self._was_found = False
        self._pause = 0.0  # seconds between two polls of an open reader
        self._report: Report | None = None
        self._worker = worker(self.step, part)

    @abstractmethod
    def poll(self, timeout: float = READ_SECONDS) -> list[Input]:
        """Open the reader if it is not open, else read from it; call it directly only without
        `start`.

        Args:
            timeout: seconds to wait. A pause of this length ends a line, so it must be longer than
                any pause within a line.

        Returns:
            The inputs to report, oldest first.
        """

    @abstractmethod
    def _shut(self) -> None:
        """Release the reader, if it is open."""

    def start(self, report: Report) -> None:
        """Read in a separate thread, which calls `report`, until `close`."""
        self._report = report
        self._worker.start()

    def close(self) -> None:
        """End the thread after its current read, and release the reader."""
        if self._worker.close():
            self.connected = False
            self._shut()

    def step(self) -> float:
        """Poll once and report the inputs; return the seconds until the next poll."""
        for heard in self.poll():
            if self._report is not None:
                self._report(heard)
        return self._pause if self.connected else OPEN_EVERY

    def _found(self) -> list[Input]:
        was_lost, self._lost = self._lost, False
        self.connected = self._was_found = True
        return [PartBack(self._part)] if was_lost else []

    def _missing(self, error: Exception, dropped: Sequence[Input] = ()) -> list[Input]:
        self.connected = False
        if isinstance(error, PartNotDetectedError) and not self._was_found:
            return list(dropped)
        already, self._lost = self._lost, True
        return [] if already else [*dropped, PartLost(self._part, str(error))]
