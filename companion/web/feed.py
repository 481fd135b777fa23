"""The state sent to all pages: JSON parts in numbered versions, encoded once for all listeners.

Each change makes a new version. A listener that has an older version receives the difference to the
newest, so the feed needs no queue for slow listeners.
"""

import bisect
import threading
from collections.abc import Callable, Mapping, Sequence

import msgspec


class _Cut(msgspec.Struct, frozen=True):
    """A change of the row list: from index `start` on, the rows differ since `version`."""

    version: int
    start: int


class Feed:
    """The newest parts and rows. Thread-safe.

    Attributes:
        version: the number of the newest version; 0 before the first update.
        is_closed: whether the box has ended, after which no version follows.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.version = 0
        self._parts: dict[str, bytes] = {}
        self._changed_in: dict[str, int] = {}
        self._rows: list[bytes] = []
        self._cuts: list[_Cut] = []
        self._messages: dict[int | None, str] = {}
        self._listeners: list[Callable[[], None]] = []
        self.is_closed = False

    def update(self, parts: Mapping[str, bytes], rows: Sequence[bytes] = ()) -> int:
        """Make a new version if anything is new, and notify the subscribers.

        Return the newest version. Parts and rows are JSON. A part that is not given is unchanged;
        `rows` is the complete history, oldest first.
        """
        with self._lock:
            fresh = {name: value for name, value in parts.items() if self._parts.get(name) != value}
            start = first_other(self._rows, rows)
            has_other_rows = start < max(len(self._rows), len(rows))
            if not fresh and not has_other_rows and self.version:
                return self.version
            self.version += 1
            self._messages.clear()
            self._parts |= fresh
            self._changed_in |= dict.fromkeys(fresh, self.version)
            if has_other_rows:
                self._rows[start:] = rows[start:]
                self._cut(start)
            listeners = tuple(self._listeners)
        # Outside the lock, because a listener may call `message`.
        for news in listeners:
            news()
        return self.version

    def message(self, since: int | None) -> tuple[int, str]:
        """Return the newest version and the message that updates a listener from version `since`.

        The message is complete if `since` is None or a version that the feed never had.
        """
        with self._lock:
            if since is not None and since > self.version:
                since = None
            text = self._messages.get(since)
            if text is None:
                text = self._messages[since] = self._encoded(since)
            return self.version, text

    def subscribe(self, news: Callable[[], None]) -> None:
        """Call `news` after each change, on the thread that made it."""
        with self._lock:
            self._listeners.append(news)

    def close(self) -> None:
        """Wake all listeners one last time: they receive the newest version and then close."""
        with self._lock:
            self.is_closed = True
            listeners = tuple(self._listeners)
        for news in listeners:
            news()

    def _cut(self, start: int) -> None:
        # Only the lowest start since a version matters, so this cut makes earlier cuts at or behind
        # it redundant: there are never more cuts than rows.
        while self._cuts and self._cuts[-1].start >= start:
            self._cuts.pop()
        self._cuts.append(_Cut(self.version, start))

    def _encoded(self, since: int | None) -> str:
        message: dict[str, object] = {"version": self.version}
        message["parts"] = {
            name: msgspec.Raw(value)
            for name, value in self._parts.items()
            if since is None or self._changed_in[name] > since
        }
        start = self._start(since)
        if start is not None:
            message["plays"] = {
                "from": start,
                "rows": [msgspec.Raw(row) for row in self._rows[start:]],
            }
        return msgspec.json.encode(message).decode()

    def _start(self, since: int | None) -> int | None:
        """Return the first index at which rows differ since that version; None if none does."""
        if since is None:
            return 0
        after = bisect.bisect_right(self._cuts, since, key=lambda cut: cut.version)
        return self._cuts[after].start if after < len(self._cuts) else None


def first_other(before: Sequence[object], after: Sequence[object]) -> int:
    """Return the first index at which the two differ, or the length of the shorter one."""
    differ = (at for at, (old, new) in enumerate(zip(before, after, strict=False)) if old != new)
    return next(differ, min(len(before), len(after)))
