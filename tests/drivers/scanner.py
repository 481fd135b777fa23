"""A GM65 at the other end of a pseudo-terminal, which the companion takes for its serial port."""

import fcntl
import os
import pty
import select
import struct
import termios
from pathlib import Path

from companion.simulation.gm65 import Gm65

PATIENCE = 60.0
"""Seconds until a test gives up; only one that fails waits so long."""

FLUSHED = 0x01
"""TIOCPKT_FLUSHREAD, Linux: the program at the port has thrown away what it had not read."""


class Scanner:
    """A module whose port is the file `port`; it is not there before `plug` and after `unplug`."""

    def __init__(self, port: Path) -> None:
        self.port = port
        self._module = Gm65()
        self._ends: tuple[int, ...] = ()

    def plug(self) -> None:
        """The port appears."""
        self._ends = pty.openpty()
        # Packet mode tells this end what is done at the other.
        fcntl.ioctl(self._ends[0], termios.TIOCPKT, struct.pack("i", 1))
        self.port.symlink_to(os.ttyname(self._ends[1]))

    def unplug(self) -> None:
        """The port is gone, and whoever has it open is told so."""
        self.port.unlink(missing_ok=True)
        for end in self._ends:
            os.close(end)
        self._ends = ()

    def until_opened(self) -> None:
        """Returns when the companion has opened the port:
        as its last step it throws away old bytes.
        """
        while True:
            ready, _, _ = select.select(self._ends[:1], (), (), PATIENCE)
            assert ready, "nobody has opened the reader's port"
            if os.read(self._ends[0], 1024)[0] & FLUSHED:
                return

    def settings(self) -> tuple[int, int, int, bool]:
        """The speed constants of both directions, the bits of a character,
        and whether bytes come raw.
        """
        _, _, control, local, receives, sends, _ = termios.tcgetattr(self._ends[0])
        framing = control & (termios.CSIZE | termios.PARENB | termios.CSTOPB)
        return receives, sends, framing, not local & (termios.ICANON | termios.ECHO)

    def send(self, sent: bytes) -> None:
        """Bytes on the line."""
        os.write(self._ends[0], sent)

    def offer(self, sent: bytes, patience: float) -> int:
        """Bytes on the line once it takes some, for at most `patience` seconds;
        how many it has taken.
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
        """What the module sends for a label."""
        return self._module.pass_code(label)
