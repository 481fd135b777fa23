r"""Assembles lines from the key events of a scanner that types like a keyboard. Pure: it has no
device and no clock.

A key event names the position of a key, not its character, so the scanner's country setting
matters. Codes are those of Linux's input-event-codes.h; a layout has the characters printed on that
country's keyboards.

    >>> lines = TypedLines("us")
    >>> [lines.key(code, 1) for code in (2, 42, 16, 28)]
    [None, None, None, '1Q']
"""

from collections.abc import Mapping
from typing import Final

from companion.inputs import Layout

MAX_LINE_LENGTH: Final = 64
"""Maximum characters of a line; a longer one cannot be a label, and the journal stores its
beginning.
"""

DOWN: Final = 1
"""The value of an event for a pressed key; 0 is a release, 2 a repeat."""

ENTER: Final = frozenset({28, 96})
TAB: Final = 15
SHIFT: Final = frozenset({42, 54})
CAPS_LOCK: Final = 58

_ROWS: Final = (range(2, 14), range(16, 28), range(30, 41), range(44, 54))
"""The codes of the row of digits and the three rows of letters below it, from left to right."""

_TYPED: Final[Mapping[Layout, tuple[tuple[str, str, str, str], tuple[str, str, str, str]]]] = {
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

_KEYPAD: Final = {
    71: "7",
    72: "8",
    73: "9",
    75: "4",
    76: "5",
    77: "6",
    79: "1",
    80: "2",
    81: "3",
    82: "0",
}


class TypedLines:
    """A buffer of typed characters, which a line end (Enter, Tab or a pause) completes.

    `layout` is the country setting of the scanner.
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
