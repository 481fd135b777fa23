"""Where the page is, for people and for their cameras: the box's own address, and that as a QR code."""

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

BESIDE: Final = ("docker", "veth", "br-", "virbr", "lxc", "tun", "tap", "wg", "tailscale")
"""How networks begin that no phone at the table is in: those of containers, machines within, tunnels."""


RESPONDER: Final = Path("/run/avahi-daemon/socket")
"""Where Avahi listens, which answers for the machine's name in the local network (avahi-daemon(8))."""


def own_address(adapters: Iterable[ifaddr.Adapter] | None = None) -> str:
    """The IPv4 address at which phones of the local network find this machine, "" without a network.

    A number and no name: not every phone looks up names of the local network. Of several the first is
    taken; one that a machine has given itself (RFC 3927) only if there is no other. Where the pages let
    nobody in (`companion.web.connection_limit`), no phone is sent.
    """
    found = [
        IPv4Address(ip.ip)
        for adapter in (_adapters() if adapters is None else adapters)
        if not adapter.name.startswith(BESIDE)
        for ip in adapter.ips
        if isinstance(ip.ip, str)
    ]
    usable = [address for address in found if is_local(str(address)) and not address.is_loopback]
    usable.sort(key=lambda address: address.is_link_local)
    return str(usable[0]) if usable else ""


def own_name(responder: Path = RESPONDER) -> str:
    """What this machine is called in the local network ("card-table.local"), "" if nobody answers for it."""
    return f"{socket.gethostname().partition('.')[0]}.local" if responder.exists() else ""


def _adapters() -> Iterable[ifaddr.Adapter]:
    """The machine's own; none where the system does not say, which must not stop the play."""
    try:
        return ifaddr.get_adapters()
    except OSError as error:
        log.warning("the box's own address cannot be looked up: %s", error)
        return ()


def modules_of(address: str) -> tuple[str, ...]:
    """The page at `address` ("192.168.178.23:8098") as a QR code without quiet zone, dark as "1".

    In capitals, which browsers do not mind, it has 25 modules a side at most (ISO/IEC 18004, version 2-Q).
    A loopback address has no code: no phone finds a page there.
    """
    if IPv4Address(address.partition(":")[0]).is_loopback:
        return ()
    code = segno.make(f"HTTP://{address}/", error="l", micro=False, boost_error=True)
    return tuple("".join("1" if module else "0" for module in row) for row in code.matrix)
