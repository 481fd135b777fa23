"""Faults of a simulated bus and of simulated pins, like those of real ones."""

import errno
import os
from collections.abc import Callable, Sequence
from typing import Any

from companion.simulation.displays import I2cDevice, SimulatedI2c, SimulatedSpi
from companion.simulation.pins import SimulatedPins


class Faults:
    """Makes the transfers of a bus fail; `sent` counts its bytes, including address and control
    bytes on I2C.
    """

    def __init__(self, bus: SimulatedI2c | SimulatedSpi) -> None:
        self.sent = 0
        self._bus = bus
        self._error: int | None = None
        self._good = self._arrives = 0
        self._unplugged: dict[int, I2cDevice] = {}
        if isinstance(bus, SimulatedI2c):
            vars(bus).update(_write=self._write, read_byte_data=self._read)
        else:
            vars(bus).update(writebytes=self._write_spi)

    def fail(self, error: int = errno.EREMOTEIO, after: int = 0, arrives: int = 0) -> None:
        """Let `after` more transfers pass, then fail each with OSError(`error`) until `mend`.

        The first `arrives` bytes of each failing transfer still arrive, because a controller acts
        on every byte.
        """
        self._error, self._good, self._arrives = error, after, arrives

    def mend(self) -> None:
        """Stop failing."""
        self._error = None

    def unplug(self, address: int) -> None:
        """Disconnect the model at `address`, which loses its memory and settings."""
        assert isinstance(self._bus, SimulatedI2c)
        self._unplugged[address] = self._bus.devices.pop(address)

    def plug(self, address: int) -> None:
        """Reconnect the model at `address`, which powers up."""
        assert isinstance(self._bus, SimulatedI2c)
        self._bus.devices[address] = device = self._unplugged.pop(address)
        device.power_up()

    def _write(self, address: int, register: int, data: Sequence[int]) -> None:
        write: Any = SimulatedI2c._write  # noqa: SLF001  # the program has no use for a failing bus
        self._transfer(data, 2, lambda sent: write(self._bus, address, register, sent))

    def _read(self, address: int, register: int) -> int:
        read: Any = SimulatedI2c.read_byte_data
        self._transfer((), 4, lambda _: None)
        found: int = read(self._bus, address, register)
        return found

    def _write_spi(self, values: Sequence[int]) -> None:
        write: Any = SimulatedSpi.writebytes
        self._transfer(values, 0, lambda sent: write(self._bus, sent))

    def _transfer(
        self, sent: Sequence[int], overhead: int, receive: Callable[[Sequence[int]], None]
    ) -> None:
        if self._error is not None and self._good == 0:
            receive(sent[: self._arrives])
            raise OSError(self._error, os.strerror(self._error))
        if self._error is not None:
            self._good -= 1
        receive(sent)
        self.sent += len(sent) + overhead


def fail_pin(pins: SimulatedPins, number: int) -> None:
    """Make setting this pin fail, as if the GPIO chip were lost."""

    def broken(_value: float) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    pins.factory.pin(number)._change_state = broken  # noqa: SLF001  # gpiozero has no public way


def restore_pin(pins: SimulatedPins, number: int) -> None:
    """Make this pin work again."""
    del pins.factory.pin(number)._change_state  # noqa: SLF001  # as above


def tone(pins: SimulatedPins) -> float:
    """Return the sounder's frequency in hertz: 0.0 for silence, 1.0 for a beeping active
    buzzer.
    """
    pin = pins.factory.pin(pins.pins.sounder.pin)
    if not pin.state or pin.function != "output":
        return 0.0
    return float(pin.frequency or 1.0)
