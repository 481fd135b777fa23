"""Stops the program on signals from outside.

systemd sends SIGTERM, Ctrl-C sends SIGINT, and a closing terminal sends SIGHUP. No signal makes the
program reload its configuration: it ends, and the next start reads it.
"""

import signal
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

_HANG_UP: Final = getattr(signal, "SIGHUP", None)  # Windows has none

STOPS: Final = frozenset(
    {signal.SIGTERM, signal.SIGINT} | ({_HANG_UP} if _HANG_UP is not None else set())
)


@contextmanager
def stopped_by_signals(stop: Callable[[], None]) -> Iterator[None]:
    """Call `stop`, on a thread of its own, for each signal that ends the program.

    Python runs signal handlers on the main thread only, between two bytecode instructions. While
    the main thread waits for a lock or a queue, a handler may therefore run late; a thread that
    reads from `signal.set_wakeup_fd` notices the signal at once. Only the main thread may enter.
    After the block the signals have no effect, so that they do not interrupt the rest of the
    shutdown.
    """
    receiver, sender = socket.socketpair()
    sender.setblocking(False)  # noqa: FBT003  # socket's own signature

    def listen() -> None:
        while number := receiver.recv(1):
            if number[0] in STOPS:
                stop()

    listener = threading.Thread(target=listen, name="signals")
    listener.start()
    # A full buffer already holds a signal that stops the program, so a warning would add nothing.
    before = signal.set_wakeup_fd(sender.fileno(), warn_on_full_buffer=False)
    for number in STOPS:
        # nohup(1) starts a program with SIGHUP ignored, so that it outlives its terminal.
        if number != _HANG_UP or signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _nothing)
    try:
        yield
    finally:
        signal.set_wakeup_fd(before)
        sender.close()
        listener.join()
        receiver.close()


def _nothing(*_: object) -> None:
    """Do nothing: Python writes to the wakeup file only for signals that have a Python handler."""
