"""Publishes snapshots to the feed on a thread of its own, so that the box never waits for a page."""

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
    """Makes the parts of the newest snapshot, from `start` until `close`; skips older ones.

    Changes that arrive while parts are made are combined into one message.

    Args:
        feed: the feed to update.
        snapshot: the first snapshot.
        parts: makes a snapshot's parts.
        rows: makes a snapshot's history rows, each as JSON.
        fallback: makes the parts of a snapshot for which `parts` fails.
    """

    def __init__(self, feed: Feed, snapshot: Snapshot, parts: Parts, rows: Rows, fallback: Parts) -> None:
        self.snapshot = snapshot
        self._feed, self._parts, self._rows, self._fallback = feed, parts, rows, fallback
        self._news = Event()
        self._is_closing = False
        self._thread = Thread(target=self._publish_on_news, name="phone page", daemon=True)

    def start(self) -> None:
        """Publish the first snapshot and start the thread; on return the feed is complete."""
        self._publish_pending()
        self._thread.start()

    def publish(self, snapshot: Snapshot) -> None:
        """Publish a snapshot; return at once, so that the box's own thread may call it."""
        self.snapshot = snapshot
        self._news.set()

    def again(self) -> None:
        """Publish again, because a part outside the snapshot changed. Any thread may call it."""
        self._news.set()

    def close(self) -> None:
        """Publish what is pending and stop; return when it is done."""
        self._is_closing = True
        self._news.set()
        self._thread.join()

    def _publish_on_news(self) -> None:
        while not self._is_closing:
            self._news.wait()
            self._news.clear()
            self._publish_pending()
        self._publish_pending()  # a snapshot that came during the last round

    def _publish_pending(self) -> None:
        snapshot = self.snapshot
        try:
            parts, rows = _as_json(self._parts(snapshot)), self._rows(snapshot)
        except Exception:
            # A number that may be wrong is worse than none, and the game continues without the page.
            log.exception("the page cannot be told how things stand")
            parts, rows = _as_json(self._fallback(snapshot)), ()
        self._feed.update(parts, rows)


def _as_json(parts: Mapping[str, object]) -> dict[str, bytes]:
    return {name: msgspec.json.encode(part) for name, part in parts.items()}
