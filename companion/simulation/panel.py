"""The simulated panel: shows the box in a browser, for people without the hardware.

`PanelSite` is a page at ``/panel`` that keeps every open tab up to date over a websocket. It shows
the view of a `PanelBox`, and forwards the actions of people as key contacts and scans. It is for
browsers on this machine (docs/reference/panel.md documents the messages).
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Literal, assert_never

import msgspec
from msgspec import MsgspecError, ValidationError
from starlette.applications import Starlette
from starlette.routing import Mount, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from companion.core.cards import Card
from companion.core.frozen import Frozen
from companion.errors import CardError, LabelError
from companion.inputs import KeyName
from companion.labels.codec import read_label
from companion.message import ENGLISH, Language, using
from companion.phone.language import page_route
from companion.phone.pairing.sessions import plain
from companion.simulation.bot_choice import Level
from companion.simulation.bots import Bots, SendCommand
from companion.simulation.box import PanelView
from companion.simulation.pack import Hands
from companion.simulation.view import PanelBox, PanelFeed
from companion.web.event_stream import SPOKE, SWITCHED_OFF
from companion.web.guard import UNROUTED

STATIC = Path(__file__).with_name("static")

_MAX_MESSAGE_LENGTH = 256  # maximum bytes of a message from a tab; a scanned line has at most 64
_TABS = 16
_FULL = 1013  # the close code for too many tabs: try again later (RFC 6455, 7.4.1's registry)

_GOODBYE = 1.0  # seconds that `close` waits for a tab that does not read


class _FromTab(Frozen, forbid_unknown_fields=True):
    """The base of messages from a tab."""


class _Press(_FromTab, tag="key"):
    """A key cap was pressed or released."""

    name: KeyName
    down: bool


class _Pass(_FromTab, tag="card"):
    """A card was scanned; `label` is the text of its sticker ("1QSF")."""

    label: str


class _Type(_FromTab, tag="line"):
    """A line was typed in the form that a keyboard scanner sends ("8H")."""

    text: str


class _Name(_FromTab, tag="name"):
    """A `player` was renamed to `name`."""

    player: str
    name: str


class _Others(_FromTab, tag="others"):
    """Bots of a `level` are to play every seat but the first; "" means that people play them."""

    level: Level | Literal[""]


_Message = _Press | _Pass | _Type | _Name | _Others
Rename = Callable[[str, str], None]
"""Renames a player."""

_read_message = msgspec.json.Decoder(_Message).decode


class PanelSite:
    """The panel's page, files and websocket; bots play while a tab is open.

    Args:
        box: the program that the panel shows and controls.
        box_language: returns the language of the box, which the panel uses.
        rename: renames a player.
        play: sends the commands of the bots to the box.
    """

    def __init__(
        self,
        box: PanelBox,
        box_language: Callable[[], Language] = lambda: ENGLISH,
        rename: Rename = lambda _player, _name: None,
        play: SendCommand = lambda _step, _seen: None,
    ) -> None:
        self._box, self._box_language, self._rename = box, box_language, rename
        self._feed = PanelFeed(box)
        self._bots = Bots(play, self._hands)
        self._tabs: dict[asyncio.Event, asyncio.Task[None]] = {}
        self._parting = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._playing: asyncio.Task[None] | None = None
        self._wake_bots = asyncio.Event()
        box.subscribe(self._changed)

    def application(self) -> ASGIApp:
        """Return the ASGI application; its server must reject other machines."""
        return Starlette(
            routes=[
                page_route("/panel", "panel"),
                WebSocketRoute("/panel/line", self._line),
                Mount("/panel/static", StaticFiles(directory=STATIC)),
            ],
            exception_handlers=UNROUTED,
        )

    def close(self) -> None:
        """If the box is switched off, send each tab the last picture and close it with a reason.

        Call it before the server closes, and not in the server's thread.
        """
        loop = self._loop
        if self._box.switched_off and loop is not None:
            parting = asyncio.run_coroutine_threadsafe(self._part(), loop)
            with suppress(TimeoutError):  # the last tab was just closed, and the loop with it
                parting.result(2 * _GOODBYE)

    async def _part(self) -> None:
        self._parting = True
        self._wake()
        if self._tabs:
            await asyncio.wait(self._tabs.values(), timeout=_GOODBYE)

    async def _line(self, tab: WebSocket) -> None:
        if len(self._tabs) >= _TABS:
            await tab.close(_FULL)
            return
        await tab.accept()
        self._loop = asyncio.get_running_loop()
        news = asyncio.Event()
        news.set()
        if not self._tabs:
            self._playing = asyncio.create_task(self._play_others())
        self._tabs[news] = down = asyncio.create_task(self._show(tab, news))
        pressed: set[KeyName] = set()
        try:
            while (
                tab.application_state is WebSocketState.CONNECTED
            ):  # until `_show` notices that the tab is closed
                self._do(await tab.receive_text(), pressed)
        except WebSocketDisconnect:
            pass
        except (MsgspecError, LabelError):
            await tab.close(SPOKE)
        finally:
            for key in pressed:  # the tab was closed while a cap was pressed
                self._box.press(key, down=False)
            down.cancel()
            self._tabs.pop(news)
            if not self._tabs:
                self._loop = None
                if self._playing is not None:
                    self._playing.cancel()

    def _changed(self) -> None:
        """Wake all tabs and the bots after a change of the box, from any thread."""
        loop = self._loop
        if loop is not None:
            with suppress(RuntimeError):  # the loop is already closed
                loop.call_soon_threadsafe(self._wake)

    def _wake(self) -> None:
        for news in (*self._tabs, self._wake_bots):
            news.set()

    async def _play_others(self) -> None:
        """Let the bots act when due, as long as a tab is open."""
        self._wake_bots.set()
        due: float | None = None
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout_at(due):
                    await self._wake_bots.wait()
            self._wake_bots.clear()
            due = self._bots.act(self._box.showing(), asyncio.get_running_loop().time())

    def _hands(self, showing: PanelView) -> Hands | None:
        try:
            return self._feed.hands(showing)
        except CardError:
            return None

    async def _show(self, tab: WebSocket, news: asyncio.Event) -> None:
        """Send the changes since the tab's last message; several changes are sent as one
        message.
        """
        sent: int | None = None
        parting = False
        with suppress(OSError, WebSocketDisconnect):  # `_line` handles the disconnect
            while not parting:
                await news.wait()
                news.clear()
                parting = self._parting
                with using(self._box_language()):
                    version, message = self._feed.message(sent)
                if version != sent:
                    sent = version
                    await tab.send_text(message)
            await tab.close(SWITCHED_OFF, "the box is switched off")

    def _do(self, text: str, pressed: set[KeyName]) -> None:
        """Execute a tab's message.

        Raises:
            MsgspecError, LabelError: the message is not one of the panel's page.
        """
        if len(text) > _MAX_MESSAGE_LENGTH:
            raise ValidationError("longer than any message of the page")
        message: _Message = _read_message(text)
        match message:
            case _Press(name, down):
                (pressed.add if down else pressed.discard)(name)
                self._box.press(name, down=down)
            case _Pass(label):
                card = read_label(label)
                if not isinstance(card, Card) or not card.deck:
                    raise LabelError(f"{label} is on no card of the pack")
                self._box.pass_card(card)
            case _Type(line):
                self._box.scan_line(line)
            case _Name(player, name):
                if visible := plain(name):
                    self._rename(player, visible)
            case _Others(level):
                self._bots.level = self._feed.others = level or None
                self._wake()
            case _:
                assert_never(message)
