"""The part of the `micropython` module that the firmware uses."""

from typing import TypeVar

_T = TypeVar("_T", int, str)

def const(value: _T) -> _T: ...
def kbd_intr(character: int) -> None: ...
