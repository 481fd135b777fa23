"""A model of a display controller: it receives bytes and stores a picture in its memory.

The models in this folder decode the commands that luma.oled and our driver send; any other byte
raises an error, to detect a driver's mistake. The panel is wired as on the usual modules: upright
after the start-up sequence of luma.oled, and dark if the settings differ from that.
"""

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from typing import ClassVar

from PIL import Image


def advanced(place: int, span: tuple[int, int]) -> tuple[int, bool]:
    """Return the place after `place`, and whether it wrapped to the start of `span`."""
    first, last = span
    return (first, True) if place == last else (place + 1, False)


def packed(image: Image.Image, depth: int) -> bytes:
    """Pack pixels row by row from the top left, `depth` bits each (1 or 4), the leftmost in the
    highest bits.

    A 128x64 picture in one bit has 1024 bytes, 256x64 in four bits 8192.
    """
    if depth == 1:
        return image.convert("1").tobytes()
    levels = image.convert("L").point([level >> 4 for level in range(256)])
    return Image.frombytes("P", levels.size, levels.tobytes()).tobytes("raw", "P;4")


class Controller(ABC):
    """Base of all models: decodes commands with their arguments and notifies a listener of changes.

    Attributes:
        name: the name on the chip.
        width: width of the panel in pixels.
        height: height of the panel in pixels.
        depth: bits of a pixel, 1 or 4.
        contrast: the contrast setting, 0 to 255.
        on: whether the panel is switched on.
        changed: called without arguments, in the writing thread, after each transfer that changed
            the memory or a setting; None for no listener.
    """

    COMMANDS: ClassVar[dict[int, int]]
    """The number of arguments of each command; commands for the analog side have no effect in the
    model.
    """

    name = "controller"
    width, height, depth = 128, 64, 1
    _identity = 0

    def __init__(self, changed: Callable[[], None] | None = None) -> None:
        self.changed = changed
        self._lock = threading.RLock()
        self.power_up()

    @property
    def lit(self) -> bool:
        """Whether the panel shows its memory: it is switched on and set up."""
        return self.on

    def power_up(self) -> None:
        """Fill the memory with noise and reset the settings, as after a loss of power."""
        with self._lock:
            self._fill_with_noise()
            self.reset()

    def reset(self) -> None:
        """Reset the settings, like a low level at the reset pin; the memory is kept."""
        with self._lock:
            self.on = False
            self.contrast = 0x7F
            self._pending: list[int] = []
            self._reset()
        self._tell()

    def write(self, register: int, sent: Iterable[int]) -> None:
        """Receive bytes on I2C after a control byte: 0x00 for commands, 0x40 for data.

        Raises:
            ValueError: it is another control byte, or a byte is not a command.
        """
        ways = {0x00: self.receive_commands, 0x40: self.receive_data}
        if register not in ways:
            raise ValueError(
                f"control byte 0x{register:02X} is neither 0x00 (commands) nor 0x40 (data)"
            )
        ways[register](sent)

    def read(self, register: int) -> int:
        """Return the status byte, which is read on I2C after control byte 0x00.

        Raises:
            ValueError: it is another control byte.
        """
        if register != 0x00:
            raise ValueError(f"after control byte 0x{register:02X} no status is read")
        return self.status()

    def receive_commands(self, sent: Iterable[int]) -> None:
        """Receive bytes with D/C low, or after control byte 0x00.

        Raises:
            ValueError: a byte is not a command of this controller.
        """
        with self._lock:
            for byte in sent:
                self._command(byte)
        self._tell()

    def status(self) -> int:
        """Return the status byte for I2C: bit 6 is set if the panel is off, the others identify the
        model.
        """
        return self._identity | (not self.on) << 6

    def receive_data(self, sent: Iterable[int]) -> None:
        """Receive bytes with D/C high, or after control byte 0x40."""
        with self._lock:
            for byte in sent:
                self._data(byte)
        self._tell()

    def image(self) -> Image.Image:
        """Return the visible picture, upright: mode "1", or "L" in steps of 17;
        black if not lit.
        """
        with self._lock:
            if not self.lit:
                return Image.new("1", (self.width, self.height))
            return self._seen()

    def _command(self, byte: int) -> None:
        self._pending.append(byte)
        code, *arguments = self._pending
        if code not in self.COMMANDS:
            self._pending.clear()
            raise ValueError(f"{self.name}: 0x{code:02X} is no command")
        if len(arguments) == self.COMMANDS[code]:
            self._pending.clear()
            self._obey(code, arguments)

    def _obey(self, code: int, arguments: Sequence[int]) -> None:  # noqa: ARG002  # the models add commands that have some
        """Execute a complete command."""
        if code in {0xAE, 0xAF}:
            self.on = code == 0xAF

    def _tell(self) -> None:
        if self.changed is not None:
            self.changed()

    @abstractmethod
    def _reset(self) -> None:
        """Set the settings to their values after a reset."""

    @abstractmethod
    def _fill_with_noise(self) -> None:
        """Fill the memory with noise, as after power-up."""

    @abstractmethod
    def _data(self, byte: int) -> None:
        """Receive one data byte."""

    @abstractmethod
    def _seen(self) -> Image.Image:
        """Return the picture on the lit panel."""
