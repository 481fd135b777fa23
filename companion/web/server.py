"""The web server of all pages of the box, on a thread of its own.

In the own network of the box it also answers the requests by which a phone looks for the internet
after it has joined a Wi-Fi. A phone that gets no answer, or another one, warns its owner, shows a
login page or leaves the Wi-Fi. It asks at port 80, by names to which the own network's DNS gives
the box's address (deploy/image/root/etc/NetworkManager/dnsmasq-shared.d).
"""

import asyncio
import errno
import logging
import os
import socket
import sys
import threading
import time
from collections.abc import Callable, Mapping

import uvicorn
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from companion.errors import DeviceError
from companion.web.limits import Later, Limits
from companion.web.protocols import ServerConfig, later

log = logging.getLogger(__name__)

PROBED_PORT = 80

_IP_FREEBIND = 15
"""An address may be bound before the machine has it (ip(7)); Python has no name for this."""

_SUCCESS = HTMLResponse("<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>\n")

ANSWERS: Mapping[str, Response] = {
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

_NOT_FOUND = PlainTextResponse("Not found\n", 404)


def answering_probes(site: ASGIApp, address: str) -> ASGIApp:
    """Return `site`; what arrives at port 80 of `address` is a probe, whatever its host."""

    async def answering(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["server"] == (address, PROBED_PORT):
            await ANSWERS.get(scope["path"], _NOT_FOUND)(scope, receive, send)
        else:
            await site(scope, receive, send)

    return answering


def listen_for_probes(address: str) -> socket.socket | None:
    """Return a socket at port 80 of `address`, which the machine need not have yet.

    The result is None if the system does not allow it.
    """
    try:
        return _listening(address, PROBED_PORT, early=True)
    except OSError as reason:
        log.info("phones may leave the own network, port %d is not open: %s", PROBED_PORT, reason)
        return None


def _listening(address: str, port: int, *, early: bool = False) -> socket.socket:
    """Return a socket that listens; `early` also at an address that the machine does not have yet.

    Raises:
        OSError: the system does not allow it.
    """
    # IPv4 only: the limits count each address as a machine, and one of IPv6 has many.
    # asyncio sends immediately only on sockets that name TCP; on others an answer waits 40 ms for
    # the client's acknowledgment.
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if sys.platform != "win32":  # On Windows it would let two programs share one port.
            # Without it a restarted box cannot bind while connections of the last run are in
            # TIME_WAIT.
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if early:
            listener.setsockopt(socket.IPPROTO_IP, _IP_FREEBIND, 1)
        listener.bind((address, port))
        listener.listen()
    except OSError:
        listener.close()
        raise
    return listener


PORT = 8098
"""The default port of the box's pages."""

THIS_MACHINE, ALL_NETWORKS = "127.0.0.1", "0.0.0.0"  # noqa: S104  # the limiter rejects clients that are not local

QUEUED = 2048
"""Connections that the kernel queues until they are accepted, uvicorn's default.

They do not count as open files yet.
"""


def nobody(_cookies: str) -> str:
    """Return "": the site has no paired phones."""
    return ""


class _Server(uvicorn.Server):
    """A server that lets the kernel queue more connections than asyncio accepts in one batch.

    asyncio uses one number for both (`Config.backlog`). When two hundred phones reconnect at once,
    the kernel would drop those beyond it, and they would retry after 1, 2, 4 ... seconds.
    """

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for listener in sockets or ():
            listener.listen(QUEUED)


class WebServer:
    """A server of a site from `start` until `close`.

    Args:
        site: the site, behind its guard.
        address: the address to bind: ``127.0.0.1`` for this machine only, ``0.0.0.0`` for the local
            network.
        port: TCP port; 0 takes any free one (`port` then holds its number).
        room: the maximum numbers of connections.
        phone_of: returns the paired phone for the value of a ``Cookie`` header, "" for none; the
            connection limiter does not evict that phone's connections, and the budget of onlookers
            does not apply to them.
        later: starts the timers of the time limits.
        monotonic: the time in seconds, from some fixed moment.
    """

    def __init__(
        self,
        site: ASGIApp,
        address: str = "127.0.0.1",
        port: int = PORT,
        *,
        room: Limits | None = None,
        phone_of: Callable[[str], str] = nobody,
        later: Later = later,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self.address, self.port = address, port
        self._config = ServerConfig(site, room or Limits(), phone_of, later, monotonic)
        self._site = site
        self._server: uvicorn.Server | None = None
        self._thread: threading.Thread | None = None

    def start(self, own: str = "") -> None:
        """Open the port and serve; return as soon as the site answers.

        Args:
            own: the box's address in its own network, where it also answers the probes of phones;
                "" for none.

        Raises:
            DeviceError: the port is in use or cannot be opened.
        """
        try:
            listener = _listening(self.address, self.port)
        except OSError as reason:
            if reason.errno == errno.EADDRINUSE:
                message = f"Pages: port {self.port} is taken, is the companion running already?"
                raise DeviceError(message) from reason
            why = os.strerror(reason.errno) if reason.errno else reason
            raise DeviceError(
                f"Pages: cannot listen on {self.address} port {self.port}: {why}"
            ) from reason
        self.port = listener.getsockname()[1]
        listeners = [listener]
        if own and (probed := listen_for_probes(own)) is not None:
            self._config.app = answering_probes(self._site, own)
            listeners.append(probed)
        self._server = _Server(self._config)
        self._thread = threading.Thread(
            target=self._serve, args=(self._server, listeners), name="web", daemon=True
        )
        self._thread.start()

    def close(self) -> None:
        """End every connection and release the port."""
        if self._server is None or self._thread is None:
            return
        self._server.should_exit = True
        self._thread.join()

    def _serve(self, server: uvicorn.Server, listeners: list[socket.socket]) -> None:
        async def serving() -> None:
            await server.serve(sockets=listeners)
            # uvicorn has waited for connections to end, but a slow client may never do so.
            for guest in self._config.limiter.guests:
                guest.abort()

        try:
            asyncio.run(serving())
        finally:
            for listener in listeners:
                listener.close()
