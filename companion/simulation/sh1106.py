"""Model of the SH1106 (Sino Wealth datasheet, "Commands")."""

from collections.abc import Sequence

from companion.simulation.controller import OneBitController

_COLUMNS = 132
_LAST = _COLUMNS - 1
_HIDDEN = 2
"""Columns of the memory beyond each edge of the glass."""


class Sh1106(OneBitController):
    """SH1106: 132 columns behind a glass of 128, page addressing only.

    luma sends two SSD1306 commands that are not in its table, the memory mode (20) and the charge
    pump (8D); modules ignore them and take their arguments as commands.
    """

    COMMANDS = OneBitController.COMMANDS | {
        **dict.fromkeys(
            (0x20, 0x8D, 0x30, 0x31, 0x32, 0x33), 0
        ),  # the last four are the pump voltage
        0xAD: 1,
    }
    name = "SH1106"
    _identity = 0x08
    """Bits 0 to 2 are 0 in its datasheet ("Read Status"); modules report 8."""

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
