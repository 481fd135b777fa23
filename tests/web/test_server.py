"""The server: strangers, crowds and dawdlers, and how it begins and ends."""

import asyncio
import contextlib
import socket
import threading
from collections.abc import Iterator

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from companion.errors import DeviceError
from companion.web import protocols
from companion.web.connection_limit import Limits
from companion.web.event_stream import EventStream
from companion.web.feed import Feed
from companion.web.protocols import LONGEST_WORD, Timeouts
from companion.web.server import WebServer
from tests.simulation.tab import ClosedError, Tab
from tests.web.raw import PATIENCE, ask, connect, heard, request
from tests.web.small_site import SmallSite, headers, served

NEVER = 1e6  # seconds
GONE = (OSError, WebSocketDisconnect)
PLENTY = 16_000_000  # bytes, more than the system keeps for anybody
AT_ONCE = 0.05  # seconds, as many as a test has to wait for


def patience(**shorter: float) -> Timeouts:
    """One that is short only where the test looks."""
    return Timeouts(**{"head": NEVER, "body": NEVER, "taking": NEVER, **shorter})


@pytest.fixture
def site() -> SmallSite:
    return SmallSite()


def whole(port: int) -> bytes:
    return request("GET", "/", {"host": f"127.0.0.1:{port}"})


def until_it_has_gone(server: WebServer, guest: asyncio.Transport) -> None:
    """Returns when the server has dropped this connection, as it will soon."""
    for _ in range(20_000):
        ask(server.port, request("GET", "/nowhere", {"host": f"127.0.0.1:{server.port}"}))
        if guest not in server._config.limiter.guests:
            return
    pytest.fail("whoever was in has never been dropped")


@pytest.mark.parametrize("begun", [b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: companion\r\nX-Slow: "])
def test_unfinished_request_is_dropped(site: SmallSite, begun: bytes) -> None:
    with served(site.guarded(), patience=patience(head=AT_ONCE)) as server, connect(server.port) as dawdler:
        dawdler.sendall(begun)
        assert heard(dawdler).status == 0
        assert ask(server.port, whole(server.port)).status == 200


@pytest.mark.attack("crowd", "send a request byte by byte (slowloris)", "the connection is closed")
def test_trickling_head_gets_no_extra_time(site: SmallSite) -> None:
    with (
        served(site.guarded(), patience=patience(head=10 * AT_ONCE)) as server,
        connect(server.port) as dawdler,
    ):
        dawdler.settimeout(AT_ONCE / 10)
        dawdler.sendall(b"GET / HTTP/1.1\r\nHost: companion\r\n")
        is_open, lines = True, 0
        while is_open:
            try:
                lines += 1
                dawdler.sendall(b"X-Slow: 1\r\n")
                is_open = dawdler.recv(1) != b""
            except TimeoutError:
                pass
            except ConnectionError:
                is_open = False
        assert lines < 1000  # more than that is too much for a head anyway


def test_unfinished_body_is_dropped(site: SmallSite) -> None:
    with served(site.guarded(), patience=patience(body=AT_ONCE)) as server, connect(server.port) as dawdler:
        dawdler.sendall(request("POST", "/rule", headers(server.port, content_length="100"), b"{"))
        assert heard(dawdler).status == 0
    assert site.ruled == []


def test_second_request_has_the_same_time_limit(site: SmallSite) -> None:
    with served(site.guarded(), patience=patience(body=AT_ONCE)) as server, connect(server.port) as dawdler:
        host = f"127.0.0.1:{server.port}"
        first = request("GET", "/", {"host": host, "connection": "keep-alive"})
        dawdler.sendall(first + request("POST", "/rule", headers(server.port, content_length="100"), b"{"))
        answer = heard(dawdler)
        assert (answer.status, answer.body) == (200, b'{"total":97}')


def test_websocket_outlasts_the_request_limits() -> None:
    feed = Feed()
    feed.update({"total": b"97"})
    site = Starlette(routes=[WebSocketRoute("/line", EventStream(feed, beat=NEVER).serve)])
    with (
        served(site, patience=patience(head=AT_ONCE, body=AT_ONCE)) as server,
        Tab(server.port, target="/line") as tab,
    ):
        tab.hear()
        for _ in range(2):
            with connect(server.port) as dawdler:
                assert heard(dawdler).status == 0
        feed.update({"total": b"98"})
        assert tab.hear()["parts"] == {"total": 98}


def test_slow_response_has_no_time_limit() -> None:
    going = threading.Event()

    async def slow(_request: Request) -> Response:
        await asyncio.to_thread(going.wait, PATIENCE)
        return PlainTextResponse("done")

    site = Starlette(routes=[Route("/", slow)])
    with served(site, patience=patience(head=AT_ONCE, body=AT_ONCE)) as server, connect(server.port) as asker:
        asker.sendall(whole(server.port))
        with connect(server.port) as dawdler:
            assert heard(dawdler).status == 0  # as long as that, nobody has been dropped for asking
        going.set()
        assert heard(asker).body == b"done"


@pytest.mark.attack("crowd", "ask and never read the answer", "the connection is closed")
def test_client_that_does_not_read_is_dropped() -> None:
    async def large(_request: Request) -> Response:
        return PlainTextResponse("x" * PLENTY)

    site = Starlette(routes=[Route("/", large)])
    with (
        served(site, patience=patience(taking=AT_ONCE)) as server,
        connect(server.port) as deaf,
    ):
        deaf.sendall(whole(server.port))
        assert deaf.recv(1)
        (guest,) = server._config.limiter.guests
        until_it_has_gone(server, guest)
        assert len(heard(deaf).body) < PLENTY


def test_bytes_not_taken_by_the_kernel_count_as_unread(site: SmallSite) -> None:
    with served(site.guarded()) as server, connect(server.port) as neighbour:
        asked = request("GET", "/", {"host": f"127.0.0.1:{server.port}", "connection": "keep-alive"})
        neighbour.sendall(asked)
        assert neighbour.recv(1)
        assert [guest.get_write_buffer_limits() for guest in server._config.limiter.guests] == [(0, 0)]


def test_websocket_that_does_not_read_is_dropped() -> None:
    ended = threading.Event()

    async def flood(page: WebSocket) -> None:
        await page.accept()
        try:
            while True:
                await page.send_text("x" * 100_000)
        except GONE:
            ended.set()

    site = Starlette(routes=[WebSocketRoute("/line", flood)])
    with (
        served(site, patience=patience(taking=AT_ONCE)) as server,
        Tab(server.port, target="/line"),
    ):
        assert ended.wait(PATIENCE)


@pytest.mark.attack("crowd", "flood a line and never read", "the connection is closed")
def test_flooding_websocket_that_does_not_read_is_dropped() -> None:
    ended = threading.Event()

    async def deaf(page: WebSocket) -> None:
        await page.accept()
        assert (await page.receive())["type"] == "websocket.disconnect"
        ended.set()

    site = Starlette(routes=[WebSocketRoute("/line", deaf)])
    ping = b"\x89\xfd" + b"\0\0\0\0" + b"x" * 125  # masked with nothing
    with served(site, patience=patience(taking=AT_ONCE)) as server, Tab(server.port, target="/line") as tab:
        with contextlib.suppress(ConnectionError):
            while not ended.is_set():
                tab._socket.sendall(ping * 1000)
        assert ended.wait(PATIENCE)


def test_flooding_client_that_does_not_read_is_paused() -> None:
    async def deaf(page: WebSocket) -> None:
        await page.accept()
        await page.receive()

    site = Starlette(routes=[WebSocketRoute("/line", deaf)])
    flood = (b"\x89\xfd" + b"\0\0\0\0" + b"x" * 125) * 1000
    with served(site, patience=patience()) as server, Tab(server.port, target="/line") as tab:
        tab._socket.settimeout(1)
        sent = 0
        with contextlib.suppress(TimeoutError):
            while sent < PLENTY:
                sent += tab._socket.send(flood)
        assert sent < PLENTY


def test_slow_reader_may_send_another_request() -> None:
    async def large(_request: Request) -> Response:
        return PlainTextResponse("x" * PLENTY)

    site = Starlette(routes=[Route("/", large)])
    with served(site, patience=patience()) as server, connect(server.port) as slow:
        again = request("GET", "/", {"host": "companion", "connection": "keep-alive"})
        slow.sendall(again)
        head, _, body = slow.recv(65536).partition(b"\r\n\r\n")
        assert b"200 OK" in head
        length = len(body)
        while length < PLENTY:
            length += len(slow.recv(1 << 20))
        slow.sendall(request("GET", "/nowhere", {"host": "companion"}))
        assert b"404 Not Found" in slow.recv(65536)


@pytest.mark.attack("bytes", "send a message of gigabytes on a line", "the line is closed, nothing is kept")
def test_oversized_message_is_not_buffered() -> None:
    heard_of = threading.Event()

    async def listening(page: WebSocket) -> None:
        await page.accept()
        assert (await page.receive())["type"] == "websocket.disconnect"
        heard_of.set()

    site = Starlette(routes=[WebSocketRoute("/line", listening)])
    begin, more = b"\x01\xfd\0\0\0\0" + b"x" * 125, b"\x00\xfd\0\0\0\0" + b"x" * 125
    with served(site) as server, Tab(server.port, target="/line") as tab:
        tab._socket.sendall(begin + more * (LONGEST_WORD // 125 + 1))
        assert heard_of.wait(PATIENCE)
        with pytest.raises((ClosedError, ConnectionError)):
            tab.hear()


@pytest.mark.attack("crowd", "open connections until no more are taken", "who has the most loses the oldest")
def test_oldest_connection_is_evicted_when_full(site: SmallSite) -> None:
    with (
        served(site.guarded(), patience=patience(), room=Limits(in_all=3)) as server,
        contextlib.ExitStack() as connections,
    ):
        waiting = [connections.enter_context(connect(server.port)) for _ in range(3)]
        assert ask(server.port, whole(server.port)).status == 200
        assert heard(waiting[0]).status == 0
        waiting[1].sendall(whole(server.port))
        assert heard(waiting[1]).status == 200


def test_connections_are_accepted_in_small_batches(site: SmallSite) -> None:
    with served(site.guarded()) as server:
        assert ask(server.port, whole(server.port)).status == 200
        assert server._server is not None
        assert [listening._backlog for listening in server._server.servers] == [protocols.AT_ONCE]  # type: ignore[attr-defined]


def test_websocket_counts_until_it_closes() -> None:
    async def listening(page: WebSocket) -> None:
        await page.accept()
        await page.receive()

    site = Starlette(routes=[WebSocketRoute("/line", listening)])
    with served(site) as server:
        with Tab(server.port, target="/line"):
            (guest,) = server._config.limiter.guests
        until_it_has_gone(server, guest)


@pytest.mark.attack("crowd", "connect from outside the local network", "closed before a byte is read")
def test_public_peer_is_dropped_unread(site: SmallSite, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.web.connection_limit._LOCAL", ())
    with served(site.application()) as server:
        assert ask(server.port, whole(server.port)).status == 0


def test_non_http_is_answered_and_closed(site: SmallSite) -> None:
    with served(site.guarded()) as server:
        assert ask(server.port, b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\r\n\r\n").status in {0, 400}
        assert ask(server.port, whole(server.port)[:-4] + b"\r\nContent-Length: -1\r\n\r\n").status == 400
        assert ask(server.port, b"GET / HTTP/1.1\r\nHost: a\r\n" + b"X: y\r\n" * 20_000).status in {0, 400}
        assert ask(server.port, whole(server.port)).status == 200


@pytest.fixture
def taken() -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as other:
        yield other.getsockname()[1]


def test_port_in_use_is_named_in_the_error(site: SmallSite, taken: int) -> None:
    with pytest.raises(DeviceError, match=f"^Pages: port {taken} is taken, is the companion running already"):
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

    async def flood(page: WebSocket) -> None:
        await page.accept()
        with contextlib.suppress(*GONE):
            while True:
                await page.send_text("x" * 100_000)

    site = Starlette(routes=[Route("/", never), WebSocketRoute("/line", flood)])
    server = WebServer(site, port=0, patience=patience())
    server.start()
    with connect(server.port) as asker, contextlib.suppress(OSError), Tab(server.port, target="/line"):
        asker.sendall(whole(server.port))
        assert asked.wait(PATIENCE)
        server.close()
    assert server._thread is not None
    assert not server._thread.is_alive()
