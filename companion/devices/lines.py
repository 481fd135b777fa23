"""Assembles lines from the bytes of a card reader. Pure: it has no port and no clock.

The lines do not depend on how the bytes are split into pieces. A line ends with CR, LF or both and
consists of printable ASCII. The assembler reports everything else once as noise and skips it.
"""

from companion.inputs import Noise, PartName

MAX_LINE_LENGTH = 64
"""Maximum bytes; the longest label has six characters, product codes seldom more than 48."""

ACKNOWLEDGEMENT = bytes.fromhex("02 00 00 01 00 33 31")
"""A GM65's answer to a written setting (GM65 manual, serial commands). It has no end of line, so
the next scan follows on the same line.
"""


class LineAssembler:
    r"""A buffer of bytes that returns complete lines; `reader` is the reader's name in `Noise`.

    >>> lines = LineAssembler()
    >>> lines.feed(b"1Q")
    []
    >>> lines.feed(b"SF\r\n8H\r")
    ['1QSF', '8H']
    >>> lines.feed(b"\xf0\x9f\r")
    [Noise(what='odd bytes', count=2, reader='Reader', text='', times=1)]
    """

    def __init__(self, reader: PartName = "Reader") -> None:
        self._reader = reader
        self._line = bytearray()
        self._skipping = False

    def feed(self, data: bytes) -> list[str | Noise]:
        """Return the lines that `data` completes, without line ends, and the noise among them.

        A line of more than 64 bytes is reported as soon as it is too long, and the rest is skipped.
        """
        heard: list[str | Noise] = []
        for byte in data:
            if byte in b"\r\n":
                heard += self._line_end()
            elif not self._skipping:
                self._line.append(byte)
                if self._line == ACKNOWLEDGEMENT:
                    self._line.clear()
                elif len(self._line) > MAX_LINE_LENGTH:
                    self._line.clear()
                    self._skipping = True
                    heard.append(Noise("long line", MAX_LINE_LENGTH, self._reader))
        return heard

    def quiet(self) -> list[str | Noise]:
        """Treat a pause as the end of an unfinished line, and return the line.

        By default many scanners send no end of line. The pause also separates the odd byte of a
        reader that is switched on from the first card, and reveals a wrong baud rate, which garbles
        the line ends too.
        """
        return self._line_end()

    def skip(self, dropped: bytes) -> None:
        """Skip the incomplete line before the `dropped` bytes, and the rest of the line that they
        end in.
        """
        self._line.clear()
        self._skipping = dropped[-1:] not in {b"\r", b"\n"}

    def drop(self) -> list[Noise]:
        """Drop the incomplete line because the port is gone, and return it as noise."""
        return [
            Noise("half a line", reader=self._reader, text=half) if isinstance(half, str) else half
            for half in self._line_end()
        ]

    def _line_end(self) -> list[str | Noise]:
        line = bytes(self._line)
        self._line.clear()
        self._skipping = False
        if odd := _odd_bytes(line):
            return [self._odd(odd)]
        return [line.decode("ascii")] if line else []

    def _odd(self, count: int) -> Noise:
        return Noise("odd bytes", count, self._reader)


def _odd_bytes(line: bytes | bytearray) -> int:
    return sum(not 0x20 <= byte <= 0x7E for byte in line)
