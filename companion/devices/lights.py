"""The drivers of the twelve lights: eight seats, two directions, accepted and refused.

Each light has a pin, or all are at a PCA9685, a chip with 16 dimmed outputs on I2C. The chip's
registers are written through smbus2, which luma.core needs anyway. The libraries for the chip are
not in Debian, and bring a second way to I2C or have had no release for years.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Protocol

from gpiozero import LED, PWMLED

from companion.devices.pin_factory import pin_error
from companion.devices.ports import Health, MakeWorker, Report, Worker
from companion.inputs import PartName
from companion.outputs import Lights

PART: PartName = "Lights"

DIM = 0.15
"""Brightness of an occupied seat, relative to 1.0 for the seat to act."""


def _levels(lights: Lights, dim: float) -> list[float]:
    """Return the brightness of each light: the seats, clockwise, counterclockwise, the verdicts."""
    seats = [{"act": 1.0, "in": dim, "dark": 0.0}[seat] for seat in lights.seats]
    return [*seats, lights.clockwise, lights.counterclockwise, lights.accepted, lights.refused]


class LedRing:
    """Twelve LEDs: eight for the seats, two for the direction, one for accepted and one for
    refused.

    Wiring: each light from its GPIO through 470 ohm and an LED to ground
    (docs/reference/wiring.md). The numbers below are those of the box (hardware/board.toml).

    >>> from companion.devices.pin_factory import choose_pin_factory
    >>> pins = choose_pin_factory("mock")  # on a Pi without an argument
    >>> seats = [17, 18, 27, 22, 23, 9, 19, 16]
    >>> ring = LedRing(seats, 26, 20, 21, 13, report=print, pin_factory=pins)
    >>> ring.show(Lights(seats=("act", "in", "in", *("dark",) * 5), clockwise=True))
    >>> [pins.pin(pin).state for pin in (17, 18)]  # the seat to act, and one in the game
    [1.0, 0.15]
    >>> ring.close()

    The ring reports `PartLost` when setting a light fails, and `PartBack` when it next succeeds.

    Args:
        seats: the GPIOs of the seats, clockwise from seat 1.
        clockwise: the GPIO of the direction light for clockwise play.
        counterclockwise: the GPIO of the direction light for counterclockwise play.
        accepted: the GPIO of the green light.
        refused: the GPIO of the red light.
        report: receives `PartLost` and `PartBack`.
        pin_factory: the gpiozero factory that makes the pins; None for gpiozero's own choice.
        dim: brightness of an occupied seat, 0 to 1.

    Raises:
        DeviceError: gpiozero cannot open a pin; the message names it.
    """

    def __init__(
        self,
        seats: Sequence[int],
        clockwise: int,
        counterclockwise: int,
        accepted: int,
        refused: int,
        *,
        report: Report,
        pin_factory: object = None,
        dim: float = DIM,
    ) -> None:
        self._health, self._dim = Health(PART, report), dim
        self._leds: list[Any] = []
        self._shown: list[float | None] = []
        kinds = [(PWMLED, pin) for pin in seats]
        kinds += [(LED, pin) for pin in (clockwise, counterclockwise, accepted, refused)]
        for make, pin in kinds:
            try:
                # Kept in a list, because gpiozero switches off a light that is garbage collected.
                self._leds.append(make(pin, pin_factory=pin_factory))
            except Exception as error:  # each pin factory raises different exceptions
                self.close()
                raise pin_error(f"GPIO {pin}", error, PART) from error
            self._shown.append(None)

    def show(self, lights: Lights) -> None:
        """Set the lights that have changed."""
        try:
            # Compared here, because some pins round the level that they read back.
            for place, level in enumerate(_levels(lights, self._dim)):
                if level != self._shown[place]:
                    self._shown[place] = None
                    self._leds[place].value = level
                    self._shown[place] = level
        except Exception as error:  # noqa: BLE001 - lgpio.error derives from Exception alone
            self._health.lose(error)
        else:
            self._health.recover()

    def close(self) -> None:
        """Switch all lights off and release the pins, ignoring errors."""
        for led in self._leds:
            with suppress(Exception):  # a failing pin must not keep the others lit
                led.close()
        self._leds.clear()


ADDRESS = 0x40
"""The address of nearly every board; its solder bridges add up to 63."""

CHECK_EVERY = 2.0
"""Seconds between two checks that the chip still answers, and has not been reset."""

RETRY_EVERY = 0.7
"""Seconds between two attempts to find a chip that does not answer."""

# Registers and bits (PCA9685 datasheet, rev. 3, tables 4 to 8).
MODE1 = 0x00
MODE2 = 0x01
FIRST_OUTPUT = 0x06

AWAKE = 0x20
"""MODE1: the oscillator runs, and the register number counts up within a transfer."""

SINKING = 0x10
"""MODE2: inverted and open-drain, for LEDs between a supply and the outputs (table 11)."""

FULL = 0x10
"""The bit that keeps an output on, or off, for the whole period."""

PERIOD = 4096

_OUTPUTS_A_TRANSFER = 6
"""Each has four registers, and a transfer is at most 32 bytes long."""


class Bus(Protocol):
    """The methods of an open `smbus2.SMBus` that the lights use."""

    def read_byte_data(self, i2c_addr: int, register: int) -> int: ...
    def write_i2c_block_data(self, i2c_addr: int, register: int, data: list[int]) -> None: ...
    def close(self) -> None: ...


class DrivenLights:
    """Twelve lights at a PCA9685: the seats at its outputs 0 to 7, clockwise, counterclockwise,
    accepted and refused at 8 to 11.

    Wiring: each LED with its resistor from 5 V to its output (docs/reference/wiring.md).

    >>> from companion.simulation.displays import SimulatedI2c
    >>> from companion.simulation.pins import Pca9685
    >>> chip = Pca9685()
    >>> bus = SimulatedI2c({0x40: chip})
    >>> lights = DrivenLights(lambda: bus, report=print)
    >>> lights.show(Lights(seats=("act", "in", *("dark",) * 6), clockwise=True))
    >>> lights.step()  # `start` has a thread call it: the seconds until it looks again
    2.0
    >>> [round(chip.level(output), 2) for output in (0, 1, 2, 8)]
    [1.0, 0.15, 0.0, 1.0]
    >>> lights.close()

    A chip that is missing or stops answering is reported once as `PartLost`, and as `PartBack` when
    it answers again. A chip that was reset by a voltage dip is set up again.

    Args:
        connect: opens the bus, at the start and again after each failure.
        address: the chip's address.
        report: receives `PartLost` and `PartBack`.
        dim: brightness of an occupied seat, 0 to 1.
        worker: makes the worker that runs the driver after `start`.
    """

    def __init__(
        self,
        connect: Callable[[], Bus],
        address: int = ADDRESS,
        *,
        report: Report,
        dim: float = DIM,
        worker: MakeWorker = Worker,
    ) -> None:
        self._connect, self._address, self._dim = connect, address, dim
        self._health = Health(PART, report)
        self._bus: Bus | None = None
        self._lights, self._shown = Lights(), b""
        self._worker = worker(self.step, PART)

    def start(self) -> None:
        """Start the lights' thread."""
        self._worker.start()

    def show(self, lights: Lights) -> None:
        """Queue `lights` and return at once; newer ones replace those that are not yet shown."""
        self._lights = lights
        self._worker.wake()

    def step(self) -> float:
        """Update the chip; return the seconds until the next step is due."""
        try:
            self._update(self._lights)
        except Exception as error:  # noqa: BLE001 - smbus2 raises different exceptions
            self._disconnect()
            self._health.lose(error)
            return RETRY_EVERY
        self._health.recover()
        return CHECK_EVERY

    def close(self) -> None:
        """Switch all lights off and stop."""
        self._lights = Lights()
        if self._worker.close():
            self.step()
            self._disconnect()

    def _update(self, lights: Lights) -> None:
        if self._bus is None:
            self._bus, self._shown = self._connect(), b""
        bus, address = self._bus, self._address
        if not self._shown or bus.read_byte_data(address, MODE1) != AWAKE:
            bus.write_i2c_block_data(address, MODE1, [AWAKE])
            bus.write_i2c_block_data(address, MODE2, [SINKING])
            self._shown = b""
        wanted = b"".join(map(_registers, _levels(lights, self._dim)))
        if wanted == self._shown:
            return
        size = 4 * _OUTPUTS_A_TRANSFER
        for begin in range(0, len(wanted), size):
            part = list(wanted[begin : begin + size])
            bus.write_i2c_block_data(address, FIRST_OUTPUT + begin, part)
        self._shown = wanted

    def _disconnect(self) -> None:
        bus, self._bus = self._bus, None
        if bus is not None:
            with suppress(Exception):  # a broken bus may fail to close
                bus.close()


def open_bus(port: int) -> Bus:
    """Open the bus `/dev/i2c-<port>`."""
    from smbus2 import SMBus  # noqa: PLC0415  # it imports modules that only Linux has

    bus: Bus = SMBus(port)
    return bus


def _registers(level: float) -> bytes:
    """Return the four registers of an output: from where to where in the period it is on."""
    off = round(level * PERIOD)
    if off == PERIOD:
        return bytes((0, FULL, 0, 0))
    return bytes((0, 0, off % 256, off // 256)) if off else bytes((0, 0, 0, FULL))
