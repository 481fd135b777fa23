r"""The USB serial line of the board.

>>> line = UsbLine(sys.stdin.buffer, sys.stdout.buffer, readable, writable)
>>> line.write(b"~?*C7BC\n")
True
"""

TYPE_CHECKING = 0
if TYPE_CHECKING:
    from node.ports import Poll, Reading, Writing


class UsbLine:
    """The USB line, which reads without waiting and writes only if there is room.

    A host that has the port open and does not read fills the line. Then a write in MicroPython
    waits for half a second and drops the rest (shared/tinyusb/mp_usbd_cdc.c), which would delay
    everything else.

    Args:
        reading, writing: `sys.stdin.buffer` and `sys.stdout.buffer`, which does not convert line
            ends.
        readable, writable: a `select.poll` for POLLIN of the first, and one for POLLOUT of the
            second.
    """

    def __init__(self, reading: Reading, writing: Writing, readable: Poll, writable: Poll) -> None:
        self._reading, self._writing = reading, writing
        self._readable, self._writable = readable, writable

    def read_into(self, buffer: bytearray) -> int:
        """Read the available bytes into `buffer` without waiting; return their number."""
        count = 0
        while count < len(buffer) and _is_ready(self._readable):
            buffer[count] = self._reading.read(1)[0]  # a longer read would wait for all its bytes
            count += 1
        return count

    def write(self, frame: bytes) -> bool:
        """Write the frame; return whether the line had room for it."""
        if not _is_ready(self._writable):
            return False
        self._writing.write(frame)
        return True


def _is_ready(polled: Poll) -> bool:
    for _ in polled.ipoll(0):  # unlike `poll` it creates no list
        return True
    return False
