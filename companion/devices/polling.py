"""The loop of a reader's thread: reads, and looks for the reader again after somebody unplugs it."""

from typing import Final, Protocol

from companion.devices.ports import Report
from companion.inputs import Input

FIRST_WAIT: Final = 0.25
LONGEST_WAIT: Final = 2.0
"""Seconds between two attempts to open a lost reader: the loop doubles them up to this value."""


class Pause(Protocol):
    """The part of `threading.Event` that the loop uses: a wait that `set` ends."""

    def is_set(self) -> bool: ...
    def set(self) -> None: ...
    def wait(self, timeout: float) -> bool: ...


class Polled(Protocol):
    """A reader that the loop reads step by step."""

    @property
    def connected(self) -> bool: ...
    def poll(self) -> list[Input]: ...


def keep_polling(reader: Polled, report: Report, closing: Pause) -> None:
    """Report what `reader` reads until `closing` is set; retry a lost reader at growing intervals."""
    wait = FIRST_WAIT
    while not closing.is_set():
        was_open = reader.connected
        for heard in reader.poll():
            report(heard)
        if reader.connected:
            # Only a successful read resets the wait, because a loose plug opens and fails at once.
            wait = FIRST_WAIT if was_open else wait
        else:
            closing.wait(wait)
            wait = min(wait * 2, LONGEST_WAIT)
