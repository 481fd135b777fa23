"""Tests of the thread that sends the state to pages: newest first, never delaying the box, nothing
lost.
"""

import json
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from typing import Any

import pytest

from companion.box.state import Snapshot
from companion.devices.ports import Worker
from companion.dialogs.context import Scene
from companion.games import FAMILIES
from companion.message import Language, language_in_use
from companion.phone.publisher import StatePublisher


def at(sequence: int) -> Snapshot:
    return Snapshot(Scene({}, families=FAMILIES), sequence)


class Slow:
    """Makes parts only when allowed, and records their languages and snapshots."""

    def __init__(self) -> None:
        self.made: list[tuple[str, int]] = []
        self.begun, self.may = threading.Semaphore(0), threading.Semaphore(0)
        self.fails = False

    def parts(self, snapshot: Snapshot) -> Mapping[str, object]:
        self.made.append((language_in_use().code, snapshot.sequence))
        self.begun.release()
        assert self.may.acquire(timeout=10)
        if self.fails:
            raise ZeroDivisionError
        return {"now": snapshot.sequence}


class Woken(threading.Event):
    """Wakes the publisher's thread and calls `then` each time."""

    def __init__(self) -> None:
        super().__init__()
        self.then: Callable[[], object] = lambda: None

    def set(self) -> None:
        super().set()
        self.then()


class WatchedWorker(Worker):
    """A worker that waits for an event of the test."""

    def __init__(self, step: Callable[[], float | None], name: str, woken: threading.Event) -> None:
        super().__init__(step, name)
        self._wake = woken


class Told:
    """A publisher, and the feed of the only language in use."""

    def __init__(self, slow: Slow, using: ExitStack) -> None:
        self.slow, self.heard = slow, threading.Semaphore(0)
        self.woken = Woken()
        self.teller = StatePublisher(
            at(0),
            Language,
            slow.parts,
            lambda *_: (),
            lambda _: {"now": None},
            worker=lambda step, name: WatchedWorker(step, name, self.woken),
        )
        self.feed = using.enter_context(self.teller.stream("en")).feed
        self.feed.subscribe(self.heard.release)
        self.teller.start()

    @property
    def parts(self) -> dict[str, Any]:
        parts: dict[str, Any] = json.loads(self.feed.message(None)[1])["parts"]
        return parts

    def until(self, now: int | None) -> None:
        """Wait until the snapshot `now` has been sent."""
        while not self.feed.version or self.parts != {"now": now}:
            assert self.heard.acquire(timeout=10)


@pytest.fixture
def slow() -> Slow:
    return Slow()


@pytest.fixture
def told(slow: Slow) -> Iterator[Told]:
    with ExitStack() as using:
        told = Told(slow, using)
        slow.may.release()
        told.until(0)
        yield told
        slow.may.release(10)
        told.teller.close()


def test_publish_returns_at_once_and_skips_to_the_newest(told: Told, slow: Slow) -> None:
    assert slow.begun.acquire(timeout=10)
    told.teller.publish(at(1))
    assert slow.begun.acquire(timeout=10)
    for sequence in range(2, 50):
        told.teller.publish(at(sequence))  # while the parts of the first are still being made
    slow.may.release(2)
    told.until(49)
    assert slow.made == [("en", 0), ("en", 1), ("en", 49)]


def test_close_publishes_pending_changes(told: Told, slow: Slow) -> None:
    assert slow.begun.acquire(timeout=10)
    told.teller.publish(at(1))
    assert slow.begun.acquire(timeout=10)
    told.teller.publish(at(7))
    told.woken.then = lambda: slow.may.release(10)
    told.teller.close()
    assert told.parts == {"now": 7}


def test_failed_parts_replace_the_old_ones(
    told: Told, slow: Slow, caplog: pytest.LogCaptureFixture
) -> None:
    slow.fails = True
    slow.may.release(2)
    told.teller.publish(at(1))
    told.until(None)
    assert "ZeroDivisionError" in caplog.text
    slow.fails = False
    slow.may.release(2)
    told.teller.publish(at(2))
    told.until(2)


def test_change_is_rendered_once_for_each_language_in_use(told: Told, slow: Slow) -> None:
    slow.may.release(100)
    heard = threading.Semaphore(0)
    with told.teller.stream("de") as german, told.teller.stream("de") as another:
        assert another is german
        german.feed.subscribe(heard.release)
        if not german.feed.version:
            assert heard.acquire(timeout=10)
        told.teller.publish(at(1))
        told.until(1)
        while german.feed.version < 2:
            assert heard.acquire(timeout=10)
    told.teller.publish(at(2))  # the last German reader has left
    told.until(2)
    assert slow.made == [("en", 0), ("de", 0), ("en", 1), ("de", 1), ("en", 2)]


def test_returning_language_starts_with_the_newest_snapshot(told: Told, slow: Slow) -> None:
    slow.may.release(100)
    heard = threading.Semaphore(0)

    def first_message() -> tuple[int, Any]:
        with told.teller.stream("de") as german:
            german.feed.subscribe(heard.release)
            if not german.feed.version:
                assert heard.acquire(timeout=10)
            version, message = german.feed.message(None)
        return version, json.loads(message)["parts"]

    assert first_message() == (1, {"now": 0})
    told.teller.publish(at(1))
    told.until(1)
    assert first_message() == (1, {"now": 1})


def test_pages_that_connect_after_the_goodbye_receive_it(told: Told, slow: Slow) -> None:
    slow.may.release(10)
    told.teller.close()
    assert told.feed.is_closed
    with told.teller.stream("de") as german:
        assert german.feed.is_closed
