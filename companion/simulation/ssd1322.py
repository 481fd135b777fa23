"""Model of the SSD1322 (Solomon Systech datasheet, table 9-1) with a panel of 256x64."""

from collections.abc import Sequence
from typing import ClassVar

from PIL import Image

from companion.simulation.controller import Controller, advanced

_COLUMNS, _ROWS = 120, 128
_FIRST_COLUMN = 28
"""The panel begins at pixel 112 of 480; a column address covers four pixels."""

_SETTINGS = {0xB1: 1, 0xB3: 1, 0xB4: 2, 0xB5: 1, 0xB6: 1, 0xB8: 15, 0xBB: 1, 0xBE: 1, 0xD1: 2}
_SETTINGS |= {0xAB: 1, 0xB9: 0, 0x00: 0, 0xA8: 2, 0xA9: 0, 0xC7: 1}
"""Number of arguments of the commands for the analog side, the gray tables and the partial display,
which are not modeled.
"""

_ALL_OFF, _ALL_ON, _NORMAL, _INVERSE = 0xA4, 0xA5, 0xA6, 0xA7


class Ssd1322(Controller):
    """SSD1322: 16 gray levels, 480x128 pixels of memory; command arguments arrive with D/C high."""

    COMMANDS: ClassVar = {
        **_SETTINGS,
        **dict.fromkeys((0x5C, *range(0xA4, 0xA8), 0xAE, 0xAF), 0),
        **dict.fromkeys((0xA1, 0xA2, 0xC1, 0xCA, 0xFD), 1),
        **dict.fromkeys((0x15, 0x75, 0xA0), 2),
    }
    name = "SSD1322"
    width, height, depth = 256, 64, 4

    @property
    def lit(self) -> bool:
        return self.on and self._display != _ALL_OFF

    def _reset(self) -> None:
        self._locked = self._writing = False
        self._display = _NORMAL
        self._columns, self._row_range = (0, _COLUMNS - 1), (0, _ROWS - 1)
        self._column = self._row = self._half = 0
        self._remap = self._start_line = self._offset = 0
        self._multiplex = _ROWS

    def _fill_with_noise(self) -> None:
        self._memory = bytearray(b"\x5a" * (_ROWS * _COLUMNS * 2))

    def _command(self, byte: int) -> None:
        self._writing = False
        if self._locked and byte != 0xFD:
            return
        if self._pending:
            code = self._pending[0]
            self._pending.clear()
            raise ValueError(f"{self.name}: 0x{code:02X} was cut short by command 0x{byte:02X}")
        super()._command(byte)

    def _data(self, byte: int) -> None:
        if self._pending:
            super()._command(byte)
        elif self._writing:
            self._write(byte)
        elif not self._locked:
            raise ValueError(f"{self.name}: data 0x{byte:02X} belongs to no command")

    def _write(self, byte: int) -> None:
        self._memory[(self._row * _COLUMNS + self._column) * 2 + self._half] = byte
        self._half ^= 1
        if self._half:
            return
        if self._remap & 0x01:
            if self._next_row():
                self._next_column()
        elif self._next_column():
            self._next_row()

    def _next_column(self) -> bool:
        """Advance by a column, or return to the first one; return whether it wrapped."""
        self._column, wraps = advanced(self._column, self._columns, _COLUMNS)
        return wraps

    def _next_row(self) -> bool:
        self._row, wraps = advanced(self._row, self._row_range, _ROWS)
        return wraps

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
                self._writing = True
            case 0xA0:
                self._remap = arguments[0]
            case 0xA1:
                self._start_line = arguments[0] & 0x7F
            case 0xA2:
                self._offset = arguments[0] & 0x7F
            case 0xA4 | 0xA5 | 0xA6 | 0xA7:
                self._display = code
            case 0xC1:
                (self.contrast,) = arguments
            case 0xCA:
                self._multiplex = (arguments[0] & 0x7F) + 1
            case 0xFD:
                self._locked = bool(arguments[0] & 0x04)

    def _seen(self) -> Image.Image:
        seen = bytearray()
        for y in range(self.height):
            seen += self._line(y)
        return Image.frombytes("L", (self.width, self.height), bytes(seen))

    def _line(self, y: int) -> bytes:
        # The usual panel has COM0 at its lower edge, so the remapped scan (bit 4) is upright.
        if y >= self._multiplex:
            return bytes(self.width)
        row = y if self._remap & 0x10 else self._multiplex - 1 - y
        row = (row + self._start_line + self._offset) % _ROWS
        line = self._memory[row * _COLUMNS * 2 : (row + 1) * _COLUMNS * 2]
        levels = bytearray()
        for column in range(_FIRST_COLUMN, _FIRST_COLUMN + self.width // 4):
            first, second = line[column * 2], line[column * 2 + 1]
            four = [first >> 4, first & 0x0F, second >> 4, second & 0x0F]
            # Bit 2 swaps the nibbles; on the usual modules the swapped order is left to right.
            levels += bytes(four if self._remap & 0x04 else four[::-1])
        if self._remap & 0x02:
            levels = bytearray(
                b"".join(levels[at : at + 4] for at in range(self.width - 4, -4, -4))
            )
        if self._display == _ALL_ON:
            return b"\xff" * self.width
        return bytes((15 - level if self._display == _INVERSE else level) * 17 for level in levels)
