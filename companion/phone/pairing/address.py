"""The address of the page, as text and as a QR code, and the names of the box."""

import logging
import re
import socket
from collections.abc import Collection, Iterable
from contextlib import suppress
from functools import lru_cache
from ipaddress import IPv4Address
from pathlib import Path

import ifaddr
import segno

from companion.web.limits import is_local

log = logging.getLogger(__name__)

BESIDE = (
    *("docker", "veth", "br-", "virbr", "lxc", "tun", "tap", "wg", "tailscale"),
    *("utun", "bridge", "vmenet"),  # of macOS
)
"""Prefixes of interfaces whose networks have no phones: containers, virtual machines, tunnels."""

BESIDE_ON_WINDOWS = ("Hyper-V", "VirtualBox", "VMware", "TAP-Windows", "WireGuard", "Wintun")
"""Words in the descriptions of such interfaces on Windows, where their names are meaningless."""


RESPONDER = Path("/run/avahi-daemon/socket")
"""The socket of Avahi, which resolves the machine's name in the local network (avahi-daemon(8))."""


RESOLVER = Path("/etc/resolv.conf")
"""The file in which the system stores the domain given by the router's DHCP (resolv.conf(5))."""

_FOR_NETWORKS_AT_HOME = frozenset({"lan", "home", "internal", "intranet", "private", "corp"})
"""The top-level domains of private networks (RFC 6762, appendix G), closed to registration."""

_DOMAIN = re.compile(r"[a-z0-9-]+(\.[a-z0-9-]+)*", re.IGNORECASE)


_VERSION = (
    # 25 modules per side: with its quiet zone, the most that fits in 64 rows at two pixels per
    # module.
    2
)


def own_address(adapters: Iterable[ifaddr.Adapter] | None = None) -> str:
    """Return the IPv4 address at which phones of the local network reach this machine; "" if none.

    It is a number, because not every phone resolves names of the local network. If there are
    several, the first is used; a link-local one (RFC 3927) only if there is no other. Addresses
    from which `companion.web.limits` accepts no connection are left out.
    """
    found = [
        IPv4Address(ip.ip)
        for adapter in (_adapters() if adapters is None else adapters)
        if not adapter.name.startswith(BESIDE)
        and not any(word in adapter.nice_name for word in BESIDE_ON_WINDOWS)
        for ip in adapter.ips
        if isinstance(ip.ip, str)
    ]
    usable = [address for address in found if is_local(str(address)) and not address.is_loopback]
    usable.sort(key=lambda address: address.is_link_local)
    return str(usable[0]) if usable else ""


def own_name(responder: Path = RESPONDER) -> str:
    """Return the machine's local network name ("card-table.local"); "" without a responder."""
    return f"{socket.gethostname().partition('.')[0]}.local" if responder.exists() else ""


def given_domains(resolver: Path = RESOLVER) -> tuple[str, ...]:
    """Return the domains that routers gave this machine, such as "fritz.box" and "lan".

    A top-level domain counts only if it is for private networks: in another one a stranger could
    register the box's name and point it to the box's address (DNS rebinding).
    """
    try:
        lines = [line.split() for line in resolver.read_text("utf-8", "replace").splitlines()]
    except OSError:
        return ()
    named = [
        name.strip(".")
        for kind, *names in filter(None, lines)
        if kind in {"search", "domain"}
        for name in names
    ]
    return tuple(
        name
        for name in named
        if _DOMAIN.fullmatch(name) and ("." in name or name.lower() in _FOR_NETWORKS_AT_HOME)
    )


def _adapters() -> Iterable[ifaddr.Adapter]:
    """Return the machine's adapters; none if the system refuses, which must not stop the game."""
    try:
        return ifaddr.get_adapters()
    except OSError as error:
        log.warning("the box's own address cannot be looked up: %s", error)
        return ()


@lru_cache(maxsize=2)
def modules_of(address: str, code: str = "") -> tuple[str, ...]:
    """Return the page at `address` ("192.168.178.23:8098") as a QR code, dark is "1".

    It has no quiet zone, and the most correction for version 2. In capitals, which browsers accept,
    it has at most 25 modules per side (ISO/IEC 18004, version 2-Q). A loopback address has no QR
    code, because phones cannot reach it.

    A pairing `code` is in the fragment, which a browser keeps to itself (RFC 9110, section 7.1), so
    that the code is in no request. Each part has a segment of its own: capitals, "#", digits. With
    port 8098 the longest address takes 221 bits of the 224 in version 2-M, with a port of five
    digits 227 of the 272 in 2-L; in a single segment each would need version 3, around which the
    display has too little room for a quiet zone.
    """
    segments = (f"HTTP://{address}/", "#", code) if code else (f"HTTP://{address}/",)
    if IPv4Address(address.partition(":")[0]).is_loopback:
        return ()
    for level in ("q", "m", "l"):
        with suppress(segno.DataOverflowError):
            drawn = segno.make(
                segments,  # type: ignore[arg-type]  # it takes a list as well (segno.encoder.prepare_data)
                error=level,
                version=_VERSION,
                boost_error=False,
            )
            return tuple("".join("1" if module else "0" for module in row) for row in drawn.matrix)
    return ()


def names_of_the_box(further: Collection[str], domains: Collection[str]) -> frozenset[str]:
    """Return the host names of the box in the local network, in lower case.

    Args:
        further: names from the configuration.
        domains: the domains of the networks that the box is in.
    """
    own = socket.gethostname().partition(".")[0]
    in_domains = (f"{own}.{domain}" for domain in ("local", *domains))
    return frozenset(name.lower() for name in (own, *in_domains, *further))
