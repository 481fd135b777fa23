"""Whoever ends the program from outside.

systemd sends SIGTERM, Ctrl-C sends SIGINT, and a terminal that goes away sends SIGHUP. No signal makes the
program read its configuration again: it ends, and the next start reads it.
"""

import signal
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

STOPS: Final = frozenset({signal.SIGTERM, signal.SIGINT, signal.SIGHUP})


@contextmanager
def stopped_by_signals(stop: Callable[[], None]) -> Iterator[None]:
    """Calls `stop`, on a thread of its own, for each signal that is to end the program.

    Python runs a signal's handler on the main thread only, between two of its steps: while that waits for
    something, and the signal came a moment before or was given to another thread, it would not be heard
    until the wait is over. What `signal.set_wakeup_fd` writes to is heard at once. Only the main thread may
    enter; after the block the signals are without any effect, for whatever is still to be put away.
    """
    heard, told = socket.socketpair()
    told.setblocking(False)  # noqa: FBT003  # socket's own signature

    def listen() -> None:
        while number := heard.recv(1):
            if number[0] in STOPS:
                stop()

    listener = threading.Thread(target=listen, name="signals")
    listener.start()
    before = signal.set_wakeup_fd(told.fileno(), warn_on_full_buffer=False)
    for number in STOPS:
        # nohup(1) starts a program with SIGHUP ignored: it is to outlive its terminal.
        if number != signal.SIGHUP or signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _nothing)
    try:
        yield
    finally:
        signal.set_wakeup_fd(before)
        told.close()
        listener.join()
        heard.close()


def _nothing(*_: object) -> None:
    """Without a handler of Python's nothing is written for a signal."""
