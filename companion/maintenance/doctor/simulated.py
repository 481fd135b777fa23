"""A simulated serial port with a model of a GM65, configured as a box needs it."""

from collections.abc import Mapping
from typing import Final

from companion.maintenance.doctor.module_settings import (
    DATA_MATRIX,
    KINDS,
    LINE_END,
    MODE,
    OUTPUT,
    SAME_AGAIN,
    SETUP_CODES,
)
from companion.simulation.gm65 import Gm65

SET_UP: Final[Mapping[int, int]] = {
    MODE: 0x96,
    SETUP_CODES: 0x02,
    OUTPUT: 0x00,
    SAME_AGAIN: 0x8A,
    KINDS: 0x05,
    DATA_MATRIX: 0x01,
    LINE_END: 0x01,
}
"""The settings that the reader node writes to its own module (firmware/node/gm65.py)."""


class SimulatedPort:
    """A serial port with a GM65 at its other end."""

    def __init__(self) -> None:
        self.timeout: float | None = None
        self._module = Gm65(SET_UP)
        self._sent = b""

    @property
    def in_waiting(self) -> int:
        return len(self._sent)

    def read(self, size: int) -> bytes:
        read, self._sent = self._sent[:size], self._sent[size:]
        return read

    def write(self, data: bytes) -> int:
        self._sent += self._module.command(data)
        return len(data)

    def cancel_read(self) -> None:
        """Do nothing: no read ever waits."""

    def close(self) -> None:
        """Do nothing: nothing is open."""
