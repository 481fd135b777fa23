"""Stand-ins for the far end of a serial port, the clock and the waiting in tests of the scanner."""

import os
import tty
from pathlib import Path

from companion.devices.ports import Worker
from companion.devices.serial_reader import READ_BYTES, SerialReader
from companion.inputs import Input, Scan

PATIENCE = 10.0
"""Seconds before a test gives up waiting for an event."""


class Cable:
    """A pseudo-terminal with a fixed name, like a port in /dev/serial/by-id."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._ends: tuple[int, int] | None = None

    def plug(self) -> None:
        self._ends = os.openpty()
        tty.setraw(
            self._ends[1]
        )  # otherwise the terminal echoes bytes that arrive before the reader opens it
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.symlink_to(os.ttyname(self._ends[1]))

    def unplug(self) -> None:
        if self._ends:
            self.path.unlink()
            for end in self._ends:
                os.close(end)
            self._ends = None

    def send(self, data: bytes) -> None:
        assert self._ends
        os.write(self._ends[0], data)


class StoppedClock:
    def monotonic(self) -> float:
        return 7.5

    def time(self) -> float:
        return 0.0


CLOCK = StoppedClock()


def poll_for(reader: SerialReader, count: int) -> list[Input]:
    """Poll until `count` inputs have arrived."""
    heard: list[Input] = []
    for _ in range(20 + 10 * count):
        if len(heard) < count:
            heard += reader.poll(timeout=1.0)
    return heard


def scan(text: str) -> Scan:
    return Scan(text, at=7.5)


class FailingPort:
    """A port whose plug was pulled: it stays open, and fails in the ways pyserial does."""

    def __init__(
        self, *, in_waiting: Exception | None = None, read: Exception | None = None
    ) -> None:
        self.timeout: float | None = None
        self.closed = False
        self._in_waiting, self._read = in_waiting, read

    @property
    def in_waiting(self) -> int:
        if self._in_waiting:
            raise self._in_waiting
        return 0

    def read(self, _size: int) -> bytes:
        if self._read:
            raise self._read
        return b""

    def write(self, data: bytes) -> int:
        return len(data)

    def close(self) -> None:
        self.closed = True


class FullPort(FailingPort):
    """A port at which a scanner has sent `waiting` before the first read."""

    def __init__(self, waiting: bytes = b"") -> None:
        super().__init__()
        self.waiting = waiting

    @property
    def in_waiting(self) -> int:
        return min(len(self.waiting), READ_BYTES)

    def read(self, size: int) -> bytes:
        data, self.waiting = self.waiting[:size], self.waiting[size:]
        return data


class HandWorker(Worker):
    """A worker without a thread; the test itself calls its step."""

    def start(self) -> None:
        pass
