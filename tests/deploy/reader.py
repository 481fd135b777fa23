"""A scanner at the far end of a pseudo-terminal, inside the tested system; it needs only Python.

Each line written to the pipe `codes` is a code. It is sent to the link `port` as a scanner module
sends it. Each time the box opens the port, `opened` grows by a byte. The box discards old bytes as
the last step of opening, and that is what is detected here.
"""

import fcntl
import os
import pty
import select
import struct
import sys
import termios
import tty
from pathlib import Path

FLUSHED = 0x01
"""TIOCPKT_FLUSHREAD of Linux."""


def main(folder: Path) -> None:
    """Send codes until the process is stopped."""
    far, near = pty.openpty()
    tty.setraw(near)
    fcntl.ioctl(far, termios.TIOCPKT, struct.pack("i", 1))
    os.fchmod(near, 0o666)
    port, codes = folder / "port", folder / "codes"
    port.unlink(missing_ok=True)
    port.symlink_to(os.ttyname(near))
    if not codes.exists():
        os.mkfifo(codes)
    pipe = os.open(codes, os.O_RDWR)
    with (folder / "opened").open("ab", buffering=0) as opened:
        while True:
            ready, _, _ = select.select([far, pipe], [], [])
            if far in ready and os.read(far, 4096)[0] & FLUSHED:
                opened.write(b".")
            if pipe in ready:
                os.write(far, os.read(pipe, 4096).replace(b"\n", b"\r"))


main(Path(sys.argv[1]))
