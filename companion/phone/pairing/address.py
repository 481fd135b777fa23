"""Finds the address of the page, as text and as a QR code."""

import logging
import socket
from collections.abc import Iterable
from ipaddress import IPv4Address
from pathlib import Path
from typing import Final

import ifaddr
import segno

from companion.web.connection_limit import is_local

log = logging.getLogger(__name__)

BESIDE: Final = (
    *("docker", "veth", "br-", "virbr", "lxc", "tun", "tap", "wg", "tailscale"),
    *("utun", "bridge", "vmenet"),  # of macOS
)
"""Prefixes of interfaces whose networks no phone is in: containers, virtual machines, tunnels."""

BESIDE_ON_WINDOWS: Final = ("Hyper-V", "VirtualBox", "VMware", "TAP-Windows", "WireGuard", "Wintun")
"""Words in the descriptions of such interfaces on Windows, where their names say nothing."""


RESPONDER: Final = Path("/run/avahi-daemon/socket")
"""The socket of Avahi, which answers for the machine's name in the local network (avahi-daemon(8))."""


def own_address(adapters: Iterable[ifaddr.Adapter] | None = None) -> str:
    """Return the IPv4 address at which phones of the local network reach this machine, "" without one.

    A number, not a name, because not every phone resolves names of the local network. Of several the first is
    taken; a link-local one (RFC 3927) only if there is no other. Addresses from which
    `companion.web.connection_limit` accepts nobody are left out.
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
    """Return the machine's name in the local network ("card-table.local"), "" without a responder."""
    return f"{socket.gethostname().partition('.')[0]}.local" if responder.exists() else ""


def _adapters() -> Iterable[ifaddr.Adapter]:
    """Return the machine's adapters; none if the system refuses, which must not stop the game."""
    try:
        return ifaddr.get_adapters()
    except OSError as error:
        log.warning("the box's own address cannot be looked up: %s", error)
        return ()


def modules_of(address: str) -> tuple[str, ...]:
    """Return the page at `address` ("192.168.178.23:8098") as a QR code without quiet zone, dark as "1".

    In capitals, which browsers accept, it has at most 25 modules a side (ISO/IEC 18004, version 2-Q). A
    loopback address has no code, because phones cannot reach it.
    """
    if IPv4Address(address.partition(":")[0]).is_loopback:
        return ()
    code = segno.make(f"HTTP://{address}/", error="l", micro=False, boost_error=True)
    return tuple("".join("1" if module else "0" for module in row) for row in code.matrix)
