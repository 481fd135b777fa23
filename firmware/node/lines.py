"""The driver of a barcode module that sends each code as a line and was configured by its owner.

>>> module = Lines(UART(0, 9600, rx=Pin(1), timeout=0))
>>> module.step(now)
b'1QSF'
"""

from micropython import const

from node.ring import LONGEST
from node.ticks import since

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from node.ports import Uart

_PAUSE = const(150)
"""Milliseconds without a byte after which a line counts as ended; at 9600 baud a byte takes one."""


class Lines:
    """A reader of lines of printable ASCII that end with CR, LF, both or a pause; anything else is
    dropped.

    The driver drops a corrupt code, and the player scans the card again. A code ended by a pause
    may be incomplete, which the box detects by its check character.

    Args:
        uart: the module's serial line, opened so that reading does not wait.

    Attributes:
        ended: False if the last code came without the end of its line.
    """

    name = "lines"

    def __init__(self, uart: Uart) -> None:
        self.answers = self.ended = True
        self._uart = uart
        self._buffer = bytearray(64)
        self._at = self._end = 0
        self._line = bytearray(LONGEST)
        self._length = 0
        self._spoiled = False
        self._heard = 0

    def step(self, now: int) -> bytes | None:
        """Return the next code, or None."""
        while self._at < self._end or self._fetch(now):
            byte = self._buffer[self._at]
            self._at += 1
            code = self._take(byte)
            if code is not None:
                self.ended = True
                return code
        if since(now, self._heard) > _PAUSE:
            self.ended = False
            return self._quiet()
        return None

    def _fetch(self, now: int) -> bool:
        self._at = self._end = 0
        if self._uart.any():
            self._end = self._uart.readinto(self._buffer, len(self._buffer)) or 0
            self._heard = now
        return self._end > 0

    def _take(self, byte: int) -> bytes | None:
        """Return the code that `byte` ends, or None."""
        if byte in b"\r\n":
            return self._line_end()
        if 0x20 <= byte <= 0x7E and self._length < LONGEST:
            self._line[self._length] = byte
            self._length += 1
        else:
            self._spoiled = True
        return None

    def _quiet(self) -> bytes | None:
        """End the line after a pause in the bytes, and return its code."""
        return self._line_end()

    def _line_end(self) -> bytes | None:
        length, spoiled = self._length, self._spoiled
        self._length, self._spoiled = 0, False
        return bytes(self._line[:length]) if length and not spoiled else None
