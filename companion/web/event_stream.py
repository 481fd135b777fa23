"""Websockets that push the feed to pages, and answer questions of the pages if they may ask."""

import asyncio
import contextlib
import threading
from collections.abc import Awaitable, Callable

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from companion.web.feed import Feed

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
        with contextlib.suppress(
            OSError, WebSocketDisconnect
        ):  # The page may disconnect at any time.
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
        with contextlib.suppress(OSError, WebSocketDisconnect):  # `_served` handles the disconnect
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
            with contextlib.suppress(RuntimeError):  # The loop has just closed.
                loop.call_soon_threadsafe(self._wake)

    def _wake(self) -> None:
        with self._gone:
            pages = tuple(self._pages)
        for news in pages:
            news.set()
