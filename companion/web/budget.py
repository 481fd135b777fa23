"""Token buckets for each sender, which slow down programs but not people."""

from collections.abc import Callable
from typing import Final, Protocol

import msgspec

REMEMBERED: Final = 256
"""Maximum number of senders remembered; the least recently active is forgotten first."""


class Rate(msgspec.Struct, frozen=True):
    """The rate limit of an action: `at_once` in a burst, and then `each_second`."""

    each_second: float
    at_once: int


class _Left(msgspec.Struct, frozen=True):
    times: float
    at: float


class RateLimiter:
    """Token buckets for all senders. Not thread-safe.

    Args:
        monotonic: the time in seconds, from some fixed moment.
        rate: the limit of each sender.
    """

    def __init__(self, monotonic: Callable[[], float], rate: Rate) -> None:
        self._monotonic, self._rate = monotonic, rate
        self._left: dict[str, _Left] = {}

    def left(self, sender: str) -> float:
        """Return the number of actions that `sender` has left now; less than 1 means none."""
        before = self._left.get(sender)
        if before is None:
            return self._rate.at_once
        grown = (self._monotonic() - before.at) * self._rate.each_second
        return min(before.times + grown, self._rate.at_once)

    def wait(self, sender: str) -> float:
        """Return the seconds until `sender` may act once."""
        return max(0.0, 1 - self.left(sender)) / self._rate.each_second

    def allows(self, sender: str) -> bool:
        """Return whether `sender` may act now, and count the action if so."""
        left = self.left(sender)
        is_allowed = left >= 1
        self._left.pop(sender, None)
        if len(self._left) >= REMEMBERED:
            self._left.pop(next(iter(self._left)))  # the least recently active sender
        self._left[sender] = _Left(left - is_allowed, self._monotonic())
        return is_allowed


OF_AN_ORIGIN: Final = Rate(each_second=30, at_once=200)
"""Shares of one origin. Six phones behind one address that load the page need less than 100."""

OF_ALL: Final = Rate(each_second=60, at_once=300)
"""Shares of all origins together."""

_ALL: Final = ""


class Waiting(Protocol):
    """A connection that waits for its share."""

    def go_on(self) -> None:
        """Use the share, which has been counted."""


class Timer(Protocol):
    """A time limit that is running."""

    def cancel(self) -> None: ...


Later = Callable[[float, Callable[[], None]], Timer]
"""Calls a function after the given number of seconds, on the current event loop."""


class Budget:
    """Distributes shares, and remembers the connections that wait for one. Not thread-safe.

    Args:
        monotonic: the time in seconds, from some fixed moment.
        later: starts the timer for the next share.
    """

    def __init__(self, monotonic: Callable[[], float], later: Later) -> None:
        self._origins, self._all = (
            RateLimiter(monotonic, OF_AN_ORIGIN),
            RateLimiter(monotonic, OF_ALL),
        )
        self._later = later
        self._waiting: dict[str, dict[Waiting, None]] = {}  # by origin, longest wait first
        self._timer: Timer | None = None

    def allows(self, origin: str) -> bool:
        """Return whether `origin` has a share now, and count it if so."""
        if origin in self._waiting or self._all.left(_ALL) < 1 or self._origins.left(origin) < 1:
            return False
        return self._all.allows(_ALL) and self._origins.allows(origin)

    def wait(self, origin: str, connection: Waiting) -> None:
        """Let `connection` continue as soon as `origin` has a share for it."""
        self._waiting.setdefault(origin, {})[connection] = None
        self._plan()

    def leave(self, origin: str, connection: Waiting) -> None:
        """Forget a connection that no longer waits."""
        connections = self._waiting.get(origin, {})
        if connection in connections:
            del connections[connection]
            if not connections:
                del self._waiting[origin]

    def _plan(self) -> None:
        if self._timer is None and self._waiting:
            first = min(self._origins.wait(origin) for origin in self._waiting)
            self._timer = self._later(max(first, self._all.wait(_ALL)), self._hand_out)

    def _hand_out(self) -> None:
        self._timer = None
        while self._all.left(_ALL) >= 1 and (origin := self._next()) is not None:
            self._origins.allows(origin)
            self._all.allows(_ALL)
            connections = self._waiting.pop(origin)
            connection = next(iter(connections))
            del connections[connection]
            if connections:
                self._waiting[origin] = connections  # behind the others
            connection.go_on()
        self._plan()

    def _next(self) -> str | None:
        """Return the first origin in turn that has a share of its own."""
        return next((origin for origin in self._waiting if self._origins.left(origin) >= 1), None)
