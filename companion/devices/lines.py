"""Assembles lines from the bytes of a card reader. Pure: no port, no clock.

The lines do not depend on how the bytes are split into pieces. A line ends with CR, LF or both and
holds printable ASCII; the assembler reports everything else once as noise, and skips it.
"""

from companion.inputs import Noise, PartName

MAX_LINE_LENGTH = 64
"""Bytes. The longest label has six characters; a shop's codes seldom more than 48."""

ACKNOWLEDGEMENT = bytes.fromhex("02 00 00 01 00 33 31")
"""A GM65's answer to a written setting (GM65 manual, serial commands). It has no end of line
and so sticks to the front of the next scan."""


class LineAssembler:
    r"""Collects bytes until a line is whole; `reader` is the reader's name on the display,
    for the `Noise`.

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
        """Return the lines that `data` completes, without their ends, and the noise among them.

        The assembler reports a line of more than 64 bytes as soon as it is too long, and skips its
        rest.
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
        """End a line that a pause in the bytes leaves without its end, and return it.

        Many scanners send no end of line as delivered. The odd byte of a reader that is switched on
        does not spoil the first card, and a wrong baud rate, which garbles the ends of lines too,
        is seen.
        """
        return self._line_end()

    def skip(self, dropped: bytes) -> None:
        """Skip the rest of the line that these `dropped` bytes end in,
        and the half line before them.
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
