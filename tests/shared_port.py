"""A port on which tests serve one site after the other, so that the browser keeps loaded files."""

import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from starlette.applications import Starlette
from starlette.types import ASGIApp, Receive, Scope, Send

from companion.web.server import WebServer

NOTHING = Starlette()

PATIENCE = 20.0  # seconds until a request that does not end fails its test


class SharedPort:
    """A server of one site at a time that stays open between sites.

    A browser keeps the built files for one address, port included.

    Attributes:
        port: TCP port on the loopback address, the same after `close` and `open`.
    """

    def __init__(self) -> None:
        self._server = WebServer(self, port=0)
        self._site: ASGIApp = NOTHING
        self._is_open = False
        self._under_way = 0
        self._ended = threading.Condition()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer as the site that is served now."""
        with self._ended:
            self._under_way += 1
        try:
            await self._site(scope, receive, send)
        finally:
            with self._ended:
                self._under_way -= 1
                self._ended.notify_all()

    @property
    def port(self) -> int:
        return self._server.port

    def open(self) -> None:
        """Accept connections."""
        if not self._is_open:
            self._server.start()
            self._is_open = True

    def close(self) -> None:
        """End every connection and refuse new ones."""
        if self._is_open:
            self._server.close()
            self._is_open = False

    @contextmanager
    def serving(self, site: ASGIApp) -> Iterator[None]:
        """Serve `site` to pages that are closed before the end of the block.

        At the end no request to `site` is pending, so none can reach the next site.
        """
        self._site = site
        self.open()
        try:
            yield
        finally:
            with self._ended:
                ended = self._ended.wait_for(lambda: not self._under_way, PATIENCE)
            self._site = NOTHING
            assert ended, "a request is still under way at the end of the test"


class SharedPorts:
    """As many shared ports as the tests serve sites at the same time."""

    def __init__(self) -> None:
        self._free: list[SharedPort] = []
        self._all = ExitStack()

    @contextmanager
    def serving(self, site: ASGIApp) -> Iterator[SharedPort]:
        """Serve `site` on a free port until the end of the block."""
        port = self._free.pop() if self._free else self._made()
        with port.serving(site):
            yield port
        self._free.append(port)

    def close(self) -> None:
        self._all.close()

    def _made(self) -> SharedPort:
        port = SharedPort()
        self._all.callback(port.close)
        return port
