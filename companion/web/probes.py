"""Answers to the requests by which a phone looks for the internet after it has joined a Wi-Fi.

A phone that gets no answer, or another one, warns its owner, shows a login page or leaves the
Wi-Fi. It asks at port 80, by names to which the own network's DNS gives the box's address
(deploy/image/root/etc/NetworkManager/dnsmasq-shared.d).
"""

import logging
import socket
from collections.abc import Mapping
from typing import Final

from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

log = logging.getLogger(__name__)

PORT: Final = 80

_IP_FREEBIND: Final = 15
"""An address may be bound before the machine has it (ip(7)); Python has no name for this."""

_SUCCESS: Final = HTMLResponse(
    "<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>\n"
)

ANSWERS: Final[Mapping[str, Response]] = {
    # Android, ChromeOS
    "/generate_204": Response(status_code=204),
    "/gen_204": Response(status_code=204),
    # iOS, macOS
    "/hotspot-detect.html": _SUCCESS,
    "/library/test/success.html": _SUCCESS,
    # Windows; before Windows 10
    "/connecttest.txt": PlainTextResponse("Microsoft Connect Test"),
    "/ncsi.txt": PlainTextResponse("Microsoft NCSI"),
    # Firefox
    "/success.txt": PlainTextResponse("success\n"),
}
"""What the makers' own servers answer, by path."""

_NOT_FOUND: Final = PlainTextResponse("Not found\n", 404)


def answering_probes(site: ASGIApp, address: str) -> ASGIApp:
    """Return `site`; what arrives at port 80 of `address` is a probe, whatever its host."""

    async def answering(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["server"] == (address, PORT):
            await ANSWERS.get(scope["path"], _NOT_FOUND)(scope, receive, send)
        else:
            await site(scope, receive, send)

    return answering


def listen_for_probes(address: str) -> socket.socket | None:
    """Return a socket at port 80 of `address`, which the machine need not have yet.

    The result is None if the system does not allow it.
    """
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.setsockopt(socket.IPPROTO_IP, _IP_FREEBIND, 1)
        listener.bind((address, PORT))
        listener.listen()
    except OSError as reason:
        listener.close()
        log.info("phones may leave the own network, port %d is not open: %s", PORT, reason)
        return None
    return listener
