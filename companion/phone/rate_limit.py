"""How fast a phone may order: a person who keys quickly never notices, a page gone wild is slowed."""

from collections.abc import Callable
from threading import Lock
from typing import Final

import msgspec

EACH_SECOND: Final = 10.0
"""Orders of one phone that the box takes for good: nobody keys so fast, and each may cost a write to disk."""

AT_ONCE: Final = 40
"""Orders of one phone that may come in a moment, as when a whole trick is keyed after the fact."""

REMEMBERED: Final = 64
"""Phones whose pace is known; those that have rested are forgotten first."""


class _Left(msgspec.Struct, frozen=True):
    orders: float
    at: float


class RateLimiter:
    """Counts the orders of each phone.

    Args:
        monotonic: the time in seconds, from some fixed moment.
    """

    def __init__(self, monotonic: Callable[[], float]) -> None:
        self._monotonic = monotonic
        self._left: dict[str, _Left] = {}
        self._lock = Lock()

    def allows(self, phone: str) -> bool:
        """Whether this `phone` may order now; if so, it has."""
        with self._lock:
            now = self._monotonic()
            left = self._now(self._left.pop(phone, _Left(AT_ONCE, now)), now)
            if len(self._left) >= REMEMBERED:
                self._left.pop(next(iter(self._left)))  # the one that has not ordered for longest
            self._left[phone] = _Left(left - (left >= 1), now)
            return left >= 1

    def _now(self, left: _Left, now: float) -> float:
        return min(left.orders + (now - left.at) * EACH_SECOND, AT_ONCE)
