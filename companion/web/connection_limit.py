"""Limits on connections: local addresses only, a maximum, and places kept for paired phones."""

import ipaddress
from collections.abc import Callable, Hashable
from typing import Final, Generic, TypeVar

import msgspec

_LOCAL: Final = tuple(
    ipaddress.ip_network(network)
    for network in (
        "127.0.0.0/8",  # this machine: RFC 1122, 3.2.1.3
        "10.0.0.0/8",  # private: RFC 1918
        "172.16.0.0/12",
        "192.168.0.0/16",
        "169.254.0.0/16",  # link-local: RFC 3927
        "::1/128",  # this machine: RFC 4291, 2.5.3
        "fe80::/10",  # link-local: RFC 4291, 2.5.6
        "fc00::/7",  # unique local: RFC 4193
    )
)


def is_local(address: str) -> bool:
    """Return whether `address` is loopback, link-local or in a private network.

    An IPv4-mapped IPv6 address counts as the IPv4 address. Text that is not an address is not
    local.
    """
    found = _read(address)
    return found is not None and any(found in network for network in _LOCAL)


def is_loopback(address: str) -> bool:
    """Return whether `address` is this machine's own."""
    found = _read(address)
    return found is not None and found.is_loopback


def origin_of(address: str) -> str:
    """Return the key for counting connections from `address`, one per machine if possible.

    An IPv4 address counts alone. An IPv6 address counts by its first 64 bits, because a machine may
    use any address of its link (RFC 4291, 2.5.1; RFC 8981); all machines of that link then count as
    one. Text that is not an address counts alone.
    """
    found = _read(address)
    if isinstance(found, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((int(found) >> 64 << 64, 64)))
    return address if found is None else str(found)


def _read(address: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return None
    mapped = found.ipv4_mapped if isinstance(found, ipaddress.IPv6Address) else None
    return mapped or found


class Limits(msgspec.Struct, frozen=True):
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
        origin = origin_of(address)
        if len(self._unknown.get(origin, ())) >= self._room.of_an_origin:
            self._evict(origin)
        if not self._has_place():
            return False
        self._origins[guest] = origin
        self._unknown.setdefault(origin, {})[guest] = None
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
