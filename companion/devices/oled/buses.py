"""Opens the two buses that a display can be on, through luma.core's interfaces."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple, Protocol

from gpiozero import OutputDevice
from luma.core.interface.serial import i2c, spi

I2C_ADDRESS = 0x3C
"""The address of nearly every module; 0x3D if the address resistor is moved (SSD1306 datasheet,
8.1.5).
"""

SPI_HERTZ = 4_000_000
"""Supported by all four controllers: SH1106 needs a clock cycle of 250 ns, the others 100 ns
(datasheets).
"""


class DisplayBus(Protocol):
    """The bus that luma's drivers write to."""

    def command(self, *cmd: int) -> None: ...
    def data(self, data: Sequence[int]) -> None: ...
    def cleanup(self) -> None: ...

    def status(self) -> int | None:
        """Return the controller's status byte; None on a write-only bus."""


class OpenBus(NamedTuple):
    """The opener of a display's bus: `connect` opens it, at the start and again after each failure.

    `answers` is true if a display acknowledges data, so that the driver can detect a missing one.
    """

    connect: Callable[[], DisplayBus]
    answers: bool


def over_i2c(port: int = 1, address: int = I2C_ADDRESS, bus: object = None) -> OpenBus:
    """Return the opener for a display on I2C; two displays at two addresses can share SDA and SCL.

    Args:
        port: the number in `/dev/i2c-1`.
        address: 0x3C or 0x3D.
        bus: an open bus with smbus2's methods that replaces the Pi's own.

    The opener raises luma's `DeviceNotFoundError` if I2C is disabled and `DevicePermissionError` if
    this user may not use it.
    """
    return OpenBus(partial(_I2cBus, bus, port, address), answers=True)


def over_spi(
    command_pin: int,
    reset_pin: int,
    pin_factory: object,
    *,
    port: int = 0,
    device: int = 0,
    spidev: object = None,
) -> OpenBus:
    """Return the opener for a display on SPI: MOSI, SCLK, CE, and two GPIOs for D/C and reset.

    Args:
        command_pin: the GPIO at D/C.
        reset_pin: the GPIO at RES.
        pin_factory: the gpiozero factory that makes both pins.
        port: the first number in `/dev/spidev0.0`.
        device: the second number.
        spidev: an object with `SpiDev`'s methods that replaces the Pi's own.

    The opener raises ImportError without the `spi` extra and luma's `DeviceNotFoundError` if SPI is
    disabled. A display on SPI never answers, so the driver cannot detect a missing one.
    """
    wired = {"port": port, "device": device, "gpio_DC": command_pin, "gpio_RST": reset_pin}
    return OpenBus(partial(_SpiBus, pin_factory, spi=spidev, **wired), answers=False)


class _I2cBus(i2c):  # type: ignore[misc]  # luma carries no types
    """luma's write-only I2C interface, extended to read the status over the same bus."""

    def status(self) -> int:
        # The control byte selects the status instead of the picture memory (SH1106 datasheet).
        return int(self._bus.read_byte_data(self._addr, 0x00))


class _SpiBus(spi):  # type: ignore[misc]  # luma carries no types
    """luma's SPI interface, which releases its pins at the end."""

    def __init__(self, pin_factory: object, **wired: object) -> None:
        self._pins = _ControlPins(pin_factory)
        # SSD1322 needs the longest reset of the four: 100 microseconds low and 100 microseconds
        # after.
        reset = {"reset_hold_time": 0.001, "reset_release_time": 0.001}
        try:
            super().__init__(gpio=self._pins, bus_speed_hz=SPI_HERTZ, **reset, **wired)
        except BaseException:
            self._pins.cleanup()
            raise

    def status(self) -> None:
        """Return None, because MISO is not wired."""

    def cleanup(self) -> None:
        try:
            super().cleanup()
        finally:
            self._pins.cleanup()


class _ControlPins:
    """The D/C and reset pins for luma: RPi.GPIO's interface on top of any gpiozero pin factory."""

    LOW, HIGH, OUT = 0, 1, 0

    def __init__(self, pin_factory: object) -> None:
        self._factory = pin_factory
        self._outputs: dict[int, Any] = {}

    def setup(self, pin: int, _direction: int) -> None:
        # High from the start, because a low level would reset the display for an unknown time.
        self._outputs[pin] = OutputDevice(pin, initial_value=True, pin_factory=self._factory)

    def output(self, pin: int, level: int) -> None:
        self._outputs[pin].value = level

    def cleanup(self) -> None:
        for output in self._outputs.values():
            output.close()
        self._outputs.clear()
