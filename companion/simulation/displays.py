"""The simulated displays: models of the configured modules, each on its bus."""

from collections.abc import Callable, Mapping

import msgspec
from PIL import Image

from companion.config import Config
from companion.config.board import SpiPins
from companion.devices.oled import ControllerName
from companion.inputs import PartName
from companion.simulation.buses import SimulatedI2c, SimulatedSpi
from companion.simulation.controller import Controller, packed
from companion.simulation.pins import SimulatedPins
from companion.simulation.ssd1306 import Sh1106, Ssd1306, Ssd1309
from companion.simulation.ssd1322 import Ssd1322

MODELS: Mapping[ControllerName, type[Controller]] = {
    "ssd1306": Ssd1306,
    "ssd1309": Ssd1309,
    "sh1106": Sh1106,
    "ssd1322": Ssd1322,
}


class SimulatedDisplay:
    """A display module: its controller's model on the bus `line`, and its orientation.

    A `turned` display is mounted upside down as seen from seat 1; its viewers sit across the table
    and see it upright.
    """

    def __init__(
        self, controller: Controller, line: SimulatedI2c | SimulatedSpi, *, turned: bool = False
    ) -> None:
        self.controller, self.line = controller, line
        self._turned = turned

    def image(self) -> Image.Image:
        """Return the picture as seen by its viewers."""
        image = self.controller.image()
        return image.transpose(Image.Transpose.ROTATE_180) if self._turned else image

    def pixels(self) -> bytes:
        """Return `image` in the panel's own format."""
        return packed(self.image(), self.controller.depth)


def with_default_display(config: Config) -> Config:
    """Return `config`, with an SSD1309 on I2C added if it has no display."""
    if config.display.fitted or config.second_display.fitted:
        return config
    display = msgspec.structs.replace(config.display, controller="ssd1309", bus="i2c")
    return msgspec.structs.replace(config, display=display)


def simulated_displays(
    config: Config,
    pins: SimulatedPins,
    buses: dict[int, SimulatedI2c],
    changed: Callable[[], None],
) -> dict[PartName, SimulatedDisplay]:
    """Return the fitted displays of `config`, the first one first; those on I2C join `buses`.

    They call `changed`, in the writing thread, when a model's picture may have changed.
    """
    displays: dict[PartName, SimulatedDisplay] = {}
    for part, settings in config.displays():
        if settings.controller == "none":
            continue  # not fitted
        controller = MODELS[settings.controller](changed)
        line: SimulatedI2c | SimulatedSpi
        if settings.bus == "i2c":
            line = buses.setdefault(settings.i2c_port, SimulatedI2c({}))
            line.attach(settings.address, controller)
        else:
            line = _spi_line(controller, pins)
        displays[part] = SimulatedDisplay(controller, line, turned=settings.rotate == 180)
    return displays


def _spi_line(controller: Controller, pins: SimulatedPins) -> SimulatedSpi:
    """Return a bus on which the D/C pin selects data; a low level at the reset pin resets the
    model.
    """
    wired = pins.pins.display
    if not isinstance(wired, SpiPins):
        raise TypeError("this wiring has no pins for a display on SPI")

    def reset() -> None:
        if not pins.is_high(wired.reset):
            controller.reset()

    pins.watch(wired.reset, reset)
    return SimulatedSpi(controller, lambda: pins.is_high(wired.command))
