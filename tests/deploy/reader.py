"""A reader at the far end of a pseudo-terminal, inside the system that is tested;
needs only Python.

What is written to the pipe `codes`, a line a code, is sent to the link `port` as a module sends it.
Every time that the box has opened the port, `opened` gets a byte longer: as its last step it throws
away old bytes.
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
"""TIOCPKT_FLUSHREAD, Linux."""


def main(folder: Path) -> None:
    """Sends until it is ended."""
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
