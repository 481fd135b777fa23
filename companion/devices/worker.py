"""The thread of one device, so that a slow part delays only itself."""

import threading
from collections.abc import Callable


class Worker:
    """A thread that calls `step` repeatedly.

    Each step returns the seconds until the next one, or None to wait for `wake`. Between two steps
    the thread waits for the event `woken`.
    """

    def __init__(
        self, step: Callable[[], float | None], name: str, woken: threading.Event | None = None
    ) -> None:
        self._step = step
        self._wake = woken or threading.Event()
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
