"""What the firmware uses of MicroPython's own module."""

from typing import TypeVar

_T = TypeVar("_T", int, str)

def const(value: _T) -> _T: ...
def kbd_intr(character: int) -> None: ...
