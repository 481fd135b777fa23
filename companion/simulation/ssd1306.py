"""Models of the controllers for monochrome displays: SSD1306, SSD1309 and SH1106."""

from collections.abc import Sequence

from companion.simulation.controller import OneBitController, advanced

_HORIZONTAL, _VERTICAL, _PAGE = 0, 1, 2


class Ssd1306(OneBitController):
    """SSD1306: 128x64, three addressing modes, and a charge pump that must be on for light."""

    COMMANDS = OneBitController.COMMANDS | {
        0x20: 1,
        0x21: 2,
        0x22: 2,
        0x2E: 0,
        0x8D: 1,
    }  # 2E: no scrolling
    name = "SSD1306"
    _identity = 0x06
    """Reserved bits in the datasheet ("Status Register Read"); modules of this size report 6, 4 or
    3.
    """

    @property
    def lit(self) -> bool:
        return self.on and self.pump

    def _reset(self) -> None:
        super()._reset()
        self.pump = False
        self._mode = _PAGE
        self._columns, self._page_range = (0, 127), (0, 7)

    def _fill_with_noise(self) -> None:
        # Ordered by position on the panel, because the remap (A0/A1) applies when the memory is
        # written.
        self._memory = bytearray(b"\xa5" * 1024)

    def _obey(self, code: int, arguments: Sequence[int]) -> None:
        super()._obey(code, arguments)
        match code:
            case 0x20:
                self._mode = arguments[0] & 0x03
            case 0x21:
                first, last = (argument & 0x7F for argument in arguments)
                self._columns, self._column = (first, last), first
            case 0x22:
                first, last = (argument & 0x07 for argument in arguments)
                self._page_range, self._page = (first, last), first
            case 0x8D:
                self.pump = bool(arguments[0] & 0x04)

    def _data(self, byte: int) -> None:
        self._column &= 0x7F
        x = self._column if self._remapped else 127 - self._column
        self._memory[self._page * 128 + x] = byte
        if self._mode == _PAGE:
            self._column = self._first_column if self._column == 127 else self._column + 1
            return
        if self._mode == _HORIZONTAL:
            if self._next_column():
                self._next_page()
        elif self._next_page():
            self._next_column()

    def _next_column(self) -> bool:
        """Advance by a column, or return to the first one; return whether it wrapped."""
        self._column, wraps = advanced(self._column, self._columns, 128)
        return wraps

    def _next_page(self) -> bool:
        self._page, wraps = advanced(self._page, self._page_range, 8)
        return wraps

    def _pages(self) -> bytes:
        return bytes(self._memory)


class Ssd1309(Ssd1306):
    """SSD1309: without a charge pump, but with a command lock.

    luma also sends the SSD1306's charge-pump command; modules ignore it, and so does the model.
    """

    COMMANDS = Ssd1306.COMMANDS | {0xFD: 1}
    name = "SSD1309"

    @property
    def lit(self) -> bool:
        return self.on

    def _reset(self) -> None:
        super()._reset()
        self._locked = False

    def _obey(self, code: int, arguments: Sequence[int]) -> None:
        super()._obey(code, arguments)
        if code == 0xFD:
            self._locked = bool(arguments[0] & 0x04)

    def _command(self, byte: int) -> None:
        if not self._locked or self._pending or byte == 0xFD:
            super()._command(byte)


_COLUMNS = 132
_LAST = _COLUMNS - 1
_HIDDEN = 2
"""Columns of the memory beyond each edge of the panel."""


class Sh1106(OneBitController):
    """SH1106: 132 columns for a panel of 128, with page addressing only.

    luma sends two SSD1306 commands that it does not have, the memory mode (20) and the charge pump
    (8D); modules ignore them and interpret their arguments as commands.
    """

    COMMANDS = OneBitController.COMMANDS | {
        **dict.fromkeys(
            (0x20, 0x8D, 0x30, 0x31, 0x32, 0x33), 0
        ),  # the last four are the pump voltage
        0xAD: 1,
    }
    name = "SH1106"
    _identity = 0x08
    """Bits 0 to 2 are 0 in the datasheet ("Read Status"); modules report 8."""

    def _reset(self) -> None:
        super()._reset()
        self.converter = True

    def _fill_with_noise(self) -> None:
        self._memory = bytearray(b"\xa5" * (8 * _COLUMNS))

    @property
    def lit(self) -> bool:
        return self.on and self.converter

    def _obey(self, code: int, arguments: Sequence[int]) -> None:
        super()._obey(code, arguments)
        if code == 0xAD:
            self.converter = bool(arguments[0] & 0x01)

    def _data(self, byte: int) -> None:
        if self._column > _LAST:
            return
        self._memory[self._page * _COLUMNS + self._column] = byte
        self._column += 1

    def _pages(self) -> bytes:
        visible = bytearray()
        for page in range(8):
            line = self._memory[page * _COLUMNS : (page + 1) * _COLUMNS]
            if not self._remapped:
                line.reverse()
            visible += line[_HIDDEN : _COLUMNS - _HIDDEN]
        return bytes(visible)
