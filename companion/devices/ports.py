"""The protocols of the box's parts, as used by `companion.box.controller`.

Each real part is a module of this package; tests and the simulation pass their own.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from companion.inputs import Input, Receipt
from companion.message import Name
from companion.outputs import Lights, Sound
from companion.screens.model import Frame

Report = Callable[[Input], None]
"""The function that queues a device's inputs for the box; any thread may call it."""


class Clock(Protocol):
    """A source of time: the module `time`, or a test's own clock."""

    def monotonic(self) -> float:
        """Return the seconds since a fixed moment; they never decrease."""

    def time(self) -> float:
        """Return the seconds since 1970 UTC, for records only."""


class Display(Protocol):
    """Shows frames. `show` returns at once; a newer frame replaces one that is not yet drawn."""

    def show(self, frame: Frame) -> None: ...


class LightRing(Protocol):
    """Shows eight seats, two directions, accepted and refused."""

    def show(self, lights: Lights) -> None: ...


class Voice(Protocol):
    """Says sentences made of recorded clips and names, and returns at once.

    A newer sentence cuts off an older one.
    """

    def seat(self, language: str, names: Mapping[str, Sequence[str | Name]]) -> None:
        """Prepare the names of the players, each with the clips to say if it cannot be said."""

    def say(self, language: str, clips: Sequence[str | Name]) -> None: ...


class Sounder(Protocol):
    """Plays a short sound and returns at once."""

    def play(self, sound: Sound) -> None: ...


class AnswersCards(Protocol):
    """A reader that keeps each input until the box has acknowledged that it is on disk: a reader
    node.
    """

    def taken(self, receipt: Receipt) -> None:
        """Acknowledge that everything up to `receipt` is on disk;
        ignore a receipt of another reader.
        """

    def verdict(self, receipt: Receipt, *, accepted: bool) -> None:
        """Send the table's verdict on that card."""


class Source(Protocol):
    """A part that reports inputs from `start` until `close`: buttons, a reader."""

    def start(self, report: Report) -> None: ...
    def close(self) -> None: ...
