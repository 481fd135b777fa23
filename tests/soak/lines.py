"""The far end of the serial line: a barcode scanner, which can be unplugged."""

import errno
import os

from tests.devices.gm65 import Gm65
from tests.devices.serial_line import FailingPort

PORT = "/dev/soak"


class SerialLine(FailingPort):
    """The serial port of the box, with or without a scanner plugged in."""

    def __init__(self) -> None:
        super().__init__()
        self.is_plugged = True
        self._scanner = Gm65()
        self._arrived = bytearray()

    def open(self, _path: str, _baud: int) -> "SerialLine":
        if not self.is_plugged:
            raise OSError(errno.ENOENT, os.strerror(errno.ENOENT))
        self._arrived.clear()
        return self

    def scan(self, text: str) -> None:
        if self.is_plugged:
            self._arrived += self._scanner.pass_code(text)

    @property
    def in_reach(self) -> bool:
        """True if the box has bytes to read."""
        return self.is_plugged and bool(self._arrived)

    @property
    def in_waiting(self) -> int:
        if not self.is_plugged:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        return len(self._arrived)

    def read(self, size: int) -> bytes:
        data = bytes(self._arrived[: min(size, self.in_waiting)])
        del self._arrived[: len(data)]
        return data
