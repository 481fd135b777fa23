"""The places of supplies and grounds on the Pi's 40-pin header and on a Pico's two rows of twenty.

A Pi's are the same on every model with 40 pins (Raspberry Pi documentation, "GPIO"); a Pico's are
in its pinout (Pico R3 A4 Pinout, Raspberry Pi), which the Pico 2 shares.
"""

from collections.abc import Mapping

from companion.config.board import HEADER

VOLTS_3V3 = (1, 17)
VOLTS_5 = (2, 4)
GROUND = (6, 9, 14, 20, 25, 30, 34, 39)
EEPROM = (27, 28)
"""Reserved for the chip on an add-on board, so unused here."""

GROUNDS: Mapping[str, int] = {"reader": 6, "display": 9, "buttons": 30, "sounder": 34, "lights": 39}
"""The ground of each part of the box, so that each place has only one plug."""

DISPLAY_3V3 = 1
READER_5V = 4

PICO_GP: Mapping[int, int] = {
    0: 1, 1: 2, 2: 4, 3: 5, 4: 6, 5: 7, 6: 9, 7: 10, 8: 11, 9: 12, 10: 14, 11: 15, 12: 16, 13: 17,
    14: 19,
    15: 20, 16: 21, 17: 22, 18: 24, 19: 25, 20: 26, 21: 27, 22: 29, 26: 31, 27: 32, 28: 34,
}  # fmt: skip
"""GP number -> place on the Pico."""

PICO_GROUND = (3, 8, 13, 18, 23, 28, 38)
PICO_5V = 40
"""The place of VBUS: 5 V while the USB cable is plugged in."""

PICO_GROUNDS: Mapping[str, int] = {"buttons": 8, "sounder": 18, "repl": 28, "reader": 3}
"""The ground of each part of the node, the one nearest to its other wires."""


def place(gpio: int) -> int:
    """Return the place of a GPIO on the Pi's header."""
    return HEADER[gpio]
