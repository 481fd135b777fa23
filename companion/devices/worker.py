"""A thread that does one device's work step by step, so that a slow part delays only itself."""

import threading
from collections.abc import Callable
from typing import Protocol


class Wake(Protocol):
    """What a worker waits on; `threading.Event` is one."""

    def wait(self, timeout: float | None = None) -> bool: ...
    def set(self) -> None: ...
    def clear(self) -> None: ...


class Worker:
    """Calls `step` again and again on a thread of its own.

    Args:
        step: does what is due and returns the seconds until it is due again, or None when only a
            call of `wake` makes new work.
        name: the thread's name.
        wake: what to wait on; a new `threading.Event` if None.
    """

    def __init__(self, step: Callable[[], float | None], name: str, wake: Wake | None = None) -> None:
        self._step = step
        self._wake = wake or threading.Event()
        self._closing = False
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        """Begin; steps once right away."""
        self._thread.start()

    def wake(self) -> None:
        """Step now, whatever the last step said. Any thread may call it, also before `start`."""
        self._wake.set()

    def close(self, timeout: float = 2.0) -> bool:
        """End after the step that is being done; False if that takes longer than `timeout` seconds."""
        self._closing = True
        self._wake.set()
        if self._thread.ident is not None:
            self._thread.join(timeout)
        return not self._thread.is_alive()

    def _run(self) -> None:
        while True:
            # Cleared before looking: whatever comes from here on leads to another round.
            self._wake.clear()
            if self._closing:
                return
            self._wake.wait(self._step())
