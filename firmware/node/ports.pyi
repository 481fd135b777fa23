"""The interfaces that the node uses. For type checkers only; not copied to the board."""

from collections.abc import Iterator
from typing import Protocol

class Line(Protocol):
    """The line to the box."""

    def read_into(self, buffer: bytearray) -> int:
        """Read the available bytes into `buffer` without waiting; return their number."""

    def write(self, frame: bytes) -> bool:
        """Write the frame; return whether the line had room for it."""

class Uart(Protocol):
    """The part of `machine.UART` that a driver uses; its methods do not wait."""

    def any(self) -> int: ...
    def readinto(self, buffer: bytearray, size: int) -> int | None: ...
    def write(self, data: bytes | bytearray) -> int | None: ...

class BarcodeModule(Protocol):
    """A driver of a barcode module; `Lines` is the simplest.

    Attributes:
        name: its name in the hello.
        answers: False while the module does not answer.
        ended: False if the last code came without the end of its line.
    """

    name: str
    answers: bool
    ended: bool

    def step(self, now: int) -> bytes | None:
        """Return the next code, or None; also communicate with the module."""

class Poll(Protocol):
    """The part of `select.poll` that the node uses."""

    def ipoll(self, timeout: int) -> Iterator[tuple[object, int]]: ...

class Reading(Protocol):
    """The part of `sys.stdin.buffer` that the node uses."""

    def read(self, size: int) -> bytes: ...

class Writing(Protocol):
    """The part of `sys.stdout.buffer` that the node uses."""

    def write(self, data: bytes) -> int: ...
