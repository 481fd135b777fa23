"""Creates the displays of one box from its configuration."""

from functools import partial

from companion.config import DisplaySettings
from companion.config.board import Pins
from companion.devices.oled import OledDisplay, over_i2c, over_spi
from companion.devices.ports import Report
from companion.devices.worker import MakeWorker, Worker
from companion.drawing import draw
from companion.errors import DeviceError
from companion.inputs import PartName
from companion.message import phrase


def display_of(
    part: PartName,
    settings: DisplaySettings,
    pins: Pins,
    factory: object,
    report: Report,
    worker: MakeWorker = Worker,
    *,
    line: object = None,
    lights: bool = True,
) -> OledDisplay:
    """Return a display, not yet started; it calls `report` when it is lost and when it is back.

    `factory` is gpiozero's pin factory for the two pins of a display on SPI, or None. An open
    `line` replaces the Pi's own. Without `lights` around the table the display shows the player and
    the direction larger.

    Raises:
        DeviceError: the display is on SPI without a factory.
        ValueError: `settings` have no display.
    """
    if settings.controller == "none":
        raise ValueError(f"there is no {part.lower()}")
    if settings.bus == "i2c":
        bus = over_i2c(settings.i2c_port, settings.address, line)
    elif factory is None:
        raise DeviceError(phrase("a display on SPI needs its two pins"))
    else:
        bus = over_spi(pins.spi.command, pins.spi.reset, factory, spidev=line)
    return OledDisplay(
        settings.controller,
        bus,
        partial(draw, lights=lights),
        report,
        part=part,
        turned=settings.rotate == 180,
        worker=worker,
    )
