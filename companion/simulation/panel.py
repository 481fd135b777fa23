"""The simulated panel: the box drawn in a browser, for whoever has no hardware.

`PanelSite` is one page at ``/panel`` that keeps every open tab up to date over a websocket; `Panel`
serves it alone. It knows nothing of the game: what it shows comes from a `PanelBox`, what people
do goes there as key contacts and scans. It is for browsers on this machine (docs/panel.md says what
goes over the line).
"""

import asyncio
import contextlib
from pathlib import Path
from typing import assert_never

import msgspec
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp
from starlette.websockets import WebSocket, WebSocketDisconnect

from companion.errors import LabelError
from companion.inputs import KeyName
from companion.labels.codec import CardLabel, read_label
from companion.simulation.view import PanelBox, PanelFeed
from companion.web.event_stream import SPOKE, SWITCHED_OFF

STATIC = Path(__file__).with_name("static")

_LONGEST = 256  # bytes of one message from a tab: a scanned line is at most 64
_TABS = 16
_FULL = 1013  # closes a line that there is no room for: try again later (RFC 6455, 7.4.1's registry)

_GOODBYE = 1.0  # seconds until a tab that does not listen is left


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


_Message = _Press | _Pass | _Type
_read_message = msgspec.json.Decoder(_Message).decode


class PanelSite:
    """The panel's page, its files and its line.

    Args:
        box: what is shown and pressed.
    """

    def __init__(self, box: PanelBox) -> None:
        self._box = box
        self._feed = PanelFeed(box)
        self._tabs: dict[asyncio.Event, asyncio.Task[None]] = {}
        self._parting = False
        self._loop: asyncio.AbstractEventLoop | None = None

    def application(self) -> ASGIApp:
        """All of it as ASGI; whoever serves it sees to it that only this machine may ask."""
        return Starlette(
            routes=[
                Route("/panel", _page),
                WebSocketRoute("/panel/line", self._line),
                Mount("/panel/static", StaticFiles(directory=STATIC)),
            ]
        )

    def close(self) -> None:
        """When the box has been switched off, each tab gets its last picture and is told so.

        To be called before the server is closed, from another thread than its own.
        """
        loop = self._loop
        if self._box.switched_off and loop is not None:
            parting = asyncio.run_coroutine_threadsafe(self._part(), loop)
            with contextlib.suppress(TimeoutError):  # the tabs have just gone, and their thread with them
                parting.result(2 * _GOODBYE)

    async def _part(self) -> None:
        self._parting = True
        for news in self._tabs:
            news.set()
        if self._tabs:
            await asyncio.wait(self._tabs.values(), timeout=_GOODBYE)

    async def _line(self, tab: WebSocket) -> None:
        if len(self._tabs) >= _TABS:
            await tab.close(_FULL)
            return
        await tab.accept()
        news = asyncio.Event()
        news.set()
        self._loop = loop = asyncio.get_running_loop()

        def changed() -> None:
            with contextlib.suppress(RuntimeError):  # the loop has just closed
                loop.call_soon_threadsafe(news.set)

        forget = self._box.subscribe(changed)
        self._tabs[news] = down = asyncio.create_task(self._show(tab, news))
        pressed: set[KeyName] = set()
        try:
            while True:
                self._do(await tab.receive_text(), pressed)
        except WebSocketDisconnect:
            pass
        except (msgspec.MsgspecError, LabelError):
            await tab.close(SPOKE)
        finally:
            for key in pressed:  # the tab went away with a finger on a cap
                self._box.press(key, down=False)
            forget()
            down.cancel()
            self._tabs.pop(news)
            if not self._tabs:
                self._loop = None

    async def _show(self, tab: WebSocket, news: asyncio.Event) -> None:
        """Sends what has changed since this tab was last told; several changes become one message."""
        told: int | None = None
        parting = False
        with contextlib.suppress(OSError, WebSocketDisconnect):  # `_line` hears of it too
            while not parting:
                await news.wait()
                news.clear()
                parting = self._parting
                version, message = self._feed.message(told)
                if version != told:
                    told = version
                    await tab.send_text(message)
            await tab.close(SWITCHED_OFF, "the box is switched off")

    def _do(self, text: str, pressed: set[KeyName]) -> None:
        """Does what a tab asks for.

        Raises:
            MsgspecError, LabelError: no page of ours sends such a message.
        """
        if len(text) > _LONGEST:
            raise msgspec.ValidationError("longer than any message of the page")
        message: _Message = _read_message(text)
        match message:
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
            case _:
                assert_never(message)


async def _page(_request: Request) -> Response:
    return FileResponse(STATIC / "panel.html", media_type="text/html")
