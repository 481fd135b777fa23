"""The thread of a reader that may be unplugged: reads, and looks for it again when it is gone."""

from typing import Final, Protocol

from companion.devices.ports import Report
from companion.inputs import Input

FIRST_WAIT: Final = 0.25
LONGEST_WAIT: Final = 2.0
"""Seconds between two attempts to open a reader that is gone: doubled up to the longest."""


class Pause(Protocol):
    """What is needed of `threading.Event`: a wait that `set` ends."""

    def is_set(self) -> bool: ...
    def set(self) -> None: ...
    def wait(self, timeout: float) -> bool: ...


class Polled(Protocol):
    """A reader that is read step by step."""

    @property
    def connected(self) -> bool: ...
    def poll(self) -> list[Input]: ...


def keep_polling(reader: Polled, report: Report, closing: Pause) -> None:
    """Reports what `reader` reads until `closing` is set; one that is gone is looked for ever less often."""
    wait = FIRST_WAIT
    while not closing.is_set():
        was_open = reader.connected
        for heard in reader.poll():
            report(heard)
        if reader.connected:
            # Only a read that went well counts: a loose plug opens well and fails at once.
            wait = FIRST_WAIT if was_open else wait
        else:
            closing.wait(wait)
            wait = min(wait * 2, LONGEST_WAIT)
