"""The simulated displays: models of the configured modules, each on its bus.

luma's interfaces use the simulated buses in place of the Pi's.
"""

import errno
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Protocol

from msgspec.structs import replace
from PIL import Image

from companion.config import Config
from companion.inputs import PartName
from companion.simulation.controller import Controller, Sh1106, Ssd1306, Ssd1309, Ssd1322, packed
from companion.simulation.pins import SimulatedPins


class I2cDevice(Protocol):
    """A model on an I2C bus; the first byte of a transfer names a register of it."""

    def write(self, register: int, sent: Iterable[int]) -> None: ...
    def read(self, register: int) -> int: ...
    def power_up(self) -> None: ...


class SimulatedI2c:
    """An I2C bus with smbus2's methods, and models by their addresses: its `devices`."""

    def __init__(self, devices: Mapping[int, I2cDevice]) -> None:
        self.devices = dict(devices)

    def write_i2c_block_data(self, i2c_addr: int, register: int, data: Sequence[int]) -> None:
        """Write up to 32 bytes after a register's number, as the kernel's SMBus call allows."""
        if len(data) > 32:
            raise ValueError("an SMBus block is at most 32 bytes long")
        self._write(i2c_addr, register, data)

    def i2c_rdwr(self, *messages: "I2cMessage") -> None:
        """Write messages of any length; the first byte of each is its control byte."""
        for message in messages:
            control, *data = list(message)
            self._write(message.addr, control, data)

    def read_byte_data(self, i2c_addr: int, register: int) -> int:
        """Write a register's number and read its byte."""
        return self._at(i2c_addr).read(register)

    def close(self) -> None:
        """Do nothing: the models stay (interface of `smbus2.SMBus.close`)."""

    def _write(self, address: int, register: int, data: Sequence[int]) -> None:
        self._at(address).write(register, data)

    def _at(self, address: int) -> I2cDevice:
        if address not in self.devices:
            raise OSError(errno.EREMOTEIO, os.strerror(errno.EREMOTEIO))
        return self.devices[address]


class I2cMessage(Protocol):
    """The part of `smbus2.i2c_msg` that a bus uses for a message to write."""

    addr: int

    def __iter__(self) -> Iterator[int]: ...


class SimulatedSpi:
    """An SPI bus with spidev's methods and one controller; `is_data` returns whether D/C is
    high.
    """

    def __init__(self, controller: Controller, is_data: Callable[[], bool]) -> None:
        self._controller = controller
        self._is_data = is_data
        self.max_speed_hz = 0

    def open(self, bus: int, device: int) -> None:
        """Do nothing: there is one bus with one display (interface of `spidev.SpiDev.open`)."""

    def writebytes(self, values: Sequence[int]) -> None:
        """Write up to 4096 bytes, the limit of the kernel's spidev."""
        if len(values) > 4096:
            raise ValueError("a transfer is at most 4096 bytes long")
        if self._is_data():
            self._controller.receive_data(values)
        else:
            self._controller.receive_commands(values)

    def close(self) -> None:
        """Do nothing: the model stays (interface of `spidev.SpiDev.close`)."""


MODELS: Mapping[str, type[Controller]] = {
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
    display = replace(config.display, controller="ssd1309", bus="i2c")
    return replace(config, display=display)


def simulated_displays(
    config: Config,
    pins: SimulatedPins,
    buses: dict[int, SimulatedI2c],
    changed: Callable[[], None],
) -> dict[PartName, SimulatedDisplay]:
    """Return the fitted displays of `config`, the first one first; those on I2C join `buses`.

    They call `changed`, in the writing thread, when a model's picture may have changed.
    """
    displays = {}
    for part, settings in config.displays():
        controller = MODELS[settings.controller](changed)
        line: SimulatedI2c | SimulatedSpi
        if settings.bus == "i2c":
            line = buses.setdefault(settings.i2c_port, SimulatedI2c({}))
            line.devices[settings.address] = controller
        else:
            line = _spi_line(controller, pins)
        displays[part] = SimulatedDisplay(controller, line, turned=settings.rotate == 180)
    return displays


def _spi_line(controller: Controller, pins: SimulatedPins) -> SimulatedSpi:
    """Return a bus on which the D/C pin selects data; a low level at the reset pin resets the
    model.
    """
    wired = pins.pins.spi

    def reset() -> None:
        if not pins.is_high(wired.reset):
            controller.reset()

    pins.watch(wired.reset, reset)
    return SimulatedSpi(controller, lambda: pins.is_high(wired.command))
