r"""The frames of the link to a reader node, in the format of firmware/README.md. Pure.

>>> framed("A 5F3A1C22 7")
b'~A 5F3A1C22 7*4A51\n'
>>> unframed(b"noise~A 5F3A1C22 7*4A51")
('A', '5F3A1C22', '7')
"""

import re
from binascii import crc_hqx
from typing import Final

MAX_FRAME_LENGTH: Final = 256
"""Maximum bytes of a line, its end included."""

_FRAME: Final = re.compile(rb"([\x20-\x7d]*)\*([0-9A-F]{4})")
_WORD: Final = re.compile(r"[!-}]+")


def framed(body: str) -> bytes:
    """Return the line that carries `body`, words with one space between them."""
    encoded = body.encode("ascii")
    return b"~%s*%04X\n" % (encoded, crc_hqx(encoded, 0))


def unframed(line: bytes) -> tuple[str, ...] | None:
    """Return the words of the frame in a line; None when there is none, or it is corrupt."""
    _, mark, rest = line.rpartition(b"~")
    frame = _FRAME.fullmatch(rest.rstrip(b"\r"))
    if not mark or frame is None or crc_hqx(frame[1], 0) != int(frame[2], 16):
        return None
    words = tuple(frame[1].decode("ascii").split(" "))
    return words if all(_WORD.fullmatch(word) for word in words) else None


class FrameAssembler:
    r"""Collects bytes until a line is whole, and keeps only the frames among the lines.

    >>> frames = FrameAssembler()
    >>> frames.feed(b"~A 5F3A1C22")
    []
    >>> frames.feed(b" 7*4A51\n")
    [('A', '5F3A1C22', '7')]
    """

    def __init__(self) -> None:
        self._line = bytearray()

    def feed(self, data: bytes) -> list[tuple[str, ...]]:
        """Return the words of every frame that `data` completes."""
        frames = []
        for byte in data:
            if byte == 0x0A:
                words = unframed(bytes(self._line))
                self._line.clear()
                if words is not None:
                    frames.append(words)
            elif byte == 0x7E:  # a frame begins: the bytes before it are half a line
                self._line[:] = b"~"
            elif len(self._line) < MAX_FRAME_LENGTH:
                self._line.append(byte)
        return frames
