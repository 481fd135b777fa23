"""Limits the orders of a phone: never noticeable to a person, but a page that repeats itself is slowed."""

from collections.abc import Callable
from threading import Lock
from typing import Final

import msgspec

EACH_SECOND: Final = 10.0
"""Sustained orders of one phone per second: nobody keys so fast, and each may cost a disk write."""

AT_ONCE: Final = 40
"""Burst of orders of one phone, for example a whole trick keyed at once."""

REMEMBERED: Final = 64
"""Maximum number of phones remembered; the least recently active is forgotten first."""


class _Left(msgspec.Struct, frozen=True):
    orders: float
    at: float


class RateLimiter:
    """Counts the orders of each phone (token bucket).

    Args:
        monotonic: the time in seconds, from some fixed moment.
    """

    def __init__(self, monotonic: Callable[[], float]) -> None:
        self._monotonic = monotonic
        self._left: dict[str, _Left] = {}
        self._lock = Lock()

    def allows(self, phone: str) -> bool:
        """Return whether `phone` may order now, and count an order if so."""
        with self._lock:
            now = self._monotonic()
            before = self._left.pop(phone, _Left(AT_ONCE, now))
            left = min(before.orders + (now - before.at) * EACH_SECOND, AT_ONCE)
            if len(self._left) >= REMEMBERED:
                self._left.pop(next(iter(self._left)))  # the least recently active phone
            self._left[phone] = _Left(left - (left >= 1), now)
            return left >= 1
