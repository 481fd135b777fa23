"""Who is connected: only neighbours, and not too many."""

import ipaddress
from typing import Final

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


class Room(msgspec.Struct, frozen=True):
    """How many connections there may be at once.

    A phone holds one line, and for a moment up to six more while it loads the page. A connection may
    hold one of the page's files open besides, as long as it does not take it: twice `in_all` stays below
    the 1024 files that a program may have open by default, with room for the box's own. `from_one` is
    less, so that one machine that will not stop cannot keep all others out, and 200 phones behind one
    access point that shows a single address still get in.
    """

    in_all: int = 450
    from_one: int = 300


class Crowd:
    """Counts the connections. For one thread only."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._from: dict[str, int] = {}
        self._in_all = 0

    def __len__(self) -> int:
        """How many there are."""
        return self._in_all

    def enter(self, address: str) -> bool:
        """Whether a connection from `address` is let in; `leave` must follow then."""
        here = self._from.get(address, 0)
        if not is_local(address) or self._in_all >= self._room.in_all or here >= self._room.from_one:
            return False
        self._from[address] = here + 1
        self._in_all += 1
        return True

    def leave(self, address: str) -> None:
        """A connection that was let in has ended."""
        self._in_all -= 1
        self._from[address] -= 1
        if not self._from[address]:
            del self._from[address]
