"""The data sent to an emulated Pi's display, decoded by our own model of its controller."""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Final

from PIL import Image

from companion.config.board import SpiPins
from companion.devices.oled.display import RING, shifted
from companion.drawing import draw
from companion.screens.model import Picture
from companion.simulation.controller import Ssd1309
from tests.pi.pi import PIN_SET

ADDRESS: Final = 0x3C

I2C_EVENT: Final = re.compile(r"i2c_event (\w+)\(addr:0x([0-9a-f]+)\)")
I2C_SENT: Final = re.compile(r"i2c_send send\(addr:0x([0-9a-f]+)\) data:0x([0-9a-f]+)")
"""QEMU's trace lines for a bus; see the documentation of `-trace` and hw/i2c/trace-events."""

SPI_SENT: Final = re.compile(r" spi_bytes: .* size=(0x[0-9a-f]+) first=\{(.*?)\} then=\{(.*?)\}")
"""The output of our own probe in Linux (`SPI_BYTES`): two arrays of 64 numbers of 8 bytes."""


class Wire(ABC):
    """A display at the end of a wire; `source` returns its traffic from a byte on, an event a line.

    Attributes:
        panel: the model that has received all traffic so far.
    """

    def __init__(self, source: Callable[[int], bytes]) -> None:
        self.panel = Ssd1309()
        self._source, self._at = source, 0

    def shows(self, picture: Picture) -> bool:
        """Return whether the display shows this now, at any position of the burn-in shift."""
        self.follow()
        seen, drawn = self.panel.image(), draw(picture)
        return any(shifted(drawn, place).tobytes() == seen.tobytes() for place in range(len(RING)))

    def lit(self) -> bool:
        """Return whether the display is switched on now."""
        self.follow()
        return self.panel.lit

    def follow(self) -> None:
        """Process the traffic since the last call."""
        lines, end, _ = self._source(self._at).rpartition(b"\n")
        self._at += len(lines + end)
        for line in lines.decode("ascii", "replace").splitlines():
            self._take(line)

    @abstractmethod
    def _take(self, line: str) -> None:
        """Process an event."""


class I2cWire(Wire):
    """A display on I2C, with the traffic on QEMU's wire."""

    def __init__(self, source: Callable[[int], bytes]) -> None:
        super().__init__(source)
        self._message: list[int] = []

    def _take(self, line: str) -> None:
        if (sent := I2C_SENT.search(line)) and int(sent[1], 16) == ADDRESS:
            self._message.append(int(sent[2], 16))
        elif I2C_EVENT.search(line) and self._message:
            control, *data = self._message
            self._message.clear()
            {0x00: self.panel.receive_commands, 0x40: self.panel.receive_data}[control](data)


class SpiWire(Wire):
    """A display on SPI, with its bytes and its D/C and reset levels as the kernel sends them."""

    def __init__(self, source: Callable[[int], bytes], pins: SpiPins, base: int) -> None:
        super().__init__(source)
        self._command, self._reset = base + pins.command, base + pins.reset
        self._is_data = False

    def _take(self, line: str) -> None:
        if level := PIN_SET.search(line):
            pin, high = int(level[1]), level[2] == "1"
            if pin == self._command:
                self._is_data = high
            elif pin == self._reset and not high:
                self.panel.reset()
        elif sent := SPI_SENT.search(line):
            words = [int(word, 16) for array in sent.groups()[1:] for word in array.split(",")]
            told = b"".join(word.to_bytes(8, "little") for word in words)
            size = int(sent[1], 16)
            assert size <= len(told), f"a transfer of {size} bytes is longer than the probe"
            (self.panel.receive_data if self._is_data else self.panel.receive_commands)(told[:size])


def in_text(image: Image.Image) -> str:
    """Return a picture for a terminal, with two by four pixels in each character."""
    dots = [[image.getpixel((x, y)) != 0 for x in range(image.width)] for y in range(image.height)]
    # The positions of the eight dots in a Braille character (Unicode, block 2800).
    bits = ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3))
    rows = []
    for top in range(0, image.height, 4):
        letters = (
            chr(0x2800 + sum(dots[top + y][left + x] << bit for bit, (x, y) in enumerate(bits)))
            for left in range(0, image.width, 2)
        )
        rows.append("".join(letters).rstrip("⠀"))
    return "\n".join(rows)
