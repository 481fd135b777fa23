"""Limits for each sender and for all: local addresses, connections, requests in a time.

They slow down programs but not people, and keep places for paired phones.
"""

import ipaddress
from collections.abc import Callable, Hashable
from typing import Generic, Protocol, TypeVar

from msgspec import Struct

REMEMBERED = 256
"""Maximum number of senders remembered; the least recently active is forgotten first."""


class Rate(Struct, frozen=True):
    """The rate limit of an action: `at_once` in a burst, and then `each_second`."""

    each_second: float
    at_once: int


class _Left(Struct, frozen=True):
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


OF_AN_ORIGIN = Rate(each_second=30, at_once=200)
"""Shares of one origin. Six phones behind one address that load the page need less than 100."""

OF_ALL = Rate(each_second=60, at_once=300)
"""Shares of all origins together."""

_ALL = ""


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


_LOCAL = tuple(
    ipaddress.ip_network(network)
    for network in (
        "127.0.0.0/8",  # this machine: RFC 1122, 3.2.1.3
        "10.0.0.0/8",  # private: RFC 1918
        "172.16.0.0/12",
        "192.168.0.0/16",
        "169.254.0.0/16",  # link-local: RFC 3927
    )
)


def is_local(address: str) -> bool:
    """Return whether the IPv4 `address` is loopback, link-local or in a private network."""
    found = ipaddress.ip_address(address)
    return any(found in network for network in _LOCAL)


def is_loopback(address: str) -> bool:
    """Return whether the IPv4 `address` is this machine's own."""
    return ipaddress.ip_address(address).is_loopback


class Limits(Struct, frozen=True):
    """The maximum numbers of simultaneous connections.

    A phone holds one websocket, and briefly up to six more connections while it loads the page. A
    connection may also keep one static file open while the client reads it. Twice `in_all`
    therefore stays below the default limit of 1024 open files, with room for the box's own files
    and for connections not yet accepted. `of_an_origin` is the limit for onlookers behind one
    address: six phones that load the page at once, and more that watch. `of_a_phone` is the number
    of protected connections of one paired phone: six of a browser to one host, and a websocket for
    each of six pages.
    """

    in_all: int = 400
    of_an_origin: int = 64
    of_a_phone: int = 12


Guest = TypeVar("Guest", bound=Hashable)


class ConnectionLimiter(Generic[Guest]):
    """Tracks open connections and evicts the oldest one when all places are taken. Not thread-safe.

    When a new client arrives and all places are taken, the limiter evicts the oldest connection of
    the origin that has the most. When the places of the client's own origin are taken, it evicts
    the oldest of that. A client therefore cannot keep others out, however many connections it
    opens. A connection of a paired phone is never evicted; the limiter rejects a new client only
    when paired phones hold all places. `show_out` aborts an evicted connection.
    """

    def __init__(self, room: Limits, show_out: Callable[[Guest], None]) -> None:
        self._room, self._show_out = room, show_out
        self._origins: dict[Guest, str] = {}
        self._unknown: dict[str, dict[Guest, None]] = {}  # by origin, oldest first
        self._phones: dict[Guest, str] = {}

    @property
    def guests(self) -> tuple[Guest, ...]:
        """All connections, oldest first."""
        return tuple(self._origins)

    def enter(self, guest: Guest, address: str) -> bool:
        """Return whether a connection from `address` is accepted; if so, `leave` must follow."""
        if not is_local(address):
            return False
        if len(self._unknown.get(address, ())) >= self._room.of_an_origin:
            self._evict(address)
        if not self._has_place():
            return False
        self._origins[guest] = address
        self._unknown.setdefault(address, {})[guest] = None
        return True

    def is_known(self, guest: Guest) -> bool:
        """Return whether a connection is protected from eviction."""
        return guest in self._phones

    def know(self, guest: Guest, phone: str) -> None:
        """Protect a connection of the paired `phone` from eviction; with "", stop protecting it."""
        if not phone:
            if self._phones.pop(guest, None) is not None:
                self._unknown.setdefault(self._origins[guest], {})[guest] = None
            return
        has = sum(phone == other for other in self._phones.values())
        if guest in self._origins and guest not in self._phones and has < self._room.of_a_phone:
            self._forget(guest)
            self._phones[guest] = phone

    def leave(self, guest: Guest) -> None:
        """Unregister a connection that has ended; has no effect on an evicted one."""
        if guest in self._origins:
            self._forget(guest)
            del self._origins[guest]

    def _has_place(self) -> bool:
        """Evict a connection if no place is free; return whether a place is free now."""
        if len(self._origins) < self._room.in_all:
            return True
        if not self._unknown:
            return False
        self._evict(max(self._unknown, key=lambda origin: len(self._unknown[origin])))
        return True

    def _evict(self, origin: str) -> None:
        oldest = next(iter(self._unknown[origin]))
        self.leave(oldest)
        self._show_out(oldest)

    def _forget(self, guest: Guest) -> None:
        origin = self._origins[guest]
        if self._phones.pop(guest, None) is None:
            del self._unknown[origin][guest]
            if not self._unknown[origin]:
                del self._unknown[origin]
