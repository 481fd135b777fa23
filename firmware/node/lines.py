"""The driver of a barcode module that sends each code as a line and that its owner has set up.

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

_PAUSE = const(100)
"""Milliseconds of silence after which the driver drops half a line. At 9600 baud a byte takes one."""


class Lines:
    """Takes lines that end with CR, LF or both and hold printable ASCII, and drops everything else.

    The driver never passes on a corrupt or incomplete code: the player passes the card again.

    Args:
        uart: the module's serial line, opened so that reading does not wait.
    """

    name = "lines"

    def __init__(self, uart: Uart) -> None:
        self.answers = True
        self._uart = uart
        self._buffer = bytearray(64)
        self._at = self._end = 0
        self._line = bytearray(LONGEST)
        self._length = 0
        self._spoiled = False
        self._heard = 0

    def step(self, now: int) -> bytes | None:
        """Return the next code, or None when there is none."""
        while self._at < self._end or self._fetch(now):
            byte = self._buffer[self._at]
            self._at += 1
            code = self._take(byte)
            if code is not None:
                return code
        if since(now, self._heard) > _PAUSE:
            self._quiet()
        return None

    def _fetch(self, now: int) -> bool:
        self._at = self._end = 0
        if self._uart.any():
            self._end = self._uart.readinto(self._buffer, len(self._buffer)) or 0
            self._heard = now
        return self._end > 0

    def _take(self, byte: int) -> bytes | None:
        """Return the code that `byte` ends, else None."""
        if byte in b"\r\n":
            length, spoiled = self._length, self._spoiled
            self._length, self._spoiled = 0, False
            return bytes(self._line[:length]) if length and not spoiled else None
        if 0x20 <= byte <= 0x7E and self._length < LONGEST:
            self._line[self._length] = byte
            self._length += 1
        else:
            self._spoiled = True
        return None

    def _quiet(self) -> None:
        """Drop an incomplete line after a pause in the bytes."""
        self._length, self._spoiled = 0, False
