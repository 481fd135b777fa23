"""The web server: everything that the box shows in browsers, on a thread of its own."""

import asyncio
import contextlib
import errno
import os
import socket
import threading
from collections.abc import Callable

import uvicorn
from starlette.types import ASGIApp

from companion.errors import DeviceError
from companion.web.connection_limit import Limits
from companion.web.protocols import ServerConfig, Timeouts

PORT = 8098
"""The port of the box's pages, unless another is configured."""

QUEUED = 2048
"""Connections that the kernel keeps until they are taken, uvicorn's own number; they cost no file yet."""

_GRACE = 1.0  # seconds until connections that do not end by themselves are cut


def nobody(_cookies: str) -> str:
    """Of a site on which nobody rules: no cookie is one of a phone that may."""
    return ""


class _Server(uvicorn.Server):
    """Lets the kernel queue more connections than asyncio takes in one go.

    asyncio has one number for both (`Config.backlog`). Of two hundred phones that come back at once the
    kernel would leave those beyond it without an answer, to try again after a second, then after two, four...
    """

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for listener in sockets or ():
            listener.listen(QUEUED)


class WebServer:
    """Serves a site from `start` until `close`.

    Args:
        site: the site, behind its guard.
        address: where to listen: ``127.0.0.1`` for this machine only, ``0.0.0.0`` for the local network.
        port: TCP port; 0 takes any free one (`port` then tells which).
        patience: how long a connection may take.
        room: how many connections there may be.
        phone_of: which phone that may rule sends a request with these cookies (the value of its ``Cookie``
            header), "" for none: its connections keep their places in a crowd.
    """

    def __init__(
        self,
        site: ASGIApp,
        address: str = "127.0.0.1",
        port: int = PORT,
        *,
        patience: Timeouts | None = None,
        room: Limits | None = None,
        phone_of: Callable[[str], str] = nobody,
    ) -> None:
        self.address, self.port = address, port
        self._house = ServerConfig(site, room or Limits(), patience or Timeouts(), phone_of)
        self._server: uvicorn.Server | None = None
        self._thread: threading.Thread | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    def start(self) -> None:
        """Opens the port and returns; from now on the site answers.

        Raises:
            DeviceError: another program has the port, or it cannot be opened.
        """
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((self.address, self.port))
            listener.listen()
        except OSError as reason:
            listener.close()
            if reason.errno == errno.EADDRINUSE:
                taken = f"Pages: port {self.port} is taken, is the companion running already?"
                raise DeviceError(taken) from reason
            why = os.strerror(reason.errno) if reason.errno else reason
            raise DeviceError(f"Pages: cannot listen on {self.address} port {self.port}: {why}") from reason
        self.port = listener.getsockname()[1]
        self._server = _Server(self._house)
        self._thread = threading.Thread(
            target=self._serve, args=(self._server, listener), name="web", daemon=True
        )
        self._thread.start()

    def close(self) -> None:
        """Ends every connection and gives the port back."""
        if self._server is None or self._thread is None:
            return
        self._server.should_exit = True
        self._thread.join(_GRACE)
        if self._thread.is_alive():
            self._server.force_exit = True
            if self._loop is not None:
                with contextlib.suppress(RuntimeError):  # the loop has just closed
                    self._loop.call_soon_threadsafe(self._cut)
            self._thread.join()

    def _serve(self, server: uvicorn.Server, listener: socket.socket) -> None:
        async def serving() -> None:
            self._loop = asyncio.get_running_loop()
            await server.serve(sockets=[listener])

        try:
            asyncio.run(serving())
        finally:
            listener.close()

    def _cut(self) -> None:
        for guest in self._house.crowd.guests:
            guest.abort()
