"""Who is connected: only neighbours, and not too many; whoever may rule keeps a place."""

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
    """Whether `address` is one of a private network, of the same link or of this machine.

    An IPv4 address that is written as an IPv6 one is what it is. What is no address is not local.
    """
    found = _read(address)
    return found is not None and any(found in network for network in _LOCAL)


def is_loopback(address: str) -> bool:
    """Whether `address` is this machine's own."""
    found = _read(address)
    return found is not None and found.is_loopback


def origin_of(address: str) -> str:
    """Whom a connection from `address` is counted with: one machine, as far as the address tells.

    An IPv4 address is counted alone. Of an IPv6 address the first 64 bits count, since a machine may take
    any address of its link (RFC 4291, 2.5.1; RFC 8981); all machines of that link count as one then. What
    is no address counts alone.
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
    """How many connections there may be at once.

    A phone holds one line, and for a moment up to six more while it loads the page. A connection may
    hold one of the page's files open besides, as long as it does not take it: twice `in_all` stays below
    the 1024 files that a program may have open by default, with room for the box's own and for connections
    that are not let in yet. `of_a_phone` are the connections of each phone that may rule whose places nobody
    takes: six of a browser to one host, and a line for each of six pages.
    """

    in_all: int = 400
    of_a_phone: int = 12


Guest = TypeVar("Guest", bound=Hashable)


class ConnectionLimiter(Generic[Guest]):
    """The connections there are. For one thread only.

    When all places are taken and somebody new comes, whoever has the most connections loses the oldest of
    them. So nobody keeps others out, however many connections they open and whatever they do on them. A
    connection that is known as one of a phone that may rule keeps its place; somebody new is left standing
    only where all places are taken by such.

    Args:
        room: how many there may be.
        show_out: ends a connection that has lost its place.
    """

    def __init__(self, room: Limits, show_out: Callable[[Guest], None]) -> None:
        self._room, self._show_out = room, show_out
        self._origins: dict[Guest, str] = {}
        self._unknown: dict[str, dict[Guest, None]] = {}  # of each origin, the oldest first
        self._phones: dict[Guest, str] = {}

    @property
    def guests(self) -> tuple[Guest, ...]:
        """All of them, the oldest first."""
        return tuple(self._origins)

    def enter(self, guest: Guest, address: str) -> bool:
        """Whether a connection from `address` is let in; `leave` must follow then."""
        if not is_local(address) or not self._has_place():
            return False
        origin = origin_of(address)
        self._origins[guest] = origin
        self._unknown.setdefault(origin, {})[guest] = None
        return True

    def know(self, guest: Guest, phone: str) -> None:
        """This connection is one of a `phone` that may rule."""
        has = sum(phone == other for other in self._phones.values())
        if guest in self._origins and guest not in self._phones and has < self._room.of_a_phone:
            self._forget(guest)
            self._phones[guest] = phone

    def leave(self, guest: Guest) -> None:
        """A connection that was let in has ended; one that has lost its place has left already."""
        if guest in self._origins:
            self._forget(guest)
            del self._origins[guest]

    def _has_place(self) -> bool:
        """Makes a place if there is none; whether there is one now."""
        if len(self._origins) < self._room.in_all:
            return True
        if not self._unknown:
            return False
        most = max(self._unknown, key=lambda origin: len(self._unknown[origin]))
        oldest = next(iter(self._unknown[most]))
        self.leave(oldest)
        self._show_out(oldest)
        return True

    def _forget(self, guest: Guest) -> None:
        origin = self._origins[guest]
        if self._phones.pop(guest, None) is None:
            del self._unknown[origin][guest]
            if not self._unknown[origin]:
                del self._unknown[origin]
