"""A display on a bench: the real driver at one end of a bus, a controller model at the other."""

from typing import Literal

from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageDraw

from companion.devices.oled import ControllerName, OledDisplay, over_i2c, over_spi
from companion.inputs import Input
from companion.screens.model import BootScreen, Frame, Picture
from companion.simulation.controller import Controller, Sh1106, Ssd1306, Ssd1309, Ssd1322
from companion.simulation.displays import SimulatedI2c, SimulatedSpi
from companion.simulation.pins import SimulatedPins
from hardware.wiring.table import pins_for
from tests.devices.faults import Faults

BusName = Literal["i2c", "spi"]

MODELS: dict[ControllerName, type[Controller]] = {
    "ssd1306": Ssd1306,
    "ssd1309": Ssd1309,
    "sh1106": Sh1106,
    "ssd1322": Ssd1322,
}

BUILDS: list[tuple[ControllerName, BusName]] = [
    ("ssd1306", "i2c"),
    ("ssd1309", "i2c"),
    ("sh1106", "i2c"),
    ("ssd1306", "spi"),
    ("ssd1309", "spi"),
    ("sh1106", "spi"),
    ("ssd1322", "spi"),
]

ADDRESS = 0x3C

STATUS = 4
"""Bytes on I2C to read the status: address, control byte, the address again, the byte read."""


def across(image: Image.Image) -> Image.Image:
    """Return the drawing for the other side of the table; here, its inverse."""
    return ImageChops.invert(image.convert("L")).convert("1")


class Bench:
    """One display, its bus, and what it reported."""

    def __init__(self, kind: ControllerName, bus: BusName = "i2c", *, turned: bool = False) -> None:
        self.model = MODELS[kind]()
        self.reports: list[Input] = []
        self.line: SimulatedI2c | SimulatedSpi
        if bus == "i2c":
            self.line = SimulatedI2c({ADDRESS: self.model})
            self.open_bus = over_i2c(address=ADDRESS, bus=self.line)
        else:
            pins = pins_for("spi")
            self.pins = SimulatedPins(pins)
            command, reset = pins.spi.command, pins.spi.reset
            self.pins.watch(reset, lambda: None if self.pins.is_high(reset) else self.model.reset())
            self.line = SimulatedSpi(self.model, lambda: self.pins.is_high(command))
            self.open_bus = over_spi(command, reset, self.pins.factory, spidev=self.line)
        self.faults = Faults(self.line)
        self._images: dict[Picture, Image.Image] = {}
        self.display = OledDisplay(
            kind,
            self.open_bus,
            self._draw,
            self.reports.append,
            turned=turned,
        )

    @property
    def i2c(self) -> SimulatedI2c:
        assert isinstance(self.line, SimulatedI2c)
        return self.line

    def blank(self) -> Image.Image:
        return Image.new("1", (self.model.width, self.model.height))

    def frame(
        self,
        image: Image.Image,
        contrast: float = 1.0,
        step: int = 0,
        picture: Picture | None = None,
    ) -> Frame:
        """Return a frame whose picture, any one or `picture`, is drawn as `image`."""
        picture = picture or BootScreen(name=str(len(self._images)))
        self._images[picture] = image
        return Frame(picture, contrast, step)

    def show(self, image: Image.Image, contrast: float = 1.0, step: int = 0) -> float | None:
        """Show `image` and let the display do one step; return the result of the step."""
        self.display.show(self.frame(image, contrast, step))
        return self.display.step()

    def shows(self, image: Image.Image) -> bool:
        """Return whether the glass shows `image`, with the 2 or 16 greys of the panel."""
        seen = self.model.image()
        expected = image.convert("L").point([level // 16 * 17 for level in range(256)])
        return ImageChops.difference(seen.convert("L"), expected).getbbox() is None

    def _draw(self, picture: Picture, width: int = 128, *, turned: bool = False) -> Image.Image:
        image = self._images[picture]
        assert image.width == width
        return across(image) if turned else image


def digits(text: str, width: int = 128) -> Image.Image:
    """Return a total as seven-segment digits of 28x40 with a stroke of 7, at the total's place."""
    segments = [
        "abcdef",
        "bc",
        "abged",
        "abgcd",
        "fgbc",
        "afgcd",
        "afgedc",
        "abc",
        "abcdefg",
        "abcdfg",
    ]
    boxes = {
        "a": (0, 0, 27, 6),
        "b": (21, 0, 27, 19),
        "c": (21, 20, 27, 39),
        "d": (0, 33, 27, 39),
        "e": (0, 20, 6, 39),
        "f": (0, 0, 6, 19),
        "g": (0, 17, 27, 22),
    }
    image = Image.new("1", (width, 64))
    pen = ImageDraw.Draw(image)
    for place, digit in enumerate(text):
        for segment in segments[int(digit)]:
            left, top, right, bottom = boxes[segment]
            x, y = 2 + 32 * place, 2
            pen.rectangle((left + x, top + y, right + x, bottom + y), fill=1)
    return image


@st.composite
def drawings(draw: st.DrawFn, width: int, *, grey: bool = False) -> Image.Image:
    """Draw a picture of rectangles of any size, down to one pixel, which may overlap."""
    image = Image.new("L" if grey else "1", (width, 64))
    pen = ImageDraw.Draw(image)
    for _ in range(draw(st.integers(0, 6))):
        left, right = sorted(draw(st.tuples(st.integers(0, width - 1), st.integers(0, width - 1))))
        top, bottom = sorted(draw(st.tuples(st.integers(0, 63), st.integers(0, 63))))
        fill = draw(st.integers(0, 255)) if grey else draw(st.integers(0, 1))
        pen.rectangle((left, top, right, bottom), fill=fill)
    return image
