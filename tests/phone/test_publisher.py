"""The thread that tells pages how things are: the newest, never in the box's way, nothing left untold."""

import json
import threading
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from companion.box.state import Snapshot
from companion.dialogs.context import Scene
from companion.phone.publisher import StatePublisher
from companion.web.feed import Feed


def at(sequence: int) -> Snapshot:
    return Snapshot(Scene({}), sequence)


class Slow:
    """Makes parts only when it is let, and remembers of which snapshots it did."""

    def __init__(self) -> None:
        self.made: list[int] = []
        self.begun, self.may = threading.Semaphore(0), threading.Semaphore(0)
        self.fails = False

    def parts(self, snapshot: Snapshot) -> Mapping[str, object]:
        self.made.append(snapshot.sequence)
        self.begun.release()
        assert self.may.acquire(timeout=10)
        if self.fails:
            raise ZeroDivisionError
        return {"now": snapshot.sequence}


class Told:
    """A feed and the teller that tells it."""

    def __init__(self, slow: Slow) -> None:
        self.feed, self.slow = Feed(), slow
        self.heard = threading.Semaphore(0)
        self.feed.subscribe(self.heard.release)
        self.teller = StatePublisher(self.feed, at(0), slow.parts, lambda _: (), lambda _: {"now": None})

    @property
    def parts(self) -> dict[str, Any]:
        parts: dict[str, Any] = json.loads(self.feed.message(None)[1])["parts"]
        return parts


@pytest.fixture
def slow() -> Slow:
    return Slow()


@pytest.fixture
def told(slow: Slow) -> Iterator[Told]:
    told = Told(slow)
    slow.may.release()
    told.teller.start()
    yield told
    slow.may.release(10)
    told.teller.close()


def test_start_publishes_everything(told: Told) -> None:
    assert told.parts == {"now": 0}


def test_publish_returns_at_once_and_skips_to_the_newest(told: Told, slow: Slow) -> None:
    assert slow.begun.acquire(timeout=10)
    told.teller.publish(at(1))
    assert slow.begun.acquire(timeout=10)
    for sequence in range(2, 50):
        told.teller.publish(at(sequence))  # while the parts of the first are still made
    slow.may.release(2)
    while told.parts != {"now": 49}:
        assert told.heard.acquire(timeout=10)
    assert slow.made == [0, 1, 49]


def test_close_publishes_pending_changes(told: Told, slow: Slow) -> None:
    assert slow.begun.acquire(timeout=10)
    told.teller.publish(at(1))
    assert slow.begun.acquire(timeout=10)
    told.teller.publish(at(7))
    closing = threading.Thread(target=told.teller.close)
    closing.start()
    while not told.teller._is_closing:
        pass
    slow.may.release(10)
    closing.join()
    assert told.parts == {"now": 7}


def test_failed_parts_replace_the_old_ones(told: Told, slow: Slow, caplog: pytest.LogCaptureFixture) -> None:
    slow.fails = True
    slow.may.release(2)
    told.teller.publish(at(1))
    while told.parts["now"] is not None:
        assert told.heard.acquire(timeout=10)
    assert "ZeroDivisionError" in caplog.text
    slow.fails = False
    slow.may.release(2)
    told.teller.publish(at(2))
    while told.parts["now"] is None:
        assert told.heard.acquire(timeout=10)
    assert told.parts["now"] == 2
