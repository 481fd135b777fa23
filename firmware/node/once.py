"""A card that lies before the window is read again and again, and is passed on once.

>>> once = Once()
>>> once.is_new(b"1QSF", 1000), once.is_new(b"1QSF", 2000), once.is_new(b"1QSF", 3500)
(True, False, True)
"""

from micropython import const

from node.ticks import since

_GONE = const(1500)
"""Milliseconds without a reading after which a card was away. Modules that see it send it every second."""


class Once:
    """Remembers the last code and when it was read last."""

    def __init__(self) -> None:
        self._code = b""
        self._read = 0

    def is_new(self, code: bytes, now: int) -> bool:
        """Whether `code` was not before the window until now."""
        new = code != self._code or since(now, self._read) >= _GONE
        self._code, self._read = code, now
        return new
