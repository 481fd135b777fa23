"""Tells the feed how things are, in a thread of its own: the box never waits for a page."""

import logging
from collections.abc import Callable, Mapping, Sequence
from threading import Event, Thread

import msgspec

from companion.box.state import Snapshot
from companion.web.feed import Feed

log = logging.getLogger(__name__)

Parts = Callable[[Snapshot], Mapping[str, object]]
Rows = Callable[[Snapshot], Sequence[bytes]]


class StatePublisher:
    """From `start` until `close` makes the parts of the newest snapshot, and of no older one.

    Several changes that come while parts are made become one message.

    Args:
        feed: who is told.
        snapshot: how things are at first.
        parts: makes a snapshot's parts.
        rows: makes a snapshot's rows of plays, each as JSON.
        untold: the parts of a snapshot of which the others cannot be made.
    """

    def __init__(self, feed: Feed, snapshot: Snapshot, parts: Parts, rows: Rows, untold: Parts) -> None:
        self.snapshot = snapshot
        self._feed, self._parts, self._rows, self._untold = feed, parts, rows, untold
        self._news = Event()
        self._is_closing = False
        self._thread = Thread(target=self._tell_on, name="phone page", daemon=True)

    def start(self) -> None:
        """The feed knows everything when this returns."""
        self._tell()
        self._thread.start()

    def publish(self, snapshot: Snapshot) -> None:
        """This is how things are now. Returns at once; the box's own thread may call it."""
        self.snapshot = snapshot
        self._news.set()

    def again(self) -> None:
        """Something that stands in the parts beside the snapshot has changed. Any thread may say so."""
        self._news.set()

    def close(self) -> None:
        """Tells what has not been told yet, and returns when it is."""
        self._is_closing = True
        self._news.set()
        self._thread.join()

    def _tell_on(self) -> None:
        while not self._is_closing:
            self._news.wait()
            self._news.clear()
            self._tell()
        self._tell()  # what came while the last was told

    def _tell(self) -> None:
        snapshot = self.snapshot
        try:
            parts, rows = _as_json(self._parts(snapshot)), self._rows(snapshot)
        except Exception:
            # A number that may be wrong is worse than none, and the game goes on without the page.
            log.exception("the page cannot be told how things stand")
            parts, rows = _as_json(self._untold(snapshot)), ()
        self._feed.update(parts, rows)


def _as_json(parts: Mapping[str, object]) -> dict[str, bytes]:
    return {name: msgspec.json.encode(part) for name, part in parts.items()}
