"""Tests of the server: strangers, crowds and slow clients, and its start and end."""

import asyncio
import contextlib
import os
import socket
import sys
import threading
from collections.abc import AsyncIterator, Callable, Iterator

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from companion.errors import DeviceError
from companion.web.event_stream import EventStream, Feed
from companion.web.limits import Limits
from companion.web.protocols import AT_ONCE, MAX_MESSAGE_LENGTH, READING_TIMEOUT, REQUEST_TIMEOUT
from companion.web.server import WebServer
from tests.simulation.tab import Tab
from tests.web.hand_timers import HandTimer, HandTimers
from tests.web.raw import PATIENCE, ask, connect, heard, request, upgraded
from tests.web.small_site import SmallSite, headers, served

NEVER = 1e6  # seconds
PLENTY = 16_000_000  # bytes, more than the system keeps for any client


@pytest.fixture
def site() -> SmallSite:
    return SmallSite()


@pytest.fixture
def timers() -> HandTimers:
    return HandTimers()


async def flood(page: WebSocket) -> None:
    """Send endlessly, until the page has gone."""

    async def send() -> None:
        with contextlib.suppress(OSError, WebSocketDisconnect):
            while True:
                await page.send_text("x" * 100_000)
                await asyncio.sleep(0)  # sending to a page that has gone takes no time

    await page.accept()
    sending = asyncio.create_task(send())
    while (await page.receive())["type"] != "websocket.disconnect":
        pass
    sending.cancel()


def whole(port: int) -> bytes:
    return request("GET", "/", {"host": f"127.0.0.1:{port}"})


@pytest.mark.parametrize(
    "begun", [b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: companion\r\nX-Slow: "]
)
def test_unfinished_request_is_dropped(site: SmallSite, timers: HandTimers, begun: bytes) -> None:
    with (
        served(site.guarded(), later=timers) as server,
        connect(server.port) as dawdler,
    ):
        limit = timers.of(REQUEST_TIMEOUT)
        dawdler.sendall(begun)
        assert ask(server.port, whole(server.port)).status == 200
        limit.run_out()
        assert heard(dawdler).status == 0
        assert ask(server.port, whole(server.port)).status == 200


@pytest.mark.attack("crowd", "send a request byte by byte (slowloris)", "the connection is closed")
def test_trickling_head_gets_no_extra_time(site: SmallSite, timers: HandTimers) -> None:
    with (
        served(site.guarded(), later=timers) as server,
        connect(server.port) as dawdler,
    ):
        limit = timers.of(REQUEST_TIMEOUT)
        for line in (b"GET / HTTP/1.1\r\n", b"Host: companion\r\n", b"X-Slow: 1\r\n"):
            dawdler.sendall(line)
            # When this is answered, the server has read the line as well.
            assert ask(server.port, whole(server.port)).status == 200
        assert timers.running() == [limit]
        limit.run_out()
        assert heard(dawdler).status == 0


def test_unfinished_body_is_dropped(site: SmallSite, timers: HandTimers) -> None:
    with (
        served(site.guarded(), later=timers) as server,
        connect(server.port) as dawdler,
    ):
        dawdler.sendall(request("POST", "/rule", headers(server.port, content_length="100"), b"{"))
        timers.of(REQUEST_TIMEOUT).run_out()
        assert heard(dawdler).status == 0
    assert site.ruled == []


def test_second_request_has_the_same_time_limit(site: SmallSite, timers: HandTimers) -> None:
    with (
        served(site.guarded(), later=timers) as server,
        connect(server.port) as dawdler,
    ):
        host = f"127.0.0.1:{server.port}"
        first = request("GET", "/", {"host": host, "connection": "keep-alive"})
        dawdler.sendall(
            first + request("POST", "/rule", headers(server.port, content_length="100"), b"{")
        )
        answer = b""
        while not answer.endswith(b'{"total":97}'):
            answer += dawdler.recv(65536)
        timers.of(REQUEST_TIMEOUT).run_out()
        assert heard(dawdler).status == 0
    assert site.ruled == []


def test_websocket_outlasts_the_request_limits(timers: HandTimers) -> None:
    feed = Feed()
    feed.update({"total": b"97"})
    site = Starlette(routes=[WebSocketRoute("/line", EventStream(feed, beat=NEVER).serve)])
    with served(site, later=timers) as server, Tab(server.port, target="/line") as tab:
        tab.hear()
        assert timers.running() == []


def test_slow_response_has_no_time_limit(timers: HandTimers) -> None:
    asked, going = threading.Event(), threading.Event()

    async def slow(_request: Request) -> Response:
        asked.set()
        await asyncio.to_thread(going.wait, PATIENCE)
        return PlainTextResponse("done")

    site = Starlette(routes=[Route("/", slow)])
    with served(site, later=timers) as server, connect(server.port) as asker:
        asker.sendall(whole(server.port))
        assert asked.wait(PATIENCE)
        assert timers.running() == []
        going.set()
        assert heard(asker).body == b"done"


@pytest.mark.attack("crowd", "send requests and never read the answers", "the connection is closed")
def test_client_that_does_not_read_is_dropped(timers: HandTimers) -> None:
    piece, sent = b"x" * 8192, 0

    async def pieces() -> AsyncIterator[bytes]:
        nonlocal sent
        while sent < PLENTY:
            sent += len(piece)
            yield piece

    async def large(_request: Request) -> Response:
        return StreamingResponse(pieces(), headers={"content-length": str(PLENTY)})

    site = Starlette(routes=[Route("/", large)])
    with served(site, later=timers) as server, connect(server.port) as deaf:
        deaf.sendall(whole(server.port))
        limit, waiting = timers.of(READING_TIMEOUT), sent
        limit.run_out()
        # The server buffers hardly more of the answer than the kernel accepted.
        assert 0 <= waiting - len(heard(deaf).body) <= 3 * len(piece)


def test_websocket_that_does_not_read_is_dropped(timers: HandTimers) -> None:
    ended = threading.Event()

    async def until_the_end(page: WebSocket) -> None:
        await flood(page)
        ended.set()

    site = Starlette(routes=[WebSocketRoute("/line", until_the_end)])
    with served(site, later=timers) as server, Tab(server.port, target="/line"):
        timers.of(READING_TIMEOUT).run_out()
        assert ended.wait(PATIENCE)


@pytest.mark.attack("crowd", "flood a line and never read", "the connection is closed")
def test_flooding_websocket_that_does_not_read_is_dropped(timers: HandTimers) -> None:
    ended = threading.Event()

    async def deaf(page: WebSocket) -> None:
        await page.accept()
        assert (await page.receive())["type"] == "websocket.disconnect"
        ended.set()

    site = Starlette(routes=[WebSocketRoute("/line", deaf)])
    pings = (b"\x89\xfd" + b"\0\0\0\0" + b"x" * 125) * 1000  # masked with zeros
    with (
        served(site, phone_of=lambda _: "Cy's", later=timers) as server,
        upgraded(server.port, "/line") as line,
    ):
        line.setblocking(False)
        left, sent, is_read = pings, 0, True
        while is_read or not timers.running():  # until the server stops reading
            ask(
                server.port, whole(server.port)
            )  # the answer proves that the server has read all that it will
            is_read = False
            with contextlib.suppress(BlockingIOError):
                while taken := line.send(left):
                    left, sent, is_read = left[taken:] or pings, sent + taken, True
                    assert sent < PLENTY
        timers.of(READING_TIMEOUT).run_out()
        assert ended.wait(PATIENCE)


def test_slow_reader_may_send_another_request(timers: HandTimers) -> None:
    async def large(_request: Request) -> Response:
        return PlainTextResponse("x" * PLENTY)

    site = Starlette(routes=[Route("/", large)])
    with served(site, later=timers) as server, connect(server.port) as slow:
        again = request("GET", "/", {"host": "companion", "connection": "keep-alive"})
        slow.sendall(again)
        limit = timers.of(READING_TIMEOUT)
        head, _, body = slow.recv(65536).partition(b"\r\n\r\n")
        assert b"200 OK" in head
        length = len(body)
        while length < PLENTY:
            length += len(slow.recv(1 << 20))
        slow.sendall(request("GET", "/nowhere", {"host": "companion"}))
        assert b"404 Not Found" in slow.recv(65536)
        assert not limit.is_running


@pytest.mark.attack(
    "bytes", "send a message of gigabytes on a line", "the line is closed, nothing is stored"
)
def test_oversized_message_is_not_buffered() -> None:
    heard_of = threading.Event()

    async def listening(page: WebSocket) -> None:
        await page.accept()
        assert (await page.receive())["type"] == "websocket.disconnect"
        heard_of.set()

    site = Starlette(routes=[WebSocketRoute("/line", listening)])
    begin, more = b"\x01\xfd\0\0\0\0" + b"x" * 125, b"\x00\xfd\0\0\0\0" + b"x" * 125
    with served(site) as server, upgraded(server.port, "/line") as line:
        line.sendall(begin + more * (MAX_MESSAGE_LENGTH // 125 + 1))
        assert heard_of.wait(PATIENCE)
        assert heard(line).status == 0


@pytest.mark.attack(
    "crowd",
    "open connections until no more are taken",
    "the address with the most loses its oldest",
)
def test_oldest_connection_is_evicted_when_full(site: SmallSite) -> None:
    with (
        served(site.guarded(), room=Limits(in_all=3)) as server,
        contextlib.ExitStack() as connections,
    ):
        waiting = [connections.enter_context(connect(server.port)) for _ in range(3)]
        assert ask(server.port, whole(server.port)).status == 200
        assert heard(waiting[0]).status == 0
        waiting[1].sendall(whole(server.port))
        assert heard(waiting[1]).status == 200


class OpenFiles:
    """Records at each new connection how many files the program has open."""

    def __init__(self, timers: HandTimers) -> None:
        self._timers = timers
        self.most = 0

    def __call__(self, seconds: float, action: Callable[[], None]) -> HandTimer:
        self.most = max(self.most, open_files())
        return self._timers(seconds, action)


def open_files() -> int:
    return len(os.listdir("/proc/self/fd"))  # noqa: PTH208  # quicker


@pytest.mark.skipif(sys.platform != "linux", reason="counts open files in /proc")
def test_connections_are_accepted_in_small_batches(timers: HandTimers) -> None:
    asked, going = threading.Event(), threading.Event()

    async def stalls(_request: Request) -> Response:
        asked.set()
        going.wait(PATIENCE)  # blocks the whole server while a crowd queues up
        return PlainTextResponse("done")

    site, files, places = Starlette(routes=[Route("/", stalls)]), OpenFiles(timers), 2
    with (
        served(site, room=Limits(in_all=places), later=files) as server,
        connect(server.port) as first,
        contextlib.ExitStack() as crowd,
    ):
        first.sendall(whole(server.port))
        assert asked.wait(PATIENCE)
        dial_value = [crowd.enter_context(connect(server.port)) for _ in range(8 * AT_ONCE)]
        before, files.most = open_files(), 0
        going.set()
        assert heard(dial_value[-places - 1]).status == 0  # the last one without a place
        assert before < files.most <= before + places + 4 * AT_ONCE


def test_websocket_counts_until_it_closes() -> None:
    ended = threading.Event()

    async def listening(page: WebSocket) -> None:
        await page.accept()
        await page.receive()
        ended.set()

    site = Starlette(routes=[WebSocketRoute("/line", listening)])
    with served(site, room=Limits(in_all=1), phone_of=lambda _: "Cy's") as server:
        with Tab(server.port, target="/line"):
            assert ask(server.port, whole(server.port)).status == 0
        assert ended.wait(PATIENCE)
        assert ask(server.port, whole(server.port)).status == 404


@pytest.mark.attack(
    "crowd", "connect from outside the local network", "closed before a byte is read"
)
def test_public_peer_is_dropped_unread(site: SmallSite, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.web.limits.is_local", lambda address: address != "127.0.0.1")
    with served(site.application()) as server:
        assert ask(server.port, whole(server.port)).status == 0


def test_non_http_is_answered_and_closed(site: SmallSite) -> None:
    with served(site.guarded()) as server:
        assert ask(server.port, b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\r\n\r\n").status in {0, 400}
        assert (
            ask(server.port, whole(server.port)[:-4] + b"\r\nContent-Length: -1\r\n\r\n").status
            == 400
        )
        assert ask(server.port, b"GET / HTTP/1.1\r\nHost: a\r\n" + b"X: y\r\n" * 20_000).status in {
            0,
            400,
        }
        assert ask(server.port, whole(server.port)).status == 200


@pytest.fixture
def taken() -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as other:
        yield other.getsockname()[1]


def test_port_in_use_is_named_in_the_error(site: SmallSite, taken: int) -> None:
    with pytest.raises(
        DeviceError, match=f"^Pages: port {taken} is taken, is the companion running already"
    ):
        WebServer(site.guarded(), port=taken).start()


def test_foreign_bind_address_is_named_in_the_error(site: SmallSite) -> None:
    with pytest.raises(DeviceError, match=r"^Pages: cannot listen on 192\.0\.2\.7 port 8098: "):
        WebServer(site.guarded(), "192.0.2.7").start()


def test_close_releases_the_port(site: SmallSite) -> None:
    server = WebServer(site.guarded(), port=0)
    server.start()
    server.close()
    with socket.create_server(("127.0.0.1", server.port)):
        pass
    server.close()


def test_close_ends_despite_hanging_clients() -> None:
    asked = threading.Event()

    async def never(_request: Request) -> Response:
        asked.set()
        await asyncio.Event().wait()
        return PlainTextResponse("done")

    site = Starlette(routes=[Route("/", never), WebSocketRoute("/line", flood)])
    server = WebServer(site, port=0, later=HandTimers())
    server.start()
    with (
        connect(server.port) as asker,
        contextlib.suppress(OSError),
        Tab(server.port, target="/line"),
    ):
        asker.sendall(whole(server.port))
        assert asked.wait(PATIENCE)
        server.close()
        assert heard(asker).status == 0
    with socket.create_server(("127.0.0.1", server.port)):
        pass
