"""Publishing of snapshots in each language in use, on a separate thread.

The box never waits for a page. Paired phones and others receive the same parts, but different
histories. A language therefore has at most two streams, however many pages there are, and no work
is done for a single page.
"""

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from threading import Lock
from typing import Generic, TypeVar

from msgspec import Struct

from companion.config.sections import Audience
from companion.devices.ports import MakeWorker, Worker
from companion.message import Language, using
from companion.web.event_stream import EventStream, Feed
from companion.words.form import FOR_PAGES

log = logging.getLogger(__name__)

Shown = TypeVar("Shown")
"""What the pages show: an immutable value."""

Parts = Callable[[Shown], Mapping[str, object]]
Rows = Callable[[Shown, Audience], Sequence[bytes]]


class _LanguageInUse(Struct):
    """The stream for a language and audience, its number of pages, and the last change."""

    stream: EventStream
    pages: int = 0
    rendered: int = -1


class StatePublisher(Generic[Shown]):
    """Renders the newest snapshot once per language in use, from `start` until `close`.

    Older snapshots are skipped. A language is in use while a page in it is connected. Changes that
    arrive while others are rendered are combined into one message.

    Args:
        snapshot: the first snapshot.
        language: returns the language with a code.
        parts: makes a snapshot's parts in the current language.
        rows: makes an audience's history rows, in the current language, each as JSON.
        fallback: makes the parts of a snapshot for which `parts` fails.
        worker: makes the thread that runs the publisher after `start`.
    """

    def __init__(
        self,
        snapshot: Shown,
        language: Callable[[str], Language],
        parts: Parts[Shown],
        rows: Rows[Shown],
        fallback: Parts[Shown],
        worker: MakeWorker = Worker,
    ) -> None:
        self.snapshot = snapshot
        self._language, self._parts, self._rows, self._fallback = language, parts, rows, fallback
        self._in_use: dict[tuple[str, Audience], _LanguageInUse] = {}
        self._changes = 0
        self._lock = Lock()
        self._has_ended = False
        self._worker = worker(self._publish_pending, "phone page")

    def start(self) -> None:
        """Start the thread."""
        self._worker.start()

    @contextmanager
    def stream(self, code: str, audience: Audience = "paired") -> Iterator[EventStream]:
        """Keep a language in use within the block, and yield the stream for an audience.

        The stream of a language that comes into use is a new one: it is empty until the newest
        snapshot is rendered, so that no page sees an older one. `History` still has the rows of the
        previous stream.
        """
        key = code, audience
        with self._lock:
            if key not in self._in_use:
                self._in_use[key] = _LanguageInUse(EventStream(Feed()))
                if self._has_ended:
                    self._in_use[key].stream.feed.close()
            used = self._in_use[key]
            used.pages += 1
        self._worker.wake()
        try:
            yield used.stream
        finally:
            with self._lock:
                used.pages -= 1
                if not used.pages:
                    del self._in_use[key]

    def publish(self, snapshot: Shown | None = None) -> None:
        """Publish a snapshot; the last one again if only a part outside it has changed.

        Return at once: any thread may call this, the box's own too.
        """
        with self._lock:
            self.snapshot = snapshot or self.snapshot
            self._changes += 1
        self._worker.wake()

    def close(self) -> None:
        """Publish what is pending, then close the connection of every page, also of later ones."""
        self._worker.finish()
        with self._lock:
            self._has_ended = True
            streams = [used.stream for used in self._in_use.values()]
        for stream in streams:
            stream.feed.close()
        for stream in streams:
            stream.close()

    def _publish_pending(self) -> None:
        with self._lock:
            snapshot, change = self.snapshot, self._changes
            due: dict[str, dict[Audience, _LanguageInUse]] = {}
            for (code, audience), used in self._in_use.items():
                if used.rendered != change:
                    due.setdefault(code, {})[audience] = used
        for code, by_audience in due.items():
            with using(self._language(code)):
                parts, rows = self._rendered(snapshot, tuple(by_audience))
            for audience, used in by_audience.items():
                used.rendered = change
                used.stream.feed.update(parts, rows[audience])

    def _rendered(
        self, snapshot: Shown, audiences: Sequence[Audience]
    ) -> tuple[Mapping[str, bytes], Mapping[Audience, Sequence[bytes]]]:
        try:
            return _as_json(self._parts(snapshot)), {
                audience: self._rows(snapshot, audience) for audience in audiences
            }
        except Exception:
            # A number that may be wrong is worse than none, and the game continues without the
            # page.
            log.exception("the page cannot be told how things stand")
            return _as_json(self._fallback(snapshot)), dict.fromkeys(audiences, ())


def _as_json(parts: Mapping[str, object]) -> dict[str, bytes]:
    return {name: FOR_PAGES.encode(part) for name, part in parts.items()}
