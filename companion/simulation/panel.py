"""The simulated panel: shows the box in a browser, for people without the hardware.

`PanelSite` is a page at ``/panel`` that keeps every open tab up to date over a websocket. It shows
the view of a `PanelBox`, and forwards the actions of people as key contacts and scans. It is for
browsers on this machine (docs/reference/panel.md documents the messages).
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Literal, Protocol, assert_never

import msgspec
from msgspec import MsgspecError, ValidationError
from starlette.applications import Starlette
from starlette.routing import Mount, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from companion.core.cards import Card, Pack
from companion.core.frozen import Frozen
from companion.core.history import counting
from companion.devices.sounder import TUNES
from companion.errors import CardError, LabelError
from companion.inputs import KeyName
from companion.labels.codec import read_label, write_label
from companion.message import ENGLISH, Language, language_in_use, using
from companion.phone.language import page_route
from companion.phone.pairing.sessions import plain
from companion.phone.view import History, table_parts
from companion.simulation.bots import YOURS, Bots, Level, SendCommand
from companion.simulation.box import PanelView
from companion.simulation.pack import Hands, SimulatedPack, labels_of
from companion.web.event_stream import SPOKE, SWITCHED_OFF, Feed
from companion.web.guard import UNROUTED
from companion.words.form import FOR_PAGES

FACE_DOWN = "?"
"""The placeholder for the label of a card that is face down."""


_DISPLAY = ("width", "height", "depth", "pixels", "contrast", "on", "text", "asking")
"""The fields of a `PanelView` that the panel gets of the display; pixels are sent in base64."""


class PanelBox(Protocol):
    """The program behind the panel. Every method may be called from the panel's thread."""

    def press(self, key: KeyName, *, down: bool) -> None:
        """Press or release the contact of a key, which the box has to debounce."""

    def pass_card(self, card: Card) -> None:
        """Scan a card; the box receives the bytes of its label as from the serial port."""

    def showing(self) -> PanelView:
        """Return the current view; picture, words and game are from the same moment."""
        ...

    @property
    def switched_off(self) -> bool:
        """Whether the box was switched off; the panel informs its tabs when it closes."""
        ...

    def scan_line(self, text: str) -> None:
        """Scan a line that a person has typed, which may be a plain form."""
        ...

    def subscribe(self, changed: Callable[[], None]) -> None:
        """Call `changed`, from any thread, after each change."""
        ...


class PanelFeed:
    """The source of messages to the tabs: the phone's view of the table, and the panel's own parts.

    Only one thread at a time may call it.

    Attributes:
        others: the level of the bots at every seat but the first, whose cards are face down; None
            while people play them.
    """

    def __init__(self, box: PanelBox) -> None:
        self._box = box
        self.others: Level | None = None
        self._pack, self._history, self._feed = SimulatedPack(), History(), Feed()

    def message(self, since: int | None) -> tuple[int, str]:
        """Return the newest version, and the message that updates a tab from version `since`.

        The first message (`since` None) has everything.
        """
        showing = self._box.showing()
        parts = {name: FOR_PAGES.encode(part) for name, part in self._parts(showing).items()}
        self._feed.update(parts, self._history.rows(showing.snapshot))
        return self._feed.message(since)

    def _parts(self, showing: PanelView) -> dict[str, object]:
        table = showing.snapshot
        rules = table.scene.rules
        pack = Pack() if rules is None else rules.pack
        return {
            "display": {name: getattr(showing, name) for name in _DISPLAY},
            "box": {"language": language_in_use().code, "court": language_in_use().court},
            "lights": showing.lights,
            "sound": {
                "count": showing.sounds,
                "name": showing.sound,
                "notes": TUNES[showing.sound] if showing.sound else (),
            },
            **table_parts(table),
            "deck": [] if pack is None else [write_label(card) for card in labels_of(pack)],
            "hands": self._hands(showing),
            "others": {"level": self.others or ""},
        }

    def hands(self, showing: PanelView) -> Hands | None:
        """Return the location of every card; None in a game without cards.

        Raises:
            CardError: the game's cards are not from this pack.
        """
        scene = showing.snapshot.scene
        pack = Pack() if scene.rules is None else scene.rules.pack
        return (
            None if pack is None else self._pack.follow(showing.seed, pack, counting(scene.moments))
        )

    def _hands(self, showing: PanelView) -> dict[str, object]:
        """Return the cards of each player; no seats if the game's cards are not from this pack."""
        try:
            hands = self.hands(showing)
        except CardError as reason:
            return {"seats": [], "pile": [], "reason": str(reason)}
        if hands is None:
            return {"seats": [], "pile": []}
        is_open = [self.others is None or seat == YOURS for seat in range(len(hands.seats))]
        sent: dict[str, object] = {
            "seats": [
                [card and (write_label(card) if is_own else FACE_DOWN) for card in hand]
                for hand, is_own in zip(hands.seats, is_open, strict=True)
            ],
            "pile": [write_label(card) for card in hands.pile],
        }
        if self.others is not None and not hands.stock:
            # In a game without drawing, each player knows all cards of the others together: those
            # not yet played.
            others = [
                card for hand in hands.seats[YOURS + 1 :] for card in hand if card is not None
            ]
            sent["unseen"] = sorted(map(write_label, others))
        return sent


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
