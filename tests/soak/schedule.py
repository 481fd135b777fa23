"""A scheduler that runs the box's parts without threads: each works at a moment of the world's
clock.
"""

from collections.abc import Callable, Mapping
from math import inf
from threading import Timer

from companion.devices.ports import READ_SECONDS, Worker
from tests.soak.setting import Clock


class Work(Worker):
    """A worker that takes its steps when they are due, in the thread of the `Schedule`.

    Attributes:
        due: the moment of its next step.
    """

    def __init__(self, step: Callable[[], float | None], name: str, schedule: "Schedule") -> None:
        super().__init__(step, name)
        self.name, self.due = name, inf
        self._schedule = schedule
        self._is_on = False

    def start(self) -> None:
        self._is_on = True
        self.wake()

    def wake(self) -> None:
        if self._is_on:
            self.due = self._schedule.clock.now

    def close(self, timeout: float = 2.0) -> bool:  # noqa: ARG002  # nothing to wait for
        self._is_on, self.due = False, inf
        return True

    def finish(self, timeout: float | None = None) -> bool:  # noqa: ARG002
        if self._is_on:
            self._step()
        return self.close()

    def run(self) -> float | None:
        """Do a step, and return the seconds until the next one."""
        self.due = inf
        due = self._step()
        if self._is_on and due is not None:
            self.due = min(self.due, self._schedule.clock.now + due)
        return due


class Never(Timer):
    """A timer that never fires, because no write takes that long here."""

    def start(self) -> None:
        pass


class Schedule:
    """Creates the workers of the program and runs them.

    Attributes:
        works: the workers by name.
        is_working: true during a step, when waiting delays no other worker.

    Args:
        clock: the world's clock.
        has_bytes: returns true if the line of the named scanner has data, so that its next read
            returns at once.
    """

    def __init__(self, clock: Clock, has_bytes: Mapping[str, Callable[[], bool]]) -> None:
        self.clock = clock
        self.works: dict[str, Work] = {}
        self.is_working = False
        self._has_bytes = has_bytes

    def worker(self, step: Callable[[], float | None], name: str) -> Work:
        """Create the worker of the part `name`."""
        work = self.works[name] = Work(step, name, self)
        return work

    def forget(self) -> None:
        """Remove all workers, because their program is gone."""
        self.works.clear()

    def due(self) -> float:
        """Return the moment of the next due step."""
        return min((work.due for work in self.works.values()), default=inf)

    def run_due(self) -> bool:
        """Run every due step, and return whether there was one."""
        due = [work for work in self.works.values() if work.due <= self.clock.now]
        for work in due:
            self._run(work)
        return bool(due)

    def read(self) -> None:
        """Let the scanners with available data read."""
        for name, has_bytes in self._has_bytes.items():
            if name in self.works and has_bytes():
                self._run(self.works[name])

    def _run(self, work: Work) -> None:
        self.is_working = True
        try:
            due = work.run()
        finally:
            self.is_working = False
        if due == 0.0 and not self._has_bytes[work.name]():
            work.due = self.clock.now + READ_SECONDS
