"""The data sent to the chips of an emulated Pi, decoded by our own models of them."""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable

from PIL import Image

from companion.config.board import SpiPins
from companion.devices.oled.display import RING, shifted
from companion.drawing import draw
from companion.screens.model import Picture
from companion.simulation.controller import Controller
from companion.simulation.displays import I2cDevice
from tests.pi.pi import PIN_SET

I2C_EVENT = re.compile(r"i2c_event (\w+)\(addr:0x([0-9a-f]+)\)")
I2C_SENT = re.compile(r"i2c_send send\(addr:0x([0-9a-f]+)\) data:0x([0-9a-f]+)")
"""QEMU's trace lines for a bus; see the documentation of `-trace` and hw/i2c/trace-events."""

SPI_SENT = re.compile(r" spi_bytes: .* size=(0x[0-9a-f]+) first=\{(.*?)\} then=\{(.*?)\}")
"""The output of our own probe in Linux (`SPI_BYTES`): two arrays of 64 numbers of 8 bytes."""


class Wire(ABC):
    """A wire to a chip; `source` returns its traffic from a byte on, an event a line."""

    def __init__(self, source: Callable[[int], bytes]) -> None:
        self._source, self._at = source, 0

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
    """The wire to the chip at an address on I2C, with the traffic on QEMU's bus."""

    def __init__(self, source: Callable[[int], bytes], address: int, chip: I2cDevice) -> None:
        super().__init__(source)
        self._address, self._chip = address, chip
        self._message: list[int] = []

    def _take(self, line: str) -> None:
        if (sent := I2C_SENT.search(line)) and int(sent[1], 16) == self._address:
            self._message.append(int(sent[2], 16))
        elif I2C_EVENT.search(line) and self._message:
            register, *data = self._message
            self._message.clear()
            self._chip.write(register, data)


class SpiWire(Wire):
    """The wire to a display on SPI: bytes, D/C and reset as the kernel sends them."""

    def __init__(
        self, source: Callable[[int], bytes], pins: SpiPins, base: int, panel: Controller
    ) -> None:
        super().__init__(source)
        self._panel = panel
        self._command, self._reset = base + pins.command, base + pins.reset
        self._is_data = False

    def _take(self, line: str) -> None:
        if level := PIN_SET.search(line):
            pin, high = int(level[1]), level[2] == "1"
            if pin == self._command:
                self._is_data = high
            elif pin == self._reset and not high:
                self._panel.reset()
        elif sent := SPI_SENT.search(line):
            words = [int(word, 16) for array in sent.groups()[1:] for word in array.split(",")]
            told = b"".join(word.to_bytes(8, "little") for word in words)
            size = int(sent[1], 16)
            assert size <= len(told), f"a transfer of {size} bytes is longer than the probe"
            (self._panel.receive_data if self._is_data else self._panel.receive_commands)(
                told[:size]
            )


class PiDisplay:
    """The display of the Pi: `panel` is the model of its chip, at the end of `wire`.

    Without `lights` at the box the pictures are those of a box that has none.
    """

    def __init__(self, wire: Wire, panel: Controller, *, lights: bool) -> None:
        self.panel, self._wire, self._lights = panel, wire, lights

    def shows(self, picture: Picture) -> bool:
        """Return whether the display shows this now, at any position of the burn-in shift."""
        self._wire.follow()
        seen, drawn = self.panel.image(), draw(picture, lights=self._lights)
        return any(shifted(drawn, place).tobytes() == seen.tobytes() for place in range(len(RING)))

    def lit(self) -> bool:
        """Return whether the display is switched on now."""
        self._wire.follow()
        return self.panel.lit


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
