"""A GM65 scanner at the other end of a pseudo-terminal, which the companion uses as its serial
port.
"""

import fcntl
import os
import pty
import select
import struct
import termios
from pathlib import Path

from tests.devices.gm65 import Gm65

PATIENCE = 60.0
"""Timeout of a test in seconds; only a failing test waits this long."""

FLUSHED = 0x01
"""TIOCPKT_FLUSHREAD, Linux: the program at the port has discarded its unread input."""


class Scanner:
    """A module whose port is the file `port`, which exists between `plug` and `unplug`."""

    def __init__(self, port: Path) -> None:
        self.port = port
        self._module = Gm65()
        self._ends: tuple[int, ...] = ()

    def plug(self) -> None:
        """Create the port."""
        self._ends = pty.openpty()
        # Packet mode reports to this end what happens at the other.
        fcntl.ioctl(self._ends[0], termios.TIOCPKT, struct.pack("i", 1))
        self.port.symlink_to(os.ttyname(self._ends[1]))

    def unplug(self) -> None:
        """Remove the port, which the program that has it open notices."""
        self.port.unlink(missing_ok=True)
        for end in self._ends:
            os.close(end)
        self._ends = ()

    def until_opened(self) -> None:
        """Wait until the companion has opened the port, which ends with discarding old bytes."""
        while True:
            ready, _, _ = select.select(self._ends[:1], (), (), PATIENCE)
            assert ready, "nobody has opened the reader's port"
            if os.read(self._ends[0], 1024)[0] & FLUSHED:
                return

    def settings(self) -> tuple[int, int, int, bool]:
        """Return the speed constants of both directions, the bits of a character, and whether bytes
        are raw.
        """
        _, _, control, local, receives, sends, _ = termios.tcgetattr(self._ends[0])
        framing = control & (termios.CSIZE | termios.PARENB | termios.CSTOPB)
        return receives, sends, framing, not local & (termios.ICANON | termios.ECHO)

    def send(self, sent: bytes) -> None:
        """Send bytes on the line."""
        os.write(self._ends[0], sent)

    def offer(self, sent: bytes, patience: float) -> int:
        """Send bytes as soon as the line accepts some, within `patience` seconds, and return how
        many it accepted.
        """
        if not select.select((), self._ends[:1], (), patience)[1]:
            return 0
        os.set_blocking(self._ends[0], False)
        try:
            return os.write(self._ends[0], sent)
        except BlockingIOError:
            return 0
        finally:
            os.set_blocking(self._ends[0], True)

    def line(self, label: str) -> bytes:
        """Return the bytes that the module sends for a label."""
        return self._module.pass_code(label)
