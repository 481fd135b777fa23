"""Reports a card once, although the module reads it repeatedly while it is in front of the window.

>>> once = Once()
>>> once.is_new(b"1QSF", 1000), once.is_new(b"1QSF", 2000), once.is_new(b"1QSF", 3500)
(True, False, True)
"""

from micropython import const

from node.ticks import since

_GONE = const(1500)
"""Milliseconds without a reading until a card counts as removed; modules send a visible one every
second.
"""


class Once:
    """The last code and the time of its last reading."""

    def __init__(self) -> None:
        self._code = b""
        self._read = 0

    def is_new(self, code: bytes, now: int) -> bool:
        """Return whether `code` has just appeared in front of the window."""
        new = code != self._code or since(now, self._read) >= _GONE
        self._code, self._read = code, now
        return new
