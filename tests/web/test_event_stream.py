"""Tests of the lines: the messages that each page receives, and when its line ends."""

import threading
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket

from companion.web.event_stream import OTHER_RIGHTS, SPOKE, SWITCHED_OFF, EventStream, Feed
from companion.web.limits import Limits
from companion.web.server import WebServer
from tests.simulation.tab import ClosedError, Tab
from tests.web.raw import PATIENCE
from tests.web.small_site import served

NEVER = 1e6  # seconds
CROWD = 200  # pages


@pytest.fixture
def feed() -> Feed:
    feed = Feed()
    feed.update({"state": b'{"total":97}', "question": b"null"}, [b'"Ann"'])
    return feed


def site(lines: EventStream) -> Starlette:
    return Starlette(routes=[WebSocketRoute("/line", lines.serve)])


@pytest.fixture
def lines(feed: Feed) -> EventStream:
    return EventStream(feed, beat=NEVER)


@pytest.fixture
def server(lines: EventStream) -> Iterator[WebServer]:
    with served(site(lines), room=Limits(of_an_origin=CROWD)) as server:
        yield server


def page(server: WebServer) -> Tab:
    return Tab(server.port, target="/line")


EVERYTHING = {
    "version": 1,
    "parts": {"state": {"total": 97}, "question": None},
    "plays": {"from": 0, "rows": ["Ann"]},
}


def test_new_page_receives_everything_and_then_changes(feed: Feed, server: WebServer) -> None:
    with page(server) as tab:
        assert tab.hear() == EVERYTHING
        feed.update({"state": b'{"total":98}'}, [b'"Ann"', b'"Bo"'])
        assert tab.hear() == {
            "version": 2,
            "parts": {"state": {"total": 98}},
            "plays": {"from": 1, "rows": ["Bo"]},
        }


def test_page_waits_for_the_first_version() -> None:
    feed, beats = Feed(), threading.Semaphore(0)

    def may_hear() -> bool:
        beats.release()
        return True

    async def line(page: WebSocket) -> None:
        await EventStream(feed, beat=0.001).serve(page, may_hear=may_hear)

    with served(Starlette(routes=[WebSocketRoute("/line", line)])) as server, page(server) as tab:
        for _ in range(3):
            assert beats.acquire(timeout=PATIENCE)
        feed.update({"state": b"97"})
        assert tab.hear() == {
            "version": 1,
            "parts": {"state": 97},
            "plays": {"from": 0, "rows": []},
        }


def test_heartbeat_is_sent_without_news(feed: Feed) -> None:
    with served(site(EventStream(feed, beat=0.001))) as server, page(server) as tab:
        assert tab.hear() == EVERYTHING
        assert [tab.hear() for _ in range(3)] == [{}, {}, {}]


@pytest.mark.parametrize("word", ["{}", "", '{"order": {"cmd": "undo"}}'])
def test_page_that_sends_is_disconnected(server: WebServer, word: str) -> None:
    with page(server) as tab:
        tab.hear()
        tab.send(word)
        with pytest.raises(ClosedError) as closed:
            tab.hear()
    assert closed.value.code == SPOKE


def test_close_sends_the_last_version_and_goodbye(
    feed: Feed, lines: EventStream, server: WebServer
) -> None:
    with page(server) as tab, page(server) as other:
        tab.hear()
        other.hear()
        feed.update({"box": b'{"off":true}'}, [b'"Ann"'])
        assert lines.close(PATIENCE)
        for each in (tab, other):
            assert each.hear()["parts"] == {"box": {"off": True}}
            with pytest.raises(ClosedError) as closed:
                each.hear()
            assert closed.value.code == SWITCHED_OFF


def test_page_that_loses_its_rights_receives_no_more(feed: Feed, lines: EventStream) -> None:
    may = threading.Event()
    may.set()

    async def line(page: WebSocket) -> None:
        await lines.serve(page, may_hear=may.is_set)

    with served(Starlette(routes=[WebSocketRoute("/line", line)])) as server, page(server) as tab:
        assert tab.hear() == EVERYTHING
        may.clear()
        feed.update({"state": b'{"total":98}'})
        with pytest.raises(ClosedError) as closed:
            tab.hear()
    assert closed.value.code == OTHER_RIGHTS


def test_rights_of_an_idle_page_are_checked_with_each_heartbeat(feed: Feed) -> None:
    beats = iter([True, True, False])

    async def line(page: WebSocket) -> None:
        await EventStream(feed, beat=0.001).serve(page, may_hear=lambda: next(beats, False))

    with served(Starlette(routes=[WebSocketRoute("/line", line)])) as server, page(server) as tab:
        assert tab.hear() == EVERYTHING
        with pytest.raises(ClosedError) as closed:
            tab.hear()
    assert closed.value.code == OTHER_RIGHTS


def test_server_stop_sends_no_goodbye(server: WebServer) -> None:
    with page(server) as tab:
        tab.hear()
        server.close()
        with pytest.raises(ClosedError) as closed:
            tab.hear()
    assert closed.value.code != SWITCHED_OFF


def test_disconnected_pages_are_forgotten(lines: EventStream) -> None:
    ended = threading.Semaphore(0)

    async def line(page: WebSocket) -> None:
        await lines.serve(page)
        ended.release()

    with served(Starlette(routes=[WebSocketRoute("/line", line)])) as server:
        for _ in range(5):
            with page(server) as tab:
                tab.hear()
            assert ended.acquire(timeout=PATIENCE)
        assert lines.close(patience=0)


def test_two_hundred_pages_receive_every_change(feed: Feed, server: WebServer) -> None:
    with ExitStack() as open_pages:
        tabs = [open_pages.enter_context(page(server)) for _ in range(CROWD)]
        assert [tab.hear() for tab in tabs] == [EVERYTHING] * CROWD
        for total in (98, 99):
            feed.update({"state": b'{"total":%d}' % total}, [b'"Ann"'])
            told = [tab.hear()["parts"] for tab in tabs]
            assert told == [{"state": {"total": total}}] * CROWD


def test_slow_page_skips_to_the_newest_version(feed: Feed, server: WebServer) -> None:
    large = b'"%s"' % (b"x" * 16_000_000)
    with page(server) as tab:
        tab.hear()
        # This exceeds the system's buffers, so the following messages wait until the page reads
        # again.
        feed.update({"box": large}, [b'"Ann"'])
        newest = 300
        for total in range(100, newest + 1):
            feed.update({"state": b'{"total":%d}' % total}, [b'"Ann"'])
        heard = [tab.hear()["version"]]
        while heard[-1] != feed.version:
            heard.append(tab.hear()["version"])
        assert len(heard) < newest - 100
        tab.send("{}")  # the server reads from it again
        with pytest.raises(ClosedError) as closed:
            tab.hear()
        assert closed.value.code == SPOKE


def test_update_is_thread_safe(feed: Feed, server: WebServer) -> None:
    def telling(name: str) -> None:
        for total in range(50):
            feed.update({name: b"%d" % total}, [b'"Ann"'])

    with page(server) as tab:
        known = tab.hear()["parts"]
        threads = [threading.Thread(target=telling, args=(name,)) for name in "abc"]
        for thread in threads:
            thread.start()
        while not all(known.get(name) == 49 for name in "abc"):
            known |= tab.hear()["parts"]
        for thread in threads:
            thread.join(PATIENCE)
