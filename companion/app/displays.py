"""The displays of one box, made from its configuration."""

from collections.abc import Iterator

from companion.config import Config, DisplaySettings
from companion.config.board import I2cPins, Pins
from companion.devices.oled import OledDisplay, over_i2c, over_spi
from companion.devices.oled.buses import OpenBus
from companion.devices.ports import Report
from companion.drawing import draw, shifted
from companion.errors import DeviceError
from companion.inputs import PartName


def fitted_displays(config: Config) -> Iterator[tuple[PartName, DisplaySettings]]:
    """What each display is called that the box has, and how it is wired; the first one first."""
    if config.display.fitted:
        yield "Display", config.display
    if config.second_display.fitted:
        yield "Second display", config.second_display


def bus_of(settings: DisplaySettings, pins: Pins, factory: object, line: object = None) -> OpenBus:
    """The way to a display.

    Args:
        settings: how it is wired.
        pins: the wiring.
        factory: what moves the two pins of a display on SPI, as gpiozero has it; None when nothing does.
        line: an open bus in place of the Pi's own.

    Raises:
        DeviceError: it is on SPI, whose two pins cannot be moved.
    """
    if settings.bus == "i2c":
        return over_i2c(settings.i2c_port, settings.address, line)
    if isinstance(pins.display, I2cPins) or factory is None:
        raise DeviceError("a display on SPI needs its two pins")
    spi = pins.display
    return over_spi(
        spi.command, spi.reset, factory, port=settings.spi_port, device=settings.spi_device, spidev=line
    )


def display_on(bus: OpenBus, part: PartName, settings: DisplaySettings, report: Report) -> OledDisplay:
    """The display at the end of `bus`, not started yet; `report` is told when it is lost and back.

    Raises:
        ValueError: these are the settings of a display that is not fitted.
    """
    if settings.controller == "none":
        raise ValueError(f"there is no {part.lower()}")
    turned = settings.rotate == 180
    return OledDisplay(settings.controller, bus, draw, shifted, report, part=part, turned=turned)
