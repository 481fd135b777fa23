"""Models of the controllers for monochrome displays: SSD1306, SSD1309 and SH1106."""

from collections.abc import Sequence
from typing import ClassVar

from PIL import Image

from companion.simulation.controller import Controller, advanced


class OneBitController(Controller):
    """The base of SSD1306, SSD1309 and SH1106: pages of 8 rows, and 64 rows driven by COM0 to
    COM63.
    """

    COMMANDS: ClassVar = {
        **dict.fromkeys((*range(0x20), 0x40, 0xA0, 0xA1, 0xA4, 0xA6, 0xAE, 0xAF), 0),
        **dict.fromkeys((*range(0xB0, 0xB8), 0xC0, 0xC8, 0xE3), 0),
        **dict.fromkeys((0x81, 0xA8, 0xD3, 0xD5, 0xD9, 0xDA, 0xDB), 1),
    }
    stride = 128
    """Columns of the memory."""

    @property
    def lit(self) -> bool:
        return self.on and self._is_remapped and self._scans_down

    def _reset(self) -> None:
        self._column = self._page = 0
        self._is_remapped = self._scans_down = False

    def _fill_with_noise(self) -> None:
        self._memory = bytearray(b"\xa5" * (8 * self.stride))

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
        match code:
            case 0x81:
                (self.contrast,) = arguments
            case 0xA0 | 0xA1:
                self._is_remapped = code == 0xA1
            case 0xC0 | 0xC8:
                self._scans_down = code == 0xC8

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

    @property
    def lit(self) -> bool:
        return super().lit and self._is_horizontal

    def _reset(self) -> None:
        super()._reset()
        self._is_horizontal = False
        self._columns, self._pages = (0, 127), (0, 7)

    def _obey(self, code: int, arguments: Sequence[int]) -> None:
        super()._obey(code, arguments)
        match code:
            case 0x20:
                self._is_horizontal = arguments[0] & 0x03 == 0
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

    @property
    def lit(self) -> bool:
        return super().lit and self._pumps

    def _reset(self) -> None:
        super()._reset()
        self._pumps = False

    def _obey(self, code: int, arguments: Sequence[int]) -> None:
        super()._obey(code, arguments)
        if code == 0x8D:
            self._pumps = bool(arguments[0] & 0x04)


class Sh1106(OneBitController):
    """SH1106: 132 columns for a panel of 128, with page addressing only.

    luma sends two SSD1306 commands that it does not have, the memory mode (20) and the charge pump
    (8D); modules ignore them and interpret their arguments as commands.
    """

    COMMANDS = OneBitController.COMMANDS | {0x20: 0, 0x8D: 0}
    name = "SH1106"
    stride = 132
    _identity = 0x08
    """Bits 0 to 2 are 0 in the datasheet ("Read Status"); modules report 8."""

    def _data(self, byte: int) -> None:
        if self._column < self.stride:
            self._memory[self._page * self.stride + self._column] = byte
            self._column += 1
