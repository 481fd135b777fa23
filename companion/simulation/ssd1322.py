"""Model of the SSD1322 (Solomon Systech datasheet, table 9-1) with a glass of 256x64."""

from collections.abc import Sequence

from PIL import Image

from companion.simulation.controller import Controller, no_pixel

_COLUMNS, _ROWS = 120, 128
_FIRST_COLUMN = 28
"""The glass begins at pixel 112 of 480; a column address covers four pixels."""

_SETTINGS = {0xB1: 1, 0xB3: 1, 0xB4: 2, 0xB5: 1, 0xB6: 1, 0xB8: 15, 0xBB: 1, 0xBE: 1, 0xD1: 2}
_SETTINGS |= {0xAB: 1, 0xB9: 0, 0x00: 0, 0xA8: 2, 0xA9: 0}
"""Arguments of the commands for the analogue side, the grey tables and the partial display."""

_ALL_OFF, _ALL_ON, _NORMAL, _INVERSE = 0xA4, 0xA5, 0xA6, 0xA7


class Ssd1322(Controller):
    """SSD1322: 16 greys, 480x128 pixels of memory; arguments of commands arrive with D/C high."""

    name = "SSD1322"
    width, height, depth = 256, 64, 4

    @property
    def lit(self) -> bool:
        return self.on and self._display != _ALL_OFF

    def _learn(self) -> None:
        for code, arguments in _SETTINGS.items():
            self._order(code, arguments, no_pixel)
        self._order(0x15, 2, self._set_columns)
        self._order(0x75, 2, self._set_rows)
        self._order(0x5C, 0, self._begin_writing)
        self._order(0xA0, 2, self._set_remap)
        self._order(0xA1, 1, self._set_start_line)
        self._order(0xA2, 1, self._set_offset)
        self._order(range(0xA4, 0xA8), 0, self._set_display)
        self._order(range(0xAE, 0xB0), 0, self._switch)
        self._order(0xC1, 1, self._set_contrast)
        self._order(0xC7, 1, self._set_master)
        self._order(0xCA, 1, self._set_multiplex)
        self._order(0xFD, 1, self._set_lock)

    def _reset(self) -> None:
        self.master = 15
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
        first, last = self._columns
        wraps = self._column == last
        self._column = first if wraps else (self._column + 1) % _COLUMNS
        return wraps

    def _next_row(self) -> bool:
        first, last = self._row_range
        wraps = self._row == last
        self._row = first if wraps else (self._row + 1) % _ROWS
        return wraps

    def _set_columns(self, code: int, arguments: Sequence[int]) -> None:
        first, last = (argument & 0x7F for argument in arguments)
        if not first <= last < _COLUMNS:
            raise ValueError(f"{self.name}: 0x{code:02X} asks for columns {first} to {last} of {_COLUMNS}")
        self._columns, self._column, self._half = (first, last), first, 0

    def _set_rows(self, _: int, arguments: Sequence[int]) -> None:
        first, last = (argument & 0x7F for argument in arguments)
        self._row_range, self._row, self._half = (first, last), first, 0

    def _begin_writing(self, _: int, __: Sequence[int]) -> None:
        self._writing = True

    def _set_remap(self, _: int, arguments: Sequence[int]) -> None:
        self._remap = arguments[0]

    def _set_start_line(self, _: int, arguments: Sequence[int]) -> None:
        self._start_line = arguments[0] & 0x7F

    def _set_offset(self, _: int, arguments: Sequence[int]) -> None:
        self._offset = arguments[0] & 0x7F

    def _set_display(self, code: int, _: Sequence[int]) -> None:
        self._display = code

    def _set_master(self, _: int, arguments: Sequence[int]) -> None:
        self.master = arguments[0] & 0x0F

    def _set_multiplex(self, _: int, arguments: Sequence[int]) -> None:
        self._multiplex = (arguments[0] & 0x7F) + 1

    def _set_lock(self, _: int, arguments: Sequence[int]) -> None:
        self._locked = bool(arguments[0] & 0x04)

    def _seen(self) -> Image.Image:
        seen = bytearray()
        for y in range(self.height):
            seen += self._line(y)
        return Image.frombytes("L", (self.width, self.height), bytes(seen))

    def _line(self, y: int) -> bytes:
        # The usual glass has COM0 at its lower edge, so the remapped scan (bit 4) is upright.
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
            levels = bytearray(b"".join(levels[at : at + 4] for at in range(self.width - 4, -4, -4)))
        if self._display == _ALL_ON:
            return b"\xff" * self.width
        return bytes((15 - level if self._display == _INVERSE else level) * 17 for level in levels)
