"""The same label read again within a moment is the echo of one reading, not a second play."""

import msgspec

from companion.inputs import Scan


class _Reading(msgspec.Struct, frozen=True):
    text: str
    at: float
    taken: bool


class ScanDeduplicator:
    """Remembers the last reading for `seconds`; each reading of the same label begins them anew.

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
        """Whether the last reading was played or asked about, and not refused."""
        return self._last is not None and self._last.taken

    def is_echo(self, scan: Scan) -> bool:
        """Whether the last reading was of the same label, and not long ago."""
        last = self._last
        return last is not None and last.text == scan.text and scan.at - last.at < self._seconds

    def heard(self, scan: Scan, *, taken: bool) -> None:
        """Begins the wait."""
        self._last = _Reading(scan.text, scan.at, taken)

    def take(self) -> None:
        """What was refused at first has been let stand, so the last reading was a play after all."""
        if self._last is not None:
            self._last = msgspec.structs.replace(self._last, taken=True)

    def forget(self) -> None:
        """Ends the wait: something was taken back."""
        self._last = None
