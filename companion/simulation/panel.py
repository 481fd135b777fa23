"""The simulated panel: the box drawn in a browser, for whoever has no hardware.

`Panel` serves one page at http://localhost:8098/panel and keeps every open tab up to date over a
websocket. It knows nothing of the game: what it shows comes from a `SimulatedBox`, what people do
goes there as key contacts and scans. It listens on the loopback address only and answers only
pages that came from there (docs/panel.md says what goes over the line).
"""

import asyncio
import contextlib
import socket
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, MutableMapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec
import uvicorn
from starlette.applications import Starlette
from starlette.requests import HTTPConnection, Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket, WebSocketDisconnect

from companion.errors import DeviceError, LabelError
from companion.inputs import KeyName
from companion.labels import CardLabel, read_label
from companion.simulation.view import SimulatedBox, Views

PORT = 8098
STATIC = Path(__file__).with_name("static")

_LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
_LONGEST = 256  # bytes of one message from a tab: a scanned line is at most 64
_TABS = 16

SWITCHED_OFF = 1001
"""Closes a tab's line when the box has been switched off: its end is going away (RFC 6455, 7.4.1)."""

_GOODBYE = 1.0  # seconds until a tab that does not listen is left

_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
}

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]


class _Press(msgspec.Struct, frozen=True, tag="key", forbid_unknown_fields=True):
    """A cap went down or came up."""

    name: KeyName
    down: bool


class _Pass(msgspec.Struct, frozen=True, tag="card", forbid_unknown_fields=True):
    """A card is passed over the reader; `label` is what its sticker says ("1QSF")."""

    label: str


class _Type(msgspec.Struct, frozen=True, tag="line", forbid_unknown_fields=True):
    """A line as a scanner that types would send it ("8H")."""

    text: str


_read_message = msgspec.json.Decoder(_Press | _Pass | _Type).decode


class Panel:
    """Serves the page from a thread of its own, from `start` until `close`.

    Args:
        box: what is shown and pressed.
        port: TCP port on the loopback address; 0 takes any free one (`port` then tells which).
    """

    def __init__(self, box: SimulatedBox, port: int = PORT) -> None:
        self.port = port
        self._box = box
        self._views = Views(box)
        self._tabs: dict[asyncio.Event, asyncio.Task[None]] = {}
        self._parting = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._server: uvicorn.Server | None = None
        self._thread: threading.Thread | None = None

    @property
    def address(self) -> str:
        """Where the page is, for people to open."""
        return f"http://localhost:{self.port}/panel"

    def start(self) -> None:
        """Opens the port and returns; from now on the page answers.

        Raises:
            DeviceError: another program has the port.
        """
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind(("127.0.0.1", self.port))
            listener.listen()
        except OSError as reason:
            listener.close()
            raise DeviceError(
                f"Panel: port {self.port} is taken, is the companion running already?"
            ) from reason
        self.port = listener.getsockname()[1]
        config = uvicorn.Config(
            self.application(),
            ws="wsproto",
            ws_max_size=_LONGEST,
            log_level="warning",
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=1,
        )
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(
            target=self._server.run, args=([listener],), name="panel", daemon=True
        )
        self._thread.start()

    def close(self) -> None:
        """Says goodbye to every tab and gives the port back.

        When the box has been switched off, each tab first gets its last picture and is told so.
        """
        if self._server is None or self._thread is None:
            return
        if self._box.switched_off and self._loop is not None:
            asyncio.run_coroutine_threadsafe(self._part(), self._loop).result()
        self._server.should_exit = True
        self._thread.join()

    def application(self) -> App:
        """The pages and the websocket behind their guard, as ASGI."""
        routes = [
            Route("/", _to_panel),
            Route("/panel", _page),
            WebSocketRoute("/panel/line", self._line),
            Mount("/panel/static", StaticFiles(directory=STATIC)),
        ]
        return _guarded(Starlette(routes=routes, lifespan=self._running))

    @contextlib.asynccontextmanager
    async def _running(self, _app: Starlette) -> AsyncIterator[None]:
        self._loop = asyncio.get_running_loop()
        forget = self._box.subscribe(self._changed)
        try:
            yield
        finally:
            forget()
            self._loop = None

    def _changed(self) -> None:
        """The box shows something new: any thread may say so."""
        loop = self._loop
        if loop is not None:
            with contextlib.suppress(RuntimeError):  # the loop has just closed
                loop.call_soon_threadsafe(self._wake_tabs)

    def _wake_tabs(self) -> None:
        for news in self._tabs:
            news.set()

    async def _part(self) -> None:
        self._parting = True
        self._wake_tabs()
        if self._tabs:
            await asyncio.wait(self._tabs.values(), timeout=_GOODBYE)

    async def _line(self, tab: WebSocket) -> None:
        if len(self._tabs) >= _TABS:
            await tab.close(1013)
            return
        await tab.accept()
        news = asyncio.Event()
        news.set()
        self._tabs[news] = down = asyncio.create_task(self._show(tab, news))
        pressed: set[KeyName] = set()
        try:
            while True:
                self._do(await tab.receive_text(), pressed)
        except WebSocketDisconnect:
            pass
        except (msgspec.MsgspecError, LabelError):
            await tab.close(1008)
        finally:
            for key in pressed:  # the tab went away with a finger on a cap
                self._box.press(key, down=False)
            self._tabs.pop(news)
            down.cancel()

    async def _show(self, tab: WebSocket, news: asyncio.Event) -> None:
        """Sends what has changed since this tab was last told; several changes become one message."""
        told: dict[str, bytes] = {}
        parting = False
        while not parting:
            await news.wait()
            news.clear()
            parting = self._parting
            view = self._views.view()
            fresh = {part: value for part, value in view.items() if told.get(part) != value}
            if fresh:
                told |= fresh
                parts = {part: msgspec.Raw(value) for part, value in fresh.items()}
                await tab.send_text(msgspec.json.encode(parts).decode())
        await tab.close(SWITCHED_OFF, "the box is switched off")

    def _do(self, text: str, pressed: set[KeyName]) -> None:
        """Does what a tab asks for.

        Raises:
            MsgspecError, LabelError: no page of ours sends such a message.
        """
        if len(text) > _LONGEST:
            raise msgspec.ValidationError("longer than any message of the page")
        match _read_message(text):
            case _Press(name, down):
                (pressed.add if down else pressed.discard)(name)
                self._box.press(name, down=down)
            case _Pass(label):
                card = read_label(label)
                if not isinstance(card, CardLabel) or not card.deck:
                    raise LabelError(f"{label} is on no card of the pack")
                self._box.pass_card(card)
            case _Type(line):
                self._box.scan_line(line)


async def _to_panel(_request: Request) -> Response:
    return RedirectResponse("/panel")


async def _page(_request: Request) -> Response:
    page = await asyncio.to_thread((STATIC / "panel.html").read_bytes)
    return Response(page, media_type="text/html")


def _guarded(app: App) -> App:
    """Lets through what a page of this machine asks for, and tells browsers to load nothing else.

    A foreign page can make a browser send requests here; its Origin gives it away, and where it
    has talked a name into meaning 127.0.0.1, so does the Host.
    """

    async def guard(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan" or _from_here(scope):
            await app(scope, receive, _with_headers(send))
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
        else:
            refusal = PlainTextResponse("The panel is for this machine only.", status_code=403)
            await refusal(scope, receive, _with_headers(send))

    return guard


def _from_here(scope: Scope) -> bool:
    headers = HTTPConnection(scope).headers
    host = headers.get("host", "")
    origin = headers.get("origin")
    if _name(f"//{host}") not in _LOOPBACK:
        return False
    if origin is None:
        return bool(scope["type"] == "http")
    return origin == f"http://{host}"


def _name(address: str) -> str | None:
    try:
        return urlsplit(address).hostname
    except ValueError:
        return None


def _with_headers(send: Send) -> Send:
    async def sending(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            extra = [(name.lower().encode(), value.encode()) for name, value in _HEADERS.items()]
            message["headers"] = [*message.get("headers", ()), *extra]
        await send(message)

    return sending
