"""The state sent to all pages, and the websockets that push it and answer the pages' questions.

The state is JSON parts in numbered versions, encoded once for all listeners. Each change makes a
new version. A listener that has an older version receives the difference to the newest, so the feed
needs no queue for slow listeners.
"""

import asyncio
import sys
import threading
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress

import msgspec
from msgspec import Raw
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

_NO_ROW = sys.maxsize


class Feed:
    """The newest parts and rows. Thread-safe.

    Attributes:
        version: the number of the newest version; 0 before the first update.
        is_closed: whether the box has ended, after which no version follows.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.version = 0
        self._parts: dict[str, bytes] = {}
        self._changed_in: dict[str, int] = {}
        self._rows: list[bytes] = []
        self._first_changed: list[int] = []  # the first row that each version has changed
        self._messages: dict[int | None, str] = {}
        self._listeners: list[Callable[[], None]] = []
        self.is_closed = False

    def update(self, parts: Mapping[str, bytes], rows: Sequence[bytes] = ()) -> int:
        """Make a new version if anything is new, and notify the subscribers.

        Return the newest version. Parts and rows are JSON. A part that is not given is unchanged;
        `rows` is the complete history, oldest first.
        """
        with self._lock:
            fresh = {name: value for name, value in parts.items() if self._parts.get(name) != value}
            start = first_other(self._rows, rows)
            if start == max(len(self._rows), len(rows)):
                start = _NO_ROW
            if not fresh and start == _NO_ROW and self.version:
                return self.version
            self.version += 1
            self._messages.clear()
            self._parts |= fresh
            self._changed_in |= dict.fromkeys(fresh, self.version)
            self._rows[start:] = rows[start:]
            self._first_changed.append(start)
            listeners = tuple(self._listeners)
        # Outside the lock, because a listener may call `message`.
        for news in listeners:
            news()
        return self.version

    def message(self, since: int | None) -> tuple[int, str]:
        """Return the newest version and the message that updates a listener from version `since`.

        The message is complete if `since` is None.
        """
        with self._lock:
            text = self._messages.get(since)
            if text is None:
                text = self._messages[since] = self._encoded(since)
            return self.version, text

    def subscribe(self, news: Callable[[], None]) -> None:
        """Call `news` after each change, on the thread that made it."""
        with self._lock:
            self._listeners.append(news)

    def close(self) -> None:
        """Wake all listeners one last time: they receive the newest version and then close."""
        with self._lock:
            self.is_closed = True
            listeners = tuple(self._listeners)
        for news in listeners:
            news()

    def _encoded(self, since: int | None) -> str:
        message: dict[str, object] = {"version": self.version}
        message["parts"] = {
            name: Raw(value)
            for name, value in self._parts.items()
            if since is None or self._changed_in[name] > since
        }
        start = 0 if since is None else min(self._first_changed[since:], default=_NO_ROW)
        if start != _NO_ROW:
            message["plays"] = {
                "from": start,
                "rows": [Raw(row) for row in self._rows[start:]],
            }
        return msgspec.json.encode(message).decode()


def first_other(before: Sequence[object], after: Sequence[object]) -> int:
    """Return the first index at which the two differ, or the length of the shorter one."""
    differ = (at for at, (old, new) in enumerate(zip(before, after, strict=False)) if old != new)
    return next(differ, min(len(before), len(after)))


SWITCHED_OFF = 1001
"""The websocket close code when the box shuts down: going away (RFC 6455, 7.4.1)."""

SPOKE = 1008
"""The websocket close code for a page that sends a foreign message (RFC 6455, 7.4.1)."""

OTHER_RIGHTS = 4001
"""The websocket close code for a page that may no longer receive this feed.

It is from the range for private use (RFC 6455, 7.4.2).
"""

BEAT = 2.0
"""Seconds without news after which the server sends a heartbeat."""

NOTHING_NEW = "{}"

Answering = Callable[[str], Awaitable[str | None]]
"""Returns the answer to a message of a page; None for a message that no page of ours sends."""


async def no_answer(_message: str) -> str | None:
    """Return no answer: the page only listens."""
    return None


class EventStream:
    """A feed served to any number of pages; after `beat` seconds without news each receives ``{}``.

    ::

        WebSocketRoute("/line", lines.serve)
    """

    def __init__(self, feed: Feed, beat: float = BEAT) -> None:
        self.feed = feed
        self._beat = beat
        self._pages: dict[asyncio.Event, asyncio.AbstractEventLoop] = {}
        self._gone = threading.Condition()
        feed.subscribe(self._changed)

    async def serve(
        self,
        page: WebSocket,
        answering: Answering = no_answer,
        may_hear: Callable[[], bool] = lambda: True,
    ) -> None:
        """Send a page the complete feed, then each change, until either end closes.

        Each message of the page is answered before the next is read. `may_hear` is checked before
        each message, so at least once per beat; once it is false, nothing more is sent.
        """
        with suppress(OSError, WebSocketDisconnect):  # The page may disconnect at any time.
            await page.accept()
            await self._served(page, answering, may_hear)

    def close(self, patience: float = 1.0) -> bool:
        """Close the websocket of every page because the box ends.

        Return True when all pages are gone, False if that takes longer than `patience` seconds. Do
        not call this on the web server's thread: it blocks that thread's event loop.
        """
        self.feed.close()
        with self._gone:
            return self._gone.wait_for(lambda: not self._pages, patience)

    async def _served(
        self, page: WebSocket, answering: Answering, may_hear: Callable[[], bool]
    ) -> None:
        news = asyncio.Event()
        with self._gone:
            self._pages[news] = asyncio.get_running_loop()
        telling = asyncio.create_task(self._tell(page, news, may_hear))
        try:
            while (message := await page.receive())["type"] == "websocket.receive":
                answer = await answering(message.get("text") or "")
                # The page has closed in the meantime.
                if page.application_state is not WebSocketState.CONNECTED:
                    return
                if answer is None:
                    telling.cancel()
                    await asyncio.wait([telling])
                    await page.close(SPOKE)
                    return
                await page.send_text(answer)
        finally:
            telling.cancel()
            with self._gone:
                del self._pages[news]
                self._gone.notify_all()

    async def _tell(
        self, page: WebSocket, news: asyncio.Event, may_hear: Callable[[], bool]
    ) -> None:
        sent: int | None = None
        with suppress(OSError, WebSocketDisconnect):  # `_served` handles the disconnect
            while True:
                parting = self.feed.is_closed
                if not may_hear():
                    await page.close(OTHER_RIGHTS)
                    return
                if self.feed.version and sent != self.feed.version:
                    sent, text = self.feed.message(sent)
                    await page.send_text(text)
                elif parting:
                    await page.close(SWITCHED_OFF)
                    return
                elif not await self._hears(news) and sent is not None and may_hear():
                    await page.send_text(NOTHING_NEW)

    async def _hears(self, news: asyncio.Event) -> bool:
        """Wait until there is news or the next heartbeat is due; return whether there is news."""
        try:
            async with asyncio.timeout(self._beat):
                await news.wait()
        except TimeoutError:
            return False
        news.clear()
        return True

    def _changed(self) -> None:
        """Wake the pages' tasks on their own event loop; any thread may call this."""
        with self._gone:
            # All pages run on the web server's one loop, so waking that once wakes them all.
            loop = next(iter(self._pages.values()), None)
        if loop is not None:
            with suppress(RuntimeError):  # The loop has just closed.
                loop.call_soon_threadsafe(self._wake)

    def _wake(self) -> None:
        with self._gone:
            pages = tuple(self._pages)
        for news in pages:
            news.set()
