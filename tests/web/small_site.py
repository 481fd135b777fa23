"""A small site behind the guard, which counts requests and trusts every client."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

from companion.web.guard import guarded
from companion.web.limits import Later, Limits
from companion.web.protocols import later
from companion.web.server import WebServer, nobody

NAMES = frozenset({"companion", "companion.local"})
LONGEST = {"/large": 4 * 1024}


class SmallSite:
    """A site that records what reaches it.

    Attributes:
        ruled: the bodies of all POSTs that came through.
        lines: how many websockets were opened.
    """

    def __init__(self) -> None:
        self.ruled: list[bytes] = []
        self.lines = 0

    def application(self) -> ASGIApp:
        """Return the site without any guard."""
        return Starlette(
            routes=[
                Route("/", self._look),
                Route("/rule", self._rule, methods=["POST"]),
                Route("/large", self._rule, methods=["POST"]),
                WebSocketRoute("/line", self._line),
            ]
        )

    def guarded(self) -> ASGIApp:
        return guarded(self.application(), lambda: NAMES, LONGEST)

    async def _look(self, _request: Request) -> Response:
        return JSONResponse({"total": 97})

    async def _rule(self, request: Request) -> Response:
        self.ruled.append(await request.body())
        return JSONResponse({"done": len(self.ruled)})

    async def _line(self, page: WebSocket) -> None:
        await page.accept()
        self.lines += 1
        await page.send_text("{}")
        await page.close()


@contextmanager
def served(
    site: ASGIApp,
    *,
    room: Limits | None = None,
    phone_of: Callable[[str], str] = nobody,
    later: Later = later,
) -> Iterator[WebServer]:
    """Yield a server on a free port of this machine."""
    server = WebServer(site, port=0, room=room, phone_of=phone_of, later=later)
    server.start()
    try:
        yield server
    finally:
        server.close()


def headers(port: int, **others: str | None) -> Mapping[str, str | None]:
    """Return the headers that a page of the box sends with a POST, updated with `others`."""
    host = f"127.0.0.1:{port}"
    return {"host": host, "origin": f"http://{host}", "content_type": "application/json", **others}
