"""Model of the SSD1322 (Solomon Systech datasheet, table 9-1) with a panel of 256x64."""

from collections.abc import Sequence
from typing import ClassVar

from PIL import Image

from companion.simulation.controller import Controller, advanced

_COLUMNS, _ROWS = 120, 128
_FIRST_COLUMN = 28
"""The panel begins at pixel 112 of 480; a column address covers four pixels."""

_UPRIGHT = 0x14
"""The remap of the usual modules: COM0 at the lower edge, the nibbles from left to right."""


class Ssd1322(Controller):
    """SSD1322: 16 gray levels, 480x128 pixels of memory; command arguments arrive with D/C high."""

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
