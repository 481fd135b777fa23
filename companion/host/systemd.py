"""Sends notifications to systemd (sd_notify(3)), and ends the program on its signals."""

import contextlib
import os
import signal
import socket
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

WHY = "why"
USED = "used"
"""The files that the box writes: why it gave up, and when it was last used."""

MAX_WRITE_SECONDS = 120.0
"""Seconds that systemd waits for a write; forgetting a person in 10,000 games takes four on a
PC.
"""


class ServiceNotifier:
    """The notifications to the service manager that started this program, if any.

    Args:
        environ: the environment, as `os.environ`. ``NOTIFY_SOCKET`` is the socket systemd listens
            on: a path or, with a leading ``@``, a name in the abstract namespace. ``WATCHDOG_USEC``
            is the time in microseconds without a notification after which systemd considers the
            program hung.

    Attributes:
        beat: seconds between two watchdog notifications, a third of the allowed time, so that one
            may be late; None without a watchdog.
    """

    def __init__(self, environ: Mapping[str, str]) -> None:
        address = environ.get("NOTIFY_SOCKET", "")
        self._why, self._used = _left(environ, WHY), _left(environ, USED)
        self._address = f"\0{address[1:]}" if address.startswith("@") else address
        allowed = environ.get("WATCHDOG_USEC") if address else None
        self._allowed = int(allowed) / 1_000_000 if allowed else None
        self.beat = None if self._allowed is None else self._allowed / 3
        self._is_watched = False

    def ready(self) -> None:
        """Report that the box can be played."""
        if self._why is not None:
            with suppress(OSError):
                self._why.unlink(missing_ok=True)
        self._tell("READY=1")
        self._is_watched = self._allowed is not None

    def alive(self) -> None:
        """Report that the program is not hung."""
        self._tell("WATCHDOG=1")

    def at_work(self) -> None:
        """Report that a long task is continuing, so that systemd waits; call this every
        `MAX_WRITE_SECONDS`.
        """
        longer = f"EXTEND_TIMEOUT_USEC={MAX_WRITE_SECONDS * 1_000_000:.0f}"
        self._tell("WATCHDOG=1" if self._is_watched else longer)

    def stopping(self) -> None:
        """Report that the box is stopping."""
        self._is_watched = False
        self._tell("STOPPING=1")

    @contextlib.contextmanager
    def writing(self) -> Iterator[None]:
        """Let systemd wait `MAX_WRITE_SECONDS` within the block, in which the box waits for its
        disk.

        Before `ready` and after `stopping` this would start the watchdog, so it does nothing.
        """
        if self._allowed is None or not self._is_watched:
            yield
            return
        self._allow(max(self._allowed, MAX_WRITE_SECONDS))
        try:
            yield
        finally:
            self._allow(self._allowed)

    def _allow(self, seconds: float) -> None:
        """Set the time without a notification that systemd allows to `seconds`, starting now."""
        self._tell(f"WATCHDOG_USEC={seconds * 1_000_000:.0f}")

    def given_up(self, reason: str) -> None:
        """Store the `reason` why the box cannot be played, for programs that run after this one."""
        if self._why is not None:
            with suppress(OSError):
                self._why.write_text(reason, "utf-8")

    def used(self, now: float) -> None:
        """Store the monotonic time at which the box is used, for `companion update`.

        It is stored as the file's time, so that the file of another user need not be opened. The
        time is monotonic because the network may set the wall clock.
        """
        if self._used is not None:
            with suppress(OSError):
                self._used.touch()
                os.utime(self._used, (now, now))

    def _tell(self, word: str) -> None:
        if not self._address:
            return
        # A failed notification must not end the game.
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
            line.setblocking(False)  # noqa: FBT003  # socket's own signature
            line.sendto(word.encode(), self._address)


def log_reason(environ: Mapping[str, str]) -> str:
    """Return the reason stored by `given_up`, or ""."""
    why = _left(environ, WHY)
    try:
        return why.read_text("utf-8") if why is not None else ""
    except (OSError, UnicodeDecodeError):
        return ""


def _left(environ: Mapping[str, str], name: str) -> Path | None:
    """Return a file in RuntimeDirectory=, which is in memory and so independent of a full disk."""
    folder = environ.get("RUNTIME_DIRECTORY", "")
    return Path(folder) / name if folder else None


_HANG_UP = getattr(signal, "SIGHUP", None)  # Windows has none

STOPS = frozenset({signal.SIGTERM, signal.SIGINT} | ({_HANG_UP} if _HANG_UP is not None else set()))


@contextmanager
def stopped_by_signals(stop: Callable[[], None]) -> Iterator[None]:
    """Call `stop`, in a separate thread, for each signal that ends the program.

    Python runs signal handlers only in the main thread, between two bytecode instructions. While
    that waits for a lock or a queue, a handler may run late. A thread that reads from
    `signal.set_wakeup_fd` notices the signal at once. Only the main thread may enter. After the
    block the signals have no effect, so that they do not interrupt the rest of the shutdown.
    """
    receiver, sender = socket.socketpair()
    sender.setblocking(False)  # noqa: FBT003  # socket's own signature

    def listen() -> None:
        while number := receiver.recv(1):
            if number[0] in STOPS:
                stop()

    listener = threading.Thread(target=listen, name="signals")
    listener.start()
    # A full buffer already holds a signal that stops the program, so a warning is useless.
    before = signal.set_wakeup_fd(sender.fileno(), warn_on_full_buffer=False)
    for number in STOPS:
        # nohup(1) starts a program with SIGHUP ignored, so that it survives its terminal.
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
    """Do nothing; Python writes to the wakeup file only for signals with a Python handler."""
