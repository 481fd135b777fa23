"""What runs the parts of the box without a thread: each works at a moment of the world's clock."""

from collections.abc import Callable, Mapping
from math import inf
from threading import Timer

from companion.devices.polling import READ_SECONDS
from companion.devices.worker import Worker
from tests.soak.setting import Clock


class Work(Worker):
    """A worker that steps when it is due, in the thread of the `Schedule`.

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

    def close(self, timeout: float = 2.0) -> bool:  # noqa: ARG002  # nobody waits here
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
    """A timer that does not go off: no write takes so long here."""

    def start(self) -> None:
        pass


class Schedule:
    """Makes the workers of the program, and runs them.

    Attributes:
        works: the workers by name.
        is_working: whether one steps: what it waits for delays nobody else.

    Args:
        clock: the world's.
        has_bytes: whether the line of the reader of that name has something to read, so that its
            next read ends at once.
    """

    def __init__(self, clock: Clock, has_bytes: Mapping[str, Callable[[], bool]]) -> None:
        self.clock = clock
        self.works: dict[str, Work] = {}
        self.is_working = False
        self._has_bytes = has_bytes

    def worker(self, step: Callable[[], float | None], name: str) -> Work:
        """Make a worker; `name` is its part's."""
        work = self.works[name] = Work(step, name, self)
        return work

    def forget(self) -> None:
        """Forget everything: the program that it belongs to is gone."""
        self.works.clear()

    def due(self) -> float:
        """The moment at which something is due next."""
        return min((work.due for work in self.works.values()), default=inf)

    def run_due(self) -> bool:
        """Let every worker step that is due; return whether one was."""
        due = [work for work in self.works.values() if work.due <= self.clock.now]
        for work in due:
            self._run(work)
        return bool(due)

    def read(self) -> None:
        """Let the readers read that have something to read."""
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
