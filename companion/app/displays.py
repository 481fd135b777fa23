"""Creates the displays of one box from its configuration."""

from functools import partial

from companion.config import DisplaySettings
from companion.config.board import Pins
from companion.devices.oled import OledDisplay, over_i2c, over_spi
from companion.devices.oled.buses import OpenBus
from companion.devices.ports import Report
from companion.devices.worker import MakeWorker, Worker
from companion.drawing import draw
from companion.errors import DeviceError
from companion.inputs import PartName
from companion.message import phrase


def bus_of(settings: DisplaySettings, pins: Pins, factory: object, line: object = None) -> OpenBus:
    """Return the opener of a display's bus; an open `line` replaces the Pi's own.

    `factory` is gpiozero's pin factory for the two pins of a display on SPI, or None.

    Raises:
        DeviceError: the display is on SPI without a factory.
    """
    if settings.bus == "i2c":
        return over_i2c(settings.i2c_port, settings.address, line)
    if factory is None:
        raise DeviceError(phrase("a display on SPI needs its two pins"))
    return over_spi(
        pins.spi.command,
        pins.spi.reset,
        factory,
        port=settings.spi_port,
        device=settings.spi_device,
        spidev=line,
    )


def display_on(
    bus: OpenBus,
    part: PartName,
    settings: DisplaySettings,
    report: Report,
    worker: MakeWorker = Worker,
    *,
    lights: bool = True,
) -> OledDisplay:
    """Return the display on `bus`, not yet started; it calls `report` when it is lost and when it
    is back. Without `lights` around the table it shows the player and the direction larger.

    Raises:
        ValueError: `settings` have no display.
    """
    if settings.controller == "none":
        raise ValueError(f"there is no {part.lower()}")
    turned = settings.rotate == 180
    return OledDisplay(
        settings.controller,
        bus,
        partial(draw, lights=lights),
        report,
        part=part,
        turned=turned,
        worker=worker,
    )
