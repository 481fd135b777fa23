"""A box that sends a page the test's data and answers its requests: real sockets, no game."""

import asyncio
import contextlib
import json
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect
from uvicorn.protocols.utils import ClientDisconnected

import companion
from companion.phone.language import WORDS, localized, names_of_cards
from companion.web.built_files import MadeFile, built_pages, built_route
from companion.web.guard import with_headers
from companion.words.form import FOR_PAGES
from tests.phone_page.tables import moving
from tests.shared_port import PATIENCE, SharedPort, SharedPorts
from tests.worded import worded

HOME = Path(companion.__file__).parent
PAGE = HOME / "phone" / "static"
GAMES = HOME / "games"
SHARED = HOME / "web" / "static"

OF_SOURCES = "export const { language, languages, messages, names } = globalThis.pageWords;"
"""The words for a module of the sources, which a test imports into the built page."""

Json = dict[str, Any]
Answer = tuple[int, Any]
Answers = Callable[[str, Json], Answer]

HEARTBEAT = 2.0  # seconds


class TableAt:
    """A box whose table is as `parts` and `rows` describe it, for the phone to which it is
    `served`.

    `answers(path, body)` returns status and JSON for a request; a GET has an empty body. If it
    returns None, the default answer is given: this phone can play if `rules`, an order is done,
    everything else is not found. `posts` lists what was posted, in order. `language` and `messages`
    are the page's own words.
    """

    def __init__(
        self,
        parts: Json,
        rows: Sequence[Json] = (),
        *,
        rules: bool = False,
        answers: Callable[[str, Json], Answer | None] | None = None,
    ) -> None:
        self.parts = dict(parts)
        self.rows = list(rows)
        self.rules = rules
        self.answers = answers
        self.posts: list[tuple[str, Json]] = []
        self.silent = False
        self._may_answer = threading.Event()
        self.let_go()
        self.language = "en"
        self.messages: dict[str, list[str]] = {}
        self._lines: dict[asyncio.Queue[Json | int], WebSocket] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._port: SharedPort | None = None
        self._version = 1

    @property
    def address(self) -> str:
        assert self._port is not None
        return f"http://localhost:{self._port.port}/"

    @property
    def _moved(self) -> Json:
        """Return the part about the player to act, which the box computes."""
        return {"now": self.parts["now"] and self.parts["now"] | moving(self.parts)}

    @property
    def is_served(self) -> bool:
        return self._port is not None

    @contextmanager
    def served(self, ports: SharedPorts) -> Iterator[None]:
        """Serve the box at `address` until the end of the block."""
        with ports.serving(self._site()) as self._port:
            yield
        self._port = None

    def close(self) -> None:
        """Disconnect without a message; `start` returns on the same port."""
        assert self._port is not None
        self.hang_up(1006)
        self._port.close()

    def start(self) -> None:
        """Come back after `close`."""
        assert self._port is not None
        self._port.open()

    def tell(self, *, rows: Sequence[Json] | None = None, **parts: Any) -> None:
        """Change these parts, and the game's plays if given, and send them to every page."""
        message: Json = {"version": self._next()}
        if parts:
            self.parts |= parts
            message["parts"] = (
                parts if parts.keys().isdisjoint({"state", "now"}) else parts | self._moved
            )
        if rows is not None:
            same = 0
            for old, new in zip(self.rows, rows, strict=False):
                if old != new:
                    break
                same += 1
            self.rows = list(rows)
            message["plays"] = {"from": same, "rows": self.rows[same:]}
        self._send(message)

    def hold_answers(self) -> None:
        """Hold the answers to orders until `let_go`; events still reach every page."""
        self._may_answer.clear()

    def let_go(self) -> None:
        """Send the held answers."""
        self._may_answer.set()

    def hang_up(self, code: int) -> None:
        """End every line. The box ends with code 1001; 1006 is a cut cable."""
        self._send(code)

    def posted(self, path: str) -> list[Json]:
        """Return what was posted to `path`; an "order" or a "preview" came on the line."""
        return [body for at, body in self.posts if at == path]

    def _next(self) -> int:
        self._version += 1
        return self._version

    def _send(self, what: Json | int) -> None:
        loop = self._loop
        if loop is None:
            return

        async def send() -> None:
            for line in list(self._lines):
                line.put_nowait(what)

        with contextlib.suppress(RuntimeError):
            asyncio.run_coroutine_threadsafe(send(), loop).result(5)

    def _site(self) -> ASGIApp:
        files = StaticFiles(directory=SHARED)
        routes = [
            Route("/", self._page),
            WebSocketRoute("/line", self._line),
            Mount("/phone/games", StaticFiles(directory=GAMES)),
            Mount("/phone", StaticFiles(directory=PAGE)),
            Route("/shared/messages-.js", self._words),
            Route(
                "/shared/messages.js", lambda _: Response(OF_SOURCES, media_type="text/javascript")
            ),
            Mount("/shared", Starlette(routes=[built_route(built_pages()), Mount("/", files)])),
            Route("/{path:path}", self._asked, methods=["GET", "POST"]),
        ]
        return Starlette(routes=routes, middleware=[Middleware(_Strict)])

    async def _page(self, request: Request) -> Response:
        request.scope[WORDS] = lambda: MadeFile(b"", "", b"")
        return await asyncio.to_thread(localized, built_pages().page("phone"), request)

    async def _words(self, _request: Request) -> Response:
        told = {
            "language": self.language,
            "languages": [("de", "Deutsch"), ("en", "English")],
            "messages": self.messages,
            "names": worded(names_of_cards()),
        }
        return Response(
            f"globalThis.pageWords = {FOR_PAGES.encode(told).decode()};",
            media_type="text/javascript",
        )

    async def _line(self, line: WebSocket) -> None:
        await line.accept()
        self._loop = asyncio.get_running_loop()
        news: asyncio.Queue[Json | int] = asyncio.Queue()
        self._lines[news] = line
        ended = asyncio.create_task(self._ended(line, news))
        try:
            if not self.silent:
                plays = {"from": 0, "rows": self.rows}
                told = self.parts | self._moved
                await line.send_json({"version": self._version, "parts": told, "plays": plays})
            while True:
                try:
                    message: Json | int = await asyncio.wait_for(news.get(), HEARTBEAT)
                except TimeoutError:
                    message = {}
                if isinstance(message, int):
                    if message == 1006:
                        raise ClientDisconnected  # makes every uvicorn drop the connection
                    await line.close(message)
                    return
                if not self.silent:
                    await line.send_json(message)
        except (WebSocketDisconnect, RuntimeError):
            pass  # the page has gone
        finally:
            self._lines.pop(news, None)
            if not self._lines:
                self._loop = None
            ended.cancel()

    async def _ended(self, line: WebSocket, news: asyncio.Queue[Json | int]) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            while (message := await line.receive())["type"] == "websocket.receive":
                asked = json.loads(message["text"])
                # A test may hold the answers, and events still arrive.
                number, what = asked.pop("id"), "order" if "seen" in asked else "preview"
                status, answer = await asyncio.to_thread(self._posted, what, asked)
                if not self._may_answer.is_set():
                    await asyncio.to_thread(self._may_answer.wait, PATIENCE)
                await line.send_json({"id": number, "status": status, "answer": answer})
        news.put_nowait(1006)

    def _posted(self, path: str, body: Json) -> Answer:
        self.posts.append((path, body))
        return self._answered(path, body)

    def _answered(self, path: str, body: Json) -> Answer:
        answer = self.answers(path, body) if self.answers else None
        return answer if answer is not None else self._usual(path, body)

    async def _asked(self, request: Request) -> Response:
        path = "/" + str(request.path_params["path"])
        if request.method == "POST":
            status, content = await asyncio.to_thread(self._posted, path, await request.json())
        else:
            status, content = await asyncio.to_thread(self._answered, path, {})
        if isinstance(content, str):
            return Response(content, status, media_type="text/plain")
        return Response(FOR_PAGES.encode(content), status, media_type="application/json")

    def _usual(self, path: str, body: Json) -> Answer:
        match path:
            case "/me":
                return 200, {"rules": self.rules, "name": "Cy's phone" if self.rules else ""}
            case "/pairing":
                return 200, {"seconds": None, "tries": 5, "guessed": False}
            case "order" if self.rules:
                return 200, {"done": body["seen"] + 1}
            case "order":
                return 401, {"problem": "First enter the code shown on the display."}
            case "preview":
                return 200, {"total": None, "state": self.parts["state"]}
            case "/games":
                return 200, []
        return 404, {"problem": "Page not found."}


class _Strict:
    """The headers that the box itself sends."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._app(scope, receive, with_headers(send))
