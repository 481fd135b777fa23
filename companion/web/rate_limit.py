"""Counts what each sender does (token bucket): people never notice it, programs are slowed."""

from collections.abc import Callable
from typing import Final

import msgspec

REMEMBERED: Final = 256
"""Maximum number of senders remembered; the least recently active is forgotten first."""


class Rate(msgspec.Struct, frozen=True):
    """How often a sender may do something: `at_once` in a burst, and then `each_second`."""

    each_second: float
    at_once: int


class _Left(msgspec.Struct, frozen=True):
    times: float
    at: float


class RateLimiter:
    """Counts what each sender does. Not thread-safe.

    Args:
        monotonic: the time in seconds, from some fixed moment.
        rate: what a sender may do.
    """

    def __init__(self, monotonic: Callable[[], float], rate: Rate) -> None:
        self._monotonic, self._rate = monotonic, rate
        self._left: dict[str, _Left] = {}

    def left(self, sender: str) -> float:
        """Return how many times `sender` may do it now; less than 1 is not once."""
        before = self._left.get(sender)
        if before is None:
            return self._rate.at_once
        grown = (self._monotonic() - before.at) * self._rate.each_second
        return min(before.times + grown, self._rate.at_once)

    def wait(self, sender: str) -> float:
        """Return the seconds until `sender` may do it once."""
        return max(0.0, 1 - self.left(sender)) / self._rate.each_second

    def allows(self, sender: str) -> bool:
        """Return whether `sender` may do it now, and count it if so."""
        left = self.left(sender)
        is_allowed = left >= 1
        self._left.pop(sender, None)
        if len(self._left) >= REMEMBERED:
            self._left.pop(next(iter(self._left)))  # the least recently active sender
        self._left[sender] = _Left(left - is_allowed, self._monotonic())
        return is_allowed
