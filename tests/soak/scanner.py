"""A scanner that types like a keyboard, and the plug that it hangs on."""

import errno
import os
import random
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Final

from companion.devices.keyboard_reader import KEY_EVENT, KeyEvent
from companion.devices.typed_lines import TypedLines
from companion.inputs import Layout

SCANNER: Final = "/dev/input/soak"
"""Its device."""

ENTER: Final = 28
SHIFT: Final = 42
"""Codes of Linux's input-event-codes.h."""


class Scanner:
    """The scanner, and what the kernel keeps of it: `companion.devices.keyboard_reader.Keyboard`.

    Attributes:
        is_plugged: whether the device is there.
        loses: now and then a key is lost.
        layout: the country that it is set to; the box expects "us".
    """

    def __init__(self, chance: random.Random) -> None:
        self.is_plugged, self.loses = True, False
        self.layout: Layout = "us"
        self._chance = chance
        self._typed: list[tuple[int, int]] = []
        self._near, self._far = os.pipe()
        os.write(self._far, b"!")  # always ready, so that no read waits

    @property
    def has_keys(self) -> bool:
        """Whether the box has keys to read."""
        return self.is_plugged and bool(self._typed)

    def scan(self, text: str) -> None:
        """Type what stands on a label, and Enter; a sign that is on no key is left out."""
        if self.is_plugged:
            lost = 0.1 if self.loses else 0.0
            self._typed += [key for key in self._keys(text) if self._chance.random() >= lost]

    def unplug(self) -> None:
        self.is_plugged = False
        self._typed.clear()

    def destroy(self) -> None:
        os.close(self._near)
        os.close(self._far)

    def _keys(self, text: str) -> Iterator[tuple[int, int]]:
        lines = TypedLines(self.layout)
        plain = {sign: code for code, sign in lines._plain.items()}
        shifted = {sign: code for code, sign in lines._shifted.items()}
        for sign in text:
            if sign in plain:
                yield from ((plain[sign], 1), (plain[sign], 0))
            elif sign in shifted:
                yield from ((SHIFT, 1), (shifted[sign], 1), (shifted[sign], 0), (SHIFT, 0))
        yield from ((ENTER, 1), (ENTER, 0))

    # The device

    def open(self, _path: str) -> "Scanner":
        self._check()
        self._typed.clear()
        return self

    def fileno(self) -> int:
        return self._near

    def grab(self) -> None:
        self._check()

    def read(self) -> Iterator[KeyEvent]:
        self._check()
        typed, self._typed = self._typed, []
        return (SimpleNamespace(type=KEY_EVENT, code=code, value=value) for code, value in typed)

    def close(self) -> None:
        """Leave the device to others: it stays as long as the world."""

    def _check(self) -> None:
        if not self.is_plugged:
            raise OSError(errno.ENODEV, os.strerror(errno.ENODEV))
