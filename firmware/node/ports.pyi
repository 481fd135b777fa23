"""What the node is handed. For type checkers only: nothing of this is on the board."""

from collections.abc import Iterator
from typing import Protocol

class Line(Protocol):
    """The line to the box."""

    def read_into(self, buffer: bytearray) -> int:
        """How many bytes have come and now stand in `buffer`; returns at once."""

    def write(self, frame: bytes) -> bool:
        """Whether the line could take the frame."""

class Uart(Protocol):
    """What a driver needs of `machine.UART`: nothing of it waits."""

    def any(self) -> int: ...
    def readinto(self, buffer: bytearray, size: int) -> int | None: ...
    def write(self, data: bytes | bytearray) -> int | None: ...

class BarcodeModule(Protocol):
    """A driver of a barcode module; `Lines` is the simplest.

    Attributes:
        name: what the hello calls it.
        answers: False while the module does not answer.
        ended: False if the last code came without the end of its line.
    """

    name: str
    answers: bool
    ended: bool

    def step(self, now: int) -> bytes | None:
        """The next code that was read, or None when there is none; also talks to the module."""

class Poll(Protocol):
    """What is needed of `select.poll`."""

    def ipoll(self, timeout: int) -> Iterator[tuple[object, int]]: ...

class Reading(Protocol):
    """What is needed of `sys.stdin.buffer`."""

    def read(self, size: int) -> bytes: ...

class Writing(Protocol):
    """What is needed of `sys.stdout.buffer`."""

    def write(self, data: bytes) -> int: ...
