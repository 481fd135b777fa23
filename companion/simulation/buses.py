"""Simulated buses to the models, used by luma's interfaces in place of the Pi's.

Both can fail in the middle of a transfer like a real bus, so that recovery can be tested.
"""

import errno
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Protocol

from companion.simulation.controller import Controller


class I2cDevice(Protocol):
    """A model on an I2C bus; the first byte of a transfer names a register of it."""

    def write(self, register: int, sent: Iterable[int]) -> None: ...
    def read(self, register: int) -> int: ...
    def power_up(self) -> None: ...


class SimulatedBus:
    """A bus that can be made to fail; `sent` counts its bytes, including address and control bytes
    on I2C.
    """

    def __init__(self) -> None:
        self.sent = 0
        self._error: int | None = None
        self._good = self._arrives = 0

    def fail(self, error: int = errno.EREMOTEIO, after: int = 0, arrives: int = 0) -> None:
        """Let `after` more transfers pass, then fail each with OSError(`error`) until `mend`.

        The first `arrives` bytes of each failing transfer still arrive, because a controller acts
        on every byte.
        """
        self._error, self._good, self._arrives = error, after, arrives

    def mend(self) -> None:
        """Stop failing."""
        self._error = None

    def _transfer(
        self, sent: Sequence[int], overhead: int, receive: Callable[[Iterable[int]], None]
    ) -> None:
        if self._error is not None and self._good == 0:
            receive(sent[: self._arrives])
            raise OSError(self._error, os.strerror(self._error))
        if self._error is not None:
            self._good -= 1
        self.sent += len(sent) + overhead
        receive(sent)


class SimulatedI2c(SimulatedBus):
    """An I2C bus with smbus2's methods, and models at their addresses."""

    def __init__(self, devices: Mapping[int, I2cDevice]) -> None:
        super().__init__()
        self._devices = dict(devices)
        self._unplugged: set[int] = set()

    def attach(self, address: int, device: I2cDevice) -> None:
        """Connect a model to the bus."""
        self._devices[address] = device

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
        device = self._at(i2c_addr)
        self._transfer((), 4, lambda _: None)
        return device.read(register)

    def close(self) -> None:
        """Do nothing: the models stay (interface of `smbus2.SMBus.close`)."""

    def unplug(self, address: int) -> None:
        """Disconnect the model at `address`, which loses its memory and settings."""
        self._unplugged.add(address)

    def plug(self, address: int) -> None:
        """Reconnect the model at `address`, which powers up."""
        self._unplugged.discard(address)
        self._devices[address].power_up()

    def _write(self, address: int, register: int, data: Sequence[int]) -> None:
        device = self._at(address)
        self._transfer(data, 2, lambda sent: device.write(register, sent))

    def _at(self, address: int) -> I2cDevice:
        if address not in self._devices or address in self._unplugged:
            raise OSError(errno.EREMOTEIO, os.strerror(errno.EREMOTEIO))
        return self._devices[address]


class I2cMessage(Protocol):
    """The part of `smbus2.i2c_msg` that a bus uses for a message to write."""

    addr: int

    def __iter__(self) -> Iterator[int]: ...


class SimulatedSpi(SimulatedBus):
    """An SPI bus with spidev's methods and one controller; `is_data` returns whether D/C is
    high.
    """

    def __init__(self, controller: Controller, is_data: Callable[[], bool]) -> None:
        super().__init__()
        self._controller = controller
        self._is_data = is_data
        self.max_speed_hz = 0

    def open(self, bus: int, device: int) -> None:
        """Do nothing: there is one bus with one display (interface of `spidev.SpiDev.open`)."""

    def writebytes(self, values: Sequence[int]) -> None:
        """Write up to 4096 bytes, the limit of the kernel's spidev."""
        if len(values) > 4096:
            raise ValueError("a transfer is at most 4096 bytes long")
        self._transfer(
            values,
            0,
            self._controller.receive_data if self._is_data() else self._controller.receive_commands,
        )

    def close(self) -> None:
        """Do nothing: the model stays (interface of `spidev.SpiDev.close`)."""
