"""Assembles lines from what a card reader sends: bytes, or the key events of one that types.

Pure: it has no port and no clock.
"""

from collections.abc import Mapping

from companion.inputs import Layout, Noise, PartName

MAX_LINE_LENGTH = 64
"""Maximum bytes or characters of a line; the longest label has six characters, product codes seldom
more than 48. The journal stores the beginning of a longer one that was typed.
"""

ACKNOWLEDGEMENT = bytes.fromhex("02 00 00 01 00 33 31")
"""A GM65's answer to a written setting (GM65 manual, serial commands). It has no end of line, so
the next scan follows on the same line.
"""


class LineAssembler:
    r"""A buffer of bytes that returns complete lines; `reader` is the reader's name in `Noise`.

    The lines do not depend on how the bytes are split into pieces. A line ends with CR, LF or both
    and consists of printable ASCII. The assembler reports everything else once as noise and skips
    it.

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
        heard = []
        for byte in data:
            if byte in b"\r\n":
                heard += self.quiet()
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
        """End the line because of its last byte or a pause; return it, or the noise that it is.

        By default many scanners send no end of line. The pause also separates the odd byte of a
        reader that is switched on from the first card, and reveals a wrong baud rate, which garbles
        the line ends too.
        """
        line = bytes(self._line)
        self._line.clear()
        self._skipping = False
        if odd := sum(not 0x20 <= byte <= 0x7E for byte in line):
            return [Noise("odd bytes", odd, self._reader)]
        return [line.decode("ascii")] if line else []

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
            for half in self.quiet()
        ]


DOWN = 1
"""The value of an event for a pressed key; 0 is a release, 2 a repeat."""

ENTER = frozenset({28, 96})
TAB = 15
SHIFT = frozenset({42, 54})
CAPS_LOCK = 58

_ROWS = (range(2, 14), range(16, 28), range(30, 41), range(44, 54))
"""The codes of the row of digits and the three rows of letters below it, from left to right."""

_TYPED: Mapping[Layout, tuple[tuple[str, str, str, str], tuple[str, str, str, str]]] = {
    "us": (
        ("1234567890-=", "qwertyuiop[]", "asdfghjkl;'", "zxcvbnm,./"),
        ("!@#$%^&*()_+", "QWERTYUIOP{}", 'ASDFGHJKL:"', "ZXCVBNM<>?"),
    ),
    "uk": (
        ("1234567890-=", "qwertyuiop[]", "asdfghjkl;'", "zxcvbnm,./"),
        ('!"£$%^&*()_+', "QWERTYUIOP{}", "ASDFGHJKL:@", "ZXCVBNM<>?"),
    ),
    "de": (
        ("1234567890ß´", "qwertzuiopü+", "asdfghjklöä", "yxcvbnm,.-"),
        ('!"§$%&/()=?`', "QWERTZUIOPÜ*", "ASDFGHJKLÖÄ", "YXCVBNM;:_"),
    ),
    "fr": (
        ("&é\"'(-è_çà)=", "azertyuiop^$", "qsdfghjklmù", "wxcvbn,;:!"),
        ("1234567890°+", "AZERTYUIOP¨£", "QSDFGHJKLM%", "WXCVBN?./§"),
    ),
    "es": (
        ("1234567890'¡", "qwertyuiop`+", "asdfghjklñ´", "zxcvbnm,.-"),
        ('!"·$%&/()=?¿', "QWERTYUIOP^*", "ASDFGHJKLÑ¨", "ZXCVBNM;:_"),
    ),
}

_KEYPAD = dict(zip((*range(71, 74), *range(75, 78), *range(79, 83)), "7894561230", strict=True))
"""The codes of the number pad, row by row."""


class TypedLines:
    """A buffer of typed characters, which a line end (Enter, Tab or a pause) completes.

    A key event names the position of a key, not its character, so the country setting of the
    scanner matters: its `layout` has the characters printed on that country's keyboards. Codes are
    those of Linux's input-event-codes.h.

    >>> lines = TypedLines("us")
    >>> [lines.key(code, 1) for code in (2, 42, 16, 28)]
    [None, None, None, '1Q']
    """

    def __init__(self, layout: Layout = "us") -> None:
        plain, shifted = _TYPED[layout]
        self._plain = _by_code(plain)
        self._shifted = _by_code(shifted)
        self._line: list[str] = []
        self._shifts: set[int] = set()
        self._caps = False

    def key(self, code: int, value: int) -> str | None:
        """Process one key event; return the line that it ends, or None. Empty lines are ignored."""
        if code in SHIFT:
            if value:
                self._shifts.add(code)
            else:
                self._shifts.discard(code)
            return None
        if value != DOWN:
            return None
        if code == CAPS_LOCK:
            self._caps = not self._caps
            return None
        if code in ENTER or code == TAB:
            return self.quiet()
        sign = (self._shifted if self._shifts else self._plain).get(code)
        if sign is not None and len(self._line) < MAX_LINE_LENGTH:
            self._line.append(sign.swapcase() if self._caps and sign.isalpha() else sign)
        return None

    def quiet(self) -> str | None:
        """End the line because of a pause; return it, or None if nothing was typed."""
        line = "".join(self._line)
        self._line.clear()
        return line or None

    def drop(self) -> None:
        """Forget the incomplete line and the pressed keys, because the scanner is lost."""
        self._line.clear()
        self._shifts.clear()
        self._caps = False


def _by_code(rows: tuple[str, str, str, str]) -> dict[int, str]:
    typed = {**_KEYPAD, 57: " "}
    for codes, signs in zip(_ROWS, rows, strict=True):
        typed |= dict(zip(codes, signs, strict=True))
    return typed
