"""The box's clock, which trusts the machine's clock only after a time server has set it.

A Pi without a real-time clock starts with the time of its last shutdown.
"""

import ctypes
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # `companion update` must work even if the rest of the program is broken
    from companion.devices.ports import Clock

SYNCHRONIZED = Path("/run/systemd/timesync/synchronized")
"""The file that systemd-timesyncd creates when a time server sets the clock for the first time
after the start.
"""

_UNSYNCHRONIZED = 0x40
"""The bit STA_UNSYNC of adjtimex(2): no program has set the clock from the network for hours."""

TOLERANCE = 60.0
"""Seconds by which a correct phone clock may differ from a correct clock of the box."""

LATEST = 4_102_444_800.0
"""The year 2100 in seconds since 1970 UTC; a later phone clock is wrong."""


class _Timex(ctypes.Structure):
    """The beginning of the kernel's `struct timex`, with room for the rest."""

    _fields_ = (
        ("modes", ctypes.c_uint),
        ("offset", ctypes.c_long),
        ("freq", ctypes.c_long),
        ("maxerror", ctypes.c_long),
        ("esterror", ctypes.c_long),
        ("status", ctypes.c_int),
        ("rest", ctypes.c_byte * 512),
    )


@cache
def _kernel() -> Callable[..., int] | None:
    """Return adjtimex(2), or None on macOS and Windows, whose machines have a real-time clock."""
    try:
        return ctypes.CDLL(None).adjtimex
    except (AttributeError, TypeError):
        return None


def clock_is_synchronized(file: Path = SYNCHRONIZED) -> bool:
    """Return whether a program sets the clock from the network, as far as can be determined."""
    if file.exists():
        return True
    ask = _kernel()
    if ask is None:
        return True
    asked = _Timex()  # with `modes` 0 the call only reads the clock
    return ask(ctypes.pointer(asked)) >= 0 and not asked.status & _UNSYNCHRONIZED


class BoxClock:
    """The machine's clock, or the clock of the first paired phone until a time server has set the
    machine's.

    The machine's own clock is not changed. Thread-safe.

        >>> from types import SimpleNamespace
        >>> machine = SimpleNamespace(monotonic=lambda: 5.0, time=lambda: 1_700_000_000.0)
        >>> clock = BoxClock(machine, lambda: False)
        >>> clock.is_set, clock.hear(1_700_600_000.0), clock.is_set, clock.time()
        (False, True, True, 1700600000.0)

    Attributes:
        monotonic: returns the seconds since a fixed moment; they never decrease.

    Args:
        machine: the machine's clock.
        synchronized: returns whether a time server has set it.
    """

    def __init__(
        self, machine: "Clock" = time, synchronized: Callable[[], bool] = clock_is_synchronized
    ) -> None:
        self._machine, self._ask = machine, synchronized
        self.monotonic = machine.monotonic
        self._synchronized = False
        self._began: float | None = None  # the phone's time when the monotonic clock was 0

    @property
    def is_set(self) -> bool:
        """Whether a time server or a phone has set this clock."""
        return self._is_synchronized() or self._began is not None

    def time(self) -> float:
        """Return the seconds since 1970 UTC."""
        if self._began is None or self._is_synchronized():
            return self._machine.time()
        return self._began + self.monotonic()

    @property
    def offset(self) -> float:
        """The seconds from 1970 UTC to the zero of the monotonic clock."""
        return self.time() - self.monotonic()

    def hear(self, now: float) -> bool:
        """Set this clock to `now`, the time of a paired phone, if it is not set; return whether it
        was.

        A phone that is behind has the wrong time: the machine's clock may be slow, but it is never
        fast.
        """
        own = self._machine.time()
        if self.is_set or not own - TOLERANCE <= now <= LATEST:
            return False
        self._began = (now if now > own + TOLERANCE else own) - self.monotonic()
        return True

    def _is_synchronized(self) -> bool:
        # Remembered, because the time stays correct when the network is lost.
        self._synchronized = self._synchronized or self._ask()
        return self._synchronized
