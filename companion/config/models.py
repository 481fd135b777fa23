"""The models of Pi: which of their serial ports is on the header,
and whether Bluetooth has the better one.

From the Raspberry Pi documentation, "Configuring UARTs".
"""

import re
from typing import Final

PI_5_HEADER: Final = "/dev/ttyAMA0"
"""The header's port on a Pi 5, where it is on the RP1 chip
and /dev/serial0 is the debug connector.
"""

_PI_5: Final = re.compile(r"Raspberry Pi (Compute Module 5|500|5)\b")
_NO_BLUETOOTH: Final = re.compile(
    r"Raspberry Pi (Zero(?! 2| W)|2\b|Compute Module (4S|3|Rev)|Model [AB]\b)|" + _PI_5.pattern
)
"""Models without it, or with a UART for it alone; any newer one is treated as a Pi 4."""


def is_pi_5(model: str) -> bool:
    """Return whether the kernel of a Pi 5 or its kin reports `model`,
    "Raspberry Pi 5 Model B Rev 1.0".
    """
    return _PI_5.match(model) is not None


def bluetooth_has_uart(model: str) -> bool:
    """Return whether Bluetooth uses the better UART of this Pi, the PL011,
    and the header the mini UART.
    """
    return _NO_BLUETOOTH.match(model) is None
