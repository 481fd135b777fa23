"""Watches how long a write to the disk takes, on a thread of its own."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock, Timer
from typing import Final

MakeTimer = Callable[[float, Callable[[], None]], Timer]
"""Makes the thread that calls a function after some seconds."""

SLOW: Final = 1.0
"""Seconds after which the players are told that the box waits for its disk."""


class WriteWatch:
    """Calls `say_slow` once for a write that takes longer than `SLOW` seconds,
    while the box waits for it.

    The box's thread does not go on before `say_slow` has returned, so that the two never work at
    once.

    Args:
        say_slow: tells the players; another thread calls it.
        timer: makes the timer of one write.
    """

    def __init__(self, say_slow: Callable[[], None], timer: MakeTimer) -> None:
        self._say_slow, self._timer = say_slow, timer

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Watch the write that the block does."""
        lock, is_over = Lock(), False

        def late() -> None:
            with lock:
                if not is_over:
                    self._say_slow()

        timer = self._timer(SLOW, late)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            with lock:
                is_over = True
            timer.cancel()
