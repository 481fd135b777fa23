"""The models of Pi: their names, and which of their serial ports is on the header.

From the Raspberry Pi documentation, "Configuring UARTs" and "Conditional filters" (config.txt).
"""

import re
from typing import Final

import msgspec

OLD_HEADER: Final = "/dev/serial0"
PI_5_HEADER: Final = "/dev/ttyAMA0"


class Pi(msgspec.Struct, frozen=True):
    """A kind of Pi; newer models are not `known`.

    `filters` are the sections of config.txt that apply to it besides [all]. `bluetooth_has_uart` says whether
    Bluetooth uses the better UART, the PL011, and the header the mini UART. `header` is the serial port on
    GPIO 14 and 15.
    """

    name: str
    filters: frozenset[str]
    bluetooth_has_uart: bool
    header: str = OLD_HEADER
    known: bool = True

    @property
    def is_5(self) -> bool:
        """Whether its header is on the RP1 chip, so that /dev/serial0 is the debug connector."""
        return self.header == PI_5_HEADER


def _pi(name: str, *filters: str, shared: bool = False, header: str = OLD_HEADER) -> Pi:
    return Pi(name, frozenset(filters), shared, header)


_TABLE: Final[tuple[tuple[str, Pi], ...]] = (
    (r"Zero 2 W\b", _pi("Pi Zero 2 W", "pi02", "pi0w", "pi0", shared=True)),
    (r"Zero W\b", _pi("Pi Zero W", "pi0w", "pi0", shared=True)),
    (r"Zero\b", _pi("Pi Zero", "pi0")),
    (r"Compute Module 5\b", _pi("Compute Module 5", "cm5", "pi5", header=PI_5_HEADER)),
    (r"500\b", _pi("Pi 500", "pi500", "pi5", header=PI_5_HEADER)),
    (r"5\b", _pi("Pi 5", "pi5", header=PI_5_HEADER)),
    (r"Compute Module 4S\b", _pi("Compute Module 4S", "cm4s", "pi4")),
    (r"Compute Module 4\b", _pi("Compute Module 4", "cm4", "pi4", shared=True)),
    (r"400\b", _pi("Pi 400", "pi400", "pi4", shared=True)),
    (r"4\b", _pi("Pi 4", "pi4", shared=True)),
    (r"Compute Module 3\b", _pi("Compute Module 3", "pi3")),
    (r"3 Model \w+ Plus\b", _pi("Pi 3+", "pi3+", "pi3", shared=True)),
    (r"3\b", _pi("Pi 3", "pi3", shared=True)),
    (r"2\b", _pi("Pi 2", "pi2")),
    (r"(Compute Module|Model [AB])\b", _pi("Pi 1", "pi1")),
)
"""Model patterns; the first match counts."""

KINDS: Final = tuple(pi for _, pi in _TABLE)


def pi_of(model: str) -> Pi:
    """Return the kind of the Pi whose kernel reports `model`, "Raspberry Pi 4 Model B Rev 1.4".

    A model that is not in the table is treated as a Pi 4, and is not `known`.
    """
    called = model.removeprefix("Raspberry Pi ")
    for pattern, pi in _TABLE:
        if re.match(pattern, called):
            return pi
    four = next(pi for pi in KINDS if pi.name == "Pi 4")
    return msgspec.structs.replace(four, name=model, known=False)
