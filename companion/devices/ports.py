"""What a part of the box must be able to do: the ports that `companion.box.controller` drives.

Each real part is one file beside this one; tests and the simulation hand in their own.
"""

from collections.abc import Callable
from typing import Protocol

from companion.inputs import Input, Receipt
from companion.outputs import Lights, Sound
from companion.screens.model import Frame

Report = Callable[[Input], None]
"""Where a device reports what happened: puts the input on the box's queue; any thread may call it."""


class Clock(Protocol):
    """The time, handed in everywhere. Nothing else in the companion asks for it."""

    def monotonic(self) -> float:
        """Seconds from some fixed moment; never goes back."""
        ...

    def time(self) -> float:
        """Seconds since 1970 UTC, for the record only."""
        ...


class Display(Protocol):
    """Shows frames. `show` returns at once; the newest frame wins over one not yet drawn."""

    def show(self, frame: Frame) -> None: ...
    def close(self) -> None: ...


class LightRing(Protocol):
    """Eight seats, two directions, accepted and refused."""

    def show(self, lights: Lights) -> None: ...
    def close(self) -> None: ...


class Sounder(Protocol):
    """Plays a short sound and returns at once."""

    def play(self, sound: Sound) -> None: ...
    def close(self) -> None: ...


class AnswersCards(Protocol):
    """A reader that keeps what it has read until it is told that it is on disk: a reader node."""

    def taken(self, receipt: Receipt) -> None:
        """Everything up to `receipt` is on disk; a receipt of another reader is passed over."""
        ...

    def verdict(self, receipt: Receipt, *, accepted: bool) -> None:
        """What the table said to that card."""
        ...


class Source(Protocol):
    """A part that reports inputs by itself from `start` until `close`: buttons, a reader."""

    def start(self, report: Report) -> None: ...
    def close(self) -> None: ...
