"""Time limits of a server that a test ends by hand."""

import asyncio
import threading
from collections.abc import Callable

from tests.web.raw import PATIENCE


class HandTimer:
    """One time limit, running until it is cancelled or has run out."""

    def __init__(self, seconds: float, action: Callable[[], None]) -> None:
        self.seconds, self.is_running = seconds, True
        self._action, self._loop = action, asyncio.get_running_loop()

    def cancel(self) -> None:
        self.is_running = False

    def run_out(self) -> None:
        """Let the time pass; has no effect on a limit that the server has cancelled."""
        self._loop.call_soon_threadsafe(self._end)

    def _end(self) -> None:
        if self.is_running:
            self.is_running = False
            self._action()


class HandTimers:
    """All time limits of a server, which takes this as its `later`."""

    def __init__(self) -> None:
        self._timers: list[HandTimer] = []
        self._more = threading.Condition()

    def __call__(self, seconds: float, action: Callable[[], None]) -> HandTimer:
        timer = HandTimer(seconds, action)
        with self._more:
            self._timers.append(timer)
            self._more.notify_all()
        return timer

    def running(self) -> list[HandTimer]:
        with self._more:
            return [timer for timer in self._timers if timer.is_running]

    def of(self, seconds: float) -> HandTimer:
        """Wait for the running time limit of `seconds`, and return it."""
        with self._more:
            assert self._more.wait_for(lambda: self._find(seconds), PATIENCE)
            timer = self._find(seconds)
        assert timer is not None
        return timer

    def _find(self, seconds: float) -> HandTimer | None:
        return next(
            (timer for timer in self._timers if timer.is_running and timer.seconds == seconds), None
        )
