"""Drops echoes: a reader that reads the same label again within a moment reports no second play."""

import msgspec

from companion.inputs import Scan


class _Reading(msgspec.Struct, frozen=True):
    text: str
    at: float
    taken: bool


class ScanDeduplicator:
    """Remembers the last scan for `seconds`; each further scan of the same label restarts the time.

    >>> once = ScanDeduplicator(2.0)
    >>> once.heard(Scan("1QSF", at=10.0), taken=True)
    >>> once.is_echo(Scan("1QSF", at=11.9)), once.is_echo(Scan("1QSF", at=12.0))
    (True, False)
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._last: _Reading | None = None

    @property
    def was_taken(self) -> bool:
        """Whether the box played the last scan or asked about it, and did not refuse it."""
        return self._last is not None and self._last.taken

    def is_echo(self, scan: Scan) -> bool:
        """Return whether the last scan had the same label, less than `seconds` before."""
        last = self._last
        return last is not None and last.text == scan.text and scan.at - last.at < self._seconds

    def heard(self, scan: Scan, *, taken: bool) -> None:
        """Remember `scan`, and whether the box took it."""
        self._last = _Reading(scan.text, scan.at, taken)

    def take(self) -> None:
        """Count the last scan as a play after all: the box refused it first, and the players let it stand."""
        if self._last is not None:
            self._last = msgspec.structs.replace(self._last, taken=True)

    def forget(self) -> None:
        """Forget the last scan, because a play was taken back and its card may be scanned again."""
        self._last = None
