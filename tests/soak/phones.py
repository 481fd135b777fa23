"""Phones that use the box's real page over ASGI in this process: no port, no thread, a manual
clock.
"""

import asyncio
import json
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from starlette.types import ASGIApp, Message

SPINS = 200
"""Rounds of the event loop after which everything that does not wait for the box is done."""

HOST = "192.168.1.7"


class Inline(ThreadPoolExecutor):
    """Runs each function at once, in the calling thread."""

    def __init__(self, name: str = "") -> None:
        super().__init__(max_workers=1, thread_name_prefix=name)

    def submit(self, work: Callable[..., Any], /, *given: Any, **named: Any) -> Future[Any]:
        done: Future[Any] = Future()
        try:
            done.set_result(work(*given, **named))
        except BaseException as error:  # noqa: BLE001  # passed on as an executor does
            done.set_exception(error)
        return done


class Reply:
    """The reply to one order, or None until it arrives."""

    def __init__(self, asked_at: float, seen: int, order: dict[str, Any]) -> None:
        self.asked_at, self.seen, self.order = asked_at, seen, order
        self.status: int | None = None
        self.answered_at = 0.0
        self.told: dict[str, Any] = {}

    @property
    def kind(self) -> str:
        """The kind of reply: "done", "checked", "drawn", "refused", "question", "meanwhile" or
        "problem".
        """
        kinds = ("done", "checked", "drawn", "refused", "question", "meanwhile", "problem")
        return next((kind for kind in kinds if kind in self.told), "nothing")


class Web:
    """The event loop of the pages, which runs only in `spin`."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self.loop = asyncio.new_event_loop()
        self.loop.time = clock  # type: ignore[method-assign]  # uses the box's time
        self.loop.set_default_executor(Inline())

    def spin(self, until: Callable[[], bool] = lambda: False, most: int = SPINS) -> None:
        """Run the pages until they are idle or `until` holds."""
        self.loop.run_until_complete(self._spun(until, most))

    async def _spun(self, until: Callable[[], bool], most: int) -> None:
        for _ in range(most):
            if until():
                return
            await asyncio.sleep(0)

    def restart(self) -> None:
        """End every request and every line, because the box that served them is gone."""
        tasks = asyncio.all_tasks(self.loop)
        for task in tasks:
            task.cancel()
        if tasks:
            self.loop.run_until_complete(asyncio.wait(tasks))

    def close(self) -> None:
        self.restart()
        self.loop.run_until_complete(self.loop.shutdown_default_executor())
        self.loop.close()


class Phone:
    """A phone with the page open, which receives updates and sends orders on its line.

    Attributes:
        page: the parts of the page, as the phone has them.
        is_asleep: true while it receives nothing, so that its page becomes outdated.
        token: its cookie, "" before it is paired.
    """

    def __init__(
        self, web: Web, app: ASGIApp, language: str, clock: Callable[[], float], token: str = ""
    ) -> None:
        self.token, self.language = token, language
        self.page: dict[str, Any] = {}
        self.is_asleep = False
        self.waits: dict[int, Reply] = {}
        self._web, self._app, self._clock = web, app, clock
        self._to_box: asyncio.Queue[Message] = asyncio.Queue()
        self._unread: list[dict[str, Any]] = []
        self._line: asyncio.Task[None] | None = None
        self._number = 0

    @property
    def seen(self) -> int:
        """Return the number of the command after which the page shows the table."""
        return int(self.page.get("now", {}).get("sequence", 0))

    @property
    def is_open(self) -> bool:
        return self._line is not None and not self._line.done()

    @property
    def is_new(self) -> bool:
        """True if the page has opened its line and shows nothing yet."""
        return self.is_open and not self.page and not self.is_asleep

    def open(self) -> None:
        """Open the page's line to the box."""
        self._unread.clear()
        self.page.clear()
        self._to_box = asyncio.Queue()
        self._to_box.put_nowait({"type": "websocket.connect"})
        scope = {"type": "websocket", "subprotocols": [], **self._scope("/line")}
        self._line = self._web.loop.create_task(self._served(scope))

    def order(self, order: dict[str, Any], seen: int) -> Reply:
        """Send an order; the reply arrives while the loop runs."""
        self._number += 1
        reply = self.waits[self._number] = Reply(self._clock(), seen, order)
        message = {"id": self._number, "order": order, "seen": seen}
        self._to_box.put_nowait({"type": "websocket.receive", "text": json.dumps(message)})
        return reply

    def get(self, path: str) -> Any:
        """Return the box's answer to a request for that page, or None if it is refused."""
        heard: list[Message] = []

        async def sent() -> Message:
            return {"type": "http.request", "body": b"", "more_body": False}

        async def answered(message: Message) -> None:
            heard.append(message)

        scope = {"type": "http", "method": "GET", **self._scope(path)}
        self._web.loop.run_until_complete(self._app(scope, sent, answered))
        body = b"".join(message.get("body", b"") for message in heard)
        return json.loads(body) if heard[0]["status"] == 200 else None

    def hear(self) -> None:
        """Read the messages that have arrived, unless the phone is asleep."""
        if not self.is_asleep:
            for told in self._unread:
                self.page |= told
            self._unread.clear()

    def _scope(self, path: str) -> dict[str, Any]:
        headers = [
            (b"host", HOST.encode()),
            (b"origin", f"http://{HOST}".encode()),
            (b"content-type", b"application/json"),
            (b"accept-language", self.language.encode()),
        ]
        if self.token:
            headers.append((b"cookie", f"companion-80={self.token}".encode()))
        return {
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": b"",
            "root_path": "",
            "headers": headers,
            "client": ("192.168.1.20", 50000),
            "server": (HOST, 80),
        }

    async def _served(self, scope: dict[str, Any]) -> None:
        await self._app(scope, self._to_box.get, self._heard)

    async def _heard(self, message: Message) -> None:
        if message["type"] != "websocket.send":
            if message["type"] == "websocket.close":
                self._to_box.put_nowait(
                    {"type": "websocket.disconnect", "code": message.get("code", 1000)}
                )
            return
        told = json.loads(message["text"])
        if "id" in told:
            reply = self.waits.pop(told["id"])
            reply.status, reply.told, reply.answered_at = (
                told["status"],
                told["answer"],
                self._clock(),
            )
            if reply.status == 401:  # it was disconnected, or its evening is over
                self.token = ""
        elif told:
            self._unread.append(told["parts"])
