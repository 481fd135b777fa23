"""Models of display controllers, which receive bytes and store a picture: the base of all, the
monochrome SSD1306, SSD1309 and SH1106, and the gray SSD1322.

The models decode the commands that luma.oled and our driver send; any other byte
raises an error, to detect a driver's mistake. The panel is wired as on the usual modules: upright
after the start-up sequence of luma.oled, and dark if the settings differ from that.
"""

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from typing import ClassVar

from PIL import Image

from companion.devices.oled.memory import pack_grey


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
    return pack_grey(image)


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

    SETTINGS: ClassVar[dict[int, int]]
    """The setting that a command without arguments changes: the command that is its name."""

    UPRIGHT: ClassVar[dict[int, int]]
    """The settings with which a usual module is lit and upright: an argument or a command each."""

    CONTRAST = 0x81
    memory_size: int

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
        return self.on and self.UPRIGHT.items() <= self._settings.items()

    def power_up(self) -> None:
        """Fill the memory with noise and reset the settings, as after a loss of power."""
        with self._lock:
            self._memory = bytearray(b"\xa5" * self.memory_size)
            self.reset()

    def reset(self) -> None:
        """Reset the settings, like a low level at the reset pin; the memory is kept."""
        with self._lock:
            self.on = False
            self.contrast = 0x7F
            self._pending: list[int] = []
            self._settings: dict[int, int] = {}
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

    def _obey(self, code: int, arguments: Sequence[int]) -> None:
        """Execute a complete command."""
        if code in {0xAE, 0xAF}:
            self.on = code == 0xAF
        elif code == self.CONTRAST:
            (self.contrast,) = arguments
        else:
            self._settings[self.SETTINGS.get(code, code)] = arguments[0] if arguments else code

    def _tell(self) -> None:
        if self.changed is not None:
            self.changed()

    @abstractmethod
    def _reset(self) -> None:
        """Set the settings to their values after a reset."""

    @abstractmethod
    def _data(self, byte: int) -> None:
        """Receive one data byte."""

    @abstractmethod
    def _seen(self) -> Image.Image:
        """Return the picture on the lit panel."""


class OneBitController(Controller):
    """The base of SSD1306, SSD1309 and SH1106: pages of 8 rows, and 64 rows driven by COM0 to
    COM63.
    """

    COMMANDS: ClassVar = {
        **dict.fromkeys((*range(0x20), 0x40, 0xA0, 0xA1, 0xA4, 0xA6, 0xAE, 0xAF), 0),
        **dict.fromkeys((*range(0xB0, 0xB8), 0xC0, 0xC8, 0xE3), 0),
        **dict.fromkeys((0x81, 0xA8, 0xD3, 0xD5, 0xD9, 0xDA, 0xDB), 1),
    }
    SETTINGS: ClassVar = {0xA1: 0xA0, 0xC8: 0xC0}
    UPRIGHT: ClassVar = {0xA0: 0xA1, 0xC0: 0xC8}
    stride = 128
    """Columns of the memory."""

    memory_size = 8 * stride

    def _reset(self) -> None:
        self._column = self._page = 0

    def _obey(self, code: int, arguments: Sequence[int]) -> None:
        super()._obey(code, arguments)
        low = code & 0x0F
        match code & 0xF0:
            case 0x00:
                self._column = self._column & 0xF0 | low
            case 0x10:
                self._column = self._column & 0x0F | low << 4
            case 0xB0:
                self._page = low

    def _seen(self) -> Image.Image:
        hidden = (self.stride - self.width) // 2
        columns = b"".join(self._memory[hidden + x :: self.stride] for x in range(self.width))
        picture = Image.frombytes("1", (self.height, self.width), columns, "raw", "1;R")
        return picture.transpose(Image.Transpose.TRANSPOSE)


class Ssd1309(OneBitController):
    """SSD1309: 128x64, written in windows of columns and pages.

    luma also sends the SSD1306's charge-pump command; modules ignore it, and so does the model.
    """

    COMMANDS = OneBitController.COMMANDS | {0x20: 1, 0x21: 2, 0x22: 2, 0x8D: 1}
    name = "SSD1309"
    _identity = 0x06
    """Reserved bits in the datasheet ("Status Register Read"); modules of this size report 6, 4 or
    3.
    """

    UPRIGHT = OneBitController.UPRIGHT | {0x20: 0x00}  # horizontal addressing

    def _reset(self) -> None:
        super()._reset()
        self._columns, self._pages = (0, 127), (0, 7)

    def _obey(self, code: int, arguments: Sequence[int]) -> None:
        super()._obey(code, arguments)
        match code:
            case 0x21:
                first, last = (argument & 0x7F for argument in arguments)
                self._columns, self._column = (first, last), first
            case 0x22:
                first, last = (argument & 0x07 for argument in arguments)
                self._pages, self._page = (first, last), first

    def _data(self, byte: int) -> None:
        self._memory[self._page * self.stride + self._column] = byte
        self._column, wraps = advanced(self._column, self._columns)
        if wraps:
            self._page, _ = advanced(self._page, self._pages)


class Ssd1306(Ssd1309):
    """SSD1306: an SSD1309 with a charge pump that must be on for light."""

    name = "SSD1306"
    UPRIGHT = Ssd1309.UPRIGHT | {0x8D: 0x14}


class Sh1106(OneBitController):
    """SH1106: 132 columns for a panel of 128, with page addressing only.

    luma sends two SSD1306 commands that it does not have, the memory mode (20) and the charge pump
    (8D); modules ignore them and interpret their arguments as commands.
    """

    COMMANDS = OneBitController.COMMANDS | {0x20: 0, 0x8D: 0}
    name = "SH1106"
    stride = 132
    memory_size = 8 * stride
    _identity = 0x08
    """Bits 0 to 2 are 0 in the datasheet ("Read Status"); modules report 8."""

    def _data(self, byte: int) -> None:
        if self._column < self.stride:
            self._memory[self._page * self.stride + self._column] = byte
            self._column += 1


_COLUMNS, _ROWS = 120, 128
"""The size of the SSD1322's memory."""

_FIRST_COLUMN = 28
"""The SSD1322's panel begins at pixel 112 of 480; a column address covers four pixels."""

_UPRIGHT = 0x14
"""The remap of the SSD1322's usual modules: COM0 at the lower edge, nibbles from left to right."""


class Ssd1322(Controller):
    """SSD1322 (Solomon Systech datasheet, table 9-1) with a panel of 256x64.

    It has 16 gray levels and 480x128 pixels of memory; command arguments arrive with D/C high.
    """

    COMMANDS: ClassVar = {
        **dict.fromkeys((0x5C, 0xA4, 0xA6, 0xA9, 0xAE, 0xAF, 0xB9), 0),
        **dict.fromkeys((0xA1, 0xA2, 0xAB, 0xB1, 0xB3, 0xB5, 0xB6, 0xBB, 0xBE), 1),
        **dict.fromkeys((0xC1, 0xC7, 0xCA, 0xFD), 1),
        **dict.fromkeys((0x15, 0x75, 0xA0, 0xB4, 0xD1), 2),
    }
    SETTINGS: ClassVar = {0xA4: 0xA6}
    UPRIGHT: ClassVar = {0xA6: 0xA6, 0xA0: _UPRIGHT}
    CONTRAST = 0xC1
    name = "SSD1322"
    width, height, depth = 256, 64, 4
    memory_size = _ROWS * _COLUMNS * 2

    def _reset(self) -> None:
        self._is_writing = False
        self._settings[0xA6] = 0xA6  # normal, not all pixels off
        self._columns, self._row_range = (0, _COLUMNS - 1), (0, _ROWS - 1)
        self._column = self._row = self._half = 0

    def _command(self, byte: int) -> None:
        self._is_writing = False
        if self._pending:
            code = self._pending[0]
            self._pending.clear()
            raise ValueError(f"{self.name}: 0x{code:02X} was cut short by command 0x{byte:02X}")
        super()._command(byte)

    def _data(self, byte: int) -> None:
        if self._pending:
            super()._command(byte)
        elif self._is_writing:
            self._write(byte)
        else:
            raise ValueError(f"{self.name}: data 0x{byte:02X} belongs to no command")

    def _write(self, byte: int) -> None:
        self._memory[(self._row * _COLUMNS + self._column) * 2 + self._half] = byte
        self._half ^= 1
        if self._half:
            return
        self._column, wraps = advanced(self._column, self._columns)
        if wraps:
            self._row, _ = advanced(self._row, self._row_range)

    def _obey(self, code: int, arguments: Sequence[int]) -> None:
        super()._obey(code, arguments)
        match code:
            case 0x15:
                first, last = (argument & 0x7F for argument in arguments)
                if not first <= last < _COLUMNS:
                    says = f"asks for columns {first} to {last} of {_COLUMNS}"
                    raise ValueError(f"{self.name}: 0x{code:02X} {says}")
                self._columns, self._column, self._half = (first, last), first, 0
            case 0x75:
                first, last = (argument & 0x7F for argument in arguments)
                self._row_range, self._row, self._half = (first, last), first, 0
            case 0x5C:
                self._is_writing = True

    def _seen(self) -> Image.Image:
        begin, length = _FIRST_COLUMN * 2, self.width // 2
        rows = (self._memory[row * _COLUMNS * 2 :] for row in range(self.height))
        seen = b"".join(row[begin : begin + length] for row in rows)
        return Image.frombytes("L", (self.width, self.height), seen, "raw", "L;4")
