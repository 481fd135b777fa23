"""A model of the PCA9685, which drives the lights on I2C."""

import threading
from collections.abc import Callable, Iterable

_MODE1, _MODE2, _FIRST, _LAST, _PRE_SCALE = 0x00, 0x01, 0x06, 0x45, 0xFE
_SLEEP, _COUNTS_UP, _INVERTED, _TOTEM_POLE, _FULL = 0x10, 0x20, 0x10, 0x04, 0x10


class Pca9685:
    """The registers of the chip, and how bright an LED between 5 V and each output is.

    Attributes:
        changed: called without arguments, in the writing thread, after each transfer; None for no
            listener.
    """

    def __init__(self, changed: Callable[[], None] | None = None) -> None:
        self.changed = changed
        self._lock = threading.Lock()
        self.power_up()

    def power_up(self) -> None:
        """Reset the registers (datasheet, tables 4 to 8): asleep, and every output low."""
        with self._lock:
            self._registers = dict.fromkeys(range(_MODE1, _LAST + 1), 0)
            self._registers |= {_MODE1: 0x11, _MODE2: _TOTEM_POLE, _PRE_SCALE: 0x1E}
            self._registers |= dict.fromkeys(range(_FIRST + 3, _LAST + 1, 4), _FULL)

    def write(self, register: int, sent: Iterable[int]) -> None:
        """Write bytes from a register on.

        Raises:
            ValueError: there is no such register, or the driver has not let the number count up.
        """
        with self._lock:
            for place, byte in enumerate(sent):
                if place and not self._registers[_MODE1] & _COUNTS_UP:
                    raise ValueError("PCA9685: a second byte needs auto-increment")
                if register + place not in self._registers:
                    raise ValueError(f"PCA9685: 0x{register + place:02X} is no register")
                self._registers[register + place] = byte
        if self.changed is not None:
            self.changed()

    def read(self, register: int) -> int:
        """Return the content of a register."""
        with self._lock:
            return self._registers[register]

    def level(self, output: int) -> float:
        """Return the brightness of the LED at an output, 0.0 to 1.0.

        An output that is low lets the LED shine, so all shine after power-up until the driver has
        inverted the outputs.
        """
        with self._lock:
            base = _FIRST + 4 * output
            on_low, on_high, off_low, off_high = (self._registers[base + n] for n in range(4))
            mode1, mode2 = self._registers[_MODE1], self._registers[_MODE2]
        if off_high & _FULL or mode1 & _SLEEP:
            high = 0.0
        elif on_high & _FULL:
            high = 1.0
        else:
            on = on_low + 256 * (on_high & 0x0F)
            off = off_low + 256 * (off_high & 0x0F)
            high = (off - on) % 4096 / 4096
        return high if mode2 & _INVERTED else 1.0 - high
