r"""Frames: `~BODY*CRC` and a line feed (docs/reference/node-link.md, "The link").

>>> framed("?")
b'~?*C7BC\n'
>>> frames = FrameReader()
>>> [words for words in map(frames.take, b"noise~A 5F3A1C22 7*4A51\n") if words]
[['A', '5F3A1C22', '7']]
"""

from array import array

from micropython import const

_BEGIN = const(0x7E)
_CRC_MARK = const(0x2A)
_END = const(0x0A)
_CRC_LENGTH = const(5)
_LONGEST = const(254)
"""Maximum bytes of a frame without its mark and its line feed, which complete a line of 256
bytes.
"""


def _remainder(byte: int) -> int:
    crc = byte << 8
    for _ in range(8):
        crc = crc << 1 ^ 0x1021 if crc & 0x8000 else crc << 1
    return crc & 0xFFFF


_REMAINDERS = array("H", [_remainder(byte) for byte in range(256)])


def crc16(data: bytes | bytearray | memoryview, length: int) -> int:
    """Return the CRC-16/XMODEM of the first `length` bytes."""
    crc = 0
    for index in range(length):
        crc = (crc << 8 & 0xFFFF) ^ _REMAINDERS[crc >> 8 ^ data[index]]
    return crc


def framed(body: str) -> bytes:
    """Return the line that carries `body`, words of printable ASCII separated by single spaces."""
    said = body.encode()
    return b"~" + said + f"*{crc16(said, len(said)):04X}\n".encode()


class FrameReader:
    """A reader of frames among the bytes of a line, which skips all other bytes."""

    def __init__(self) -> None:
        self._line = bytearray(_LONGEST)
        self._length = -1  # no frame has begun

    def take(self, byte: int) -> list[str] | None:
        """Return the words of the frame that `byte` ends, or None."""
        if byte == _BEGIN:
            self._length = 0
        elif byte == _END:
            length, self._length = self._length, -1
            return self._words(length)
        elif 0 <= self._length < _LONGEST:
            self._line[self._length] = byte
            self._length += 1
        else:
            self._length = -1
        return None

    def _words(self, length: int) -> list[str] | None:
        body = length - _CRC_LENGTH
        if body < 1 or self._line[body] != _CRC_MARK:
            return None
        if bytes(self._line[body + 1 : length]) != f"{crc16(self._line, body):04X}".encode():
            return None
        for index in range(body):
            if not 0x20 <= self._line[index] < _BEGIN or self._line[index] == _CRC_MARK:
                return None
        words = bytes(self._line[:body]).decode().split(" ")
        return None if "" in words else words
