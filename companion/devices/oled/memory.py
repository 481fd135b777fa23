"""The layout of a picture in a controller's memory, and the windows that transfer only changes.

A picture is converted to bytes in rows of cells. A cell is the smallest unit that the controller
can address: a column of 8 pixels (SSD1306, SSD1309, SH1106) or a row of 4 (SSD1322).
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Literal, NamedTuple

from luma.oled.device import sh1106, ssd1306, ssd1309, ssd1322
from PIL import Image

ControllerName = Literal["ssd1306", "ssd1309", "sh1106", "ssd1322"]


class Window(NamedTuple):
    """A rectangle of cells, including all four edges."""

    top: int
    left: int
    bottom: int
    right: int

    @property
    def cells(self) -> int:
        return (self.bottom - self.top + 1) * (self.right - self.left + 1)

    def around(self, other: "Window") -> "Window":
        """Return the smallest window that contains both."""
        return Window(
            min(self.top, other.top),
            min(self.left, other.left),
            max(self.bottom, other.bottom),
            max(self.right, other.right),
        )


class Memory(NamedTuple):
    """A controller's picture memory: its grid of cells and the commands that write them."""

    driver: Callable[[object], Any]
    """Makes luma's driver for it, whose constructor sends the start-up sequence to a bus."""
    pack: Callable[[Image.Image], bytes]
    """Returns a picture as the bytes of all cells, row by row."""
    write: Callable[[Any, Window, Sequence[int]], None]
    """Sends the cells of a window through the driver, row by row."""
    overhead: int
    """The cost of an additional window, as the number of cells that could be sent in the same
    time.
    """
    width: int = 128
    columns: int = 128
    rows: int = 8
    cell: int = 1
    """Bytes in a cell."""
    tall: bool = True
    """True if a window may be more than one row high."""


def whole(memory: Memory) -> list[Window]:
    """Return windows that cover the whole memory."""
    last = memory.columns - 1
    if memory.tall:
        return [Window(0, 0, memory.rows - 1, last)]
    return [Window(row, 0, row, last) for row in range(memory.rows)]


def changed(memory: Memory, before: bytes, after: bytes) -> list[Window]:
    """Return windows, cheap to send, that contain every cell in which `before` and `after` differ.

    Runs of changed cells are joined along a row, then with the rows above, if the cells between
    them cost less than another window.
    """
    done: list[Window] = []
    open_windows: list[Window] = []
    for row in range(memory.rows):
        still_open: list[Window] = []
        for run in _runs(memory, before, after, row):
            joined = run
            if memory.tall:
                for window in open_windows:
                    union = window.around(joined)
                    if union.cells <= window.cells + joined.cells + memory.overhead:
                        joined = union
                        open_windows.remove(window)
                        break
            still_open.append(joined)
        done += open_windows
        open_windows = still_open
    return done + open_windows


def content(memory: Memory, picture: bytes, window: Window) -> list[int]:
    """Return the bytes of `picture` in `window`."""
    line, cell = memory.columns * memory.cell, memory.cell
    return [
        byte
        for row in range(window.top, window.bottom + 1)
        for byte in picture[
            row * line + window.left * cell : row * line + (window.right + 1) * cell
        ]
    ]


def _runs(memory: Memory, before: bytes, after: bytes, row: int) -> list[Window]:
    cell, line = memory.cell, memory.columns * memory.cell
    old, new = before[row * line : (row + 1) * line], after[row * line : (row + 1) * line]
    if old == new:
        return []
    runs: list[Window] = []
    for column in range(memory.columns):
        place = slice(column * cell, (column + 1) * cell)
        if old[place] == new[place]:
            continue
        if runs and column - runs[-1].right <= memory.overhead:
            runs[-1] = runs[-1]._replace(right=column)
        else:
            runs.append(Window(row, column, row, column))
    return runs


def _pack_pages(image: Image.Image) -> bytes:
    """Return pages of 8 rows; each byte is a column of 8 pixels, with the top pixel in bit 0."""
    upright = image.convert("1").transpose(Image.Transpose.TRANSPOSE).tobytes("raw", "1;R")
    return b"".join(upright[page::8] for page in range(8))


def pack_grey(image: Image.Image) -> bytes:
    """Return 4-bit gray values, 4 pixels per column address (SSD1322 datasheet, 10.1.1 to
    10.1.3).
    """
    grey = image.convert("L").point([level >> 4 for level in range(256)])
    return Image.frombytes("P", grey.size, grey.tobytes()).tobytes("raw", "P;4")


def _write_ssd1306(device: Any, window: Window, content: Sequence[int]) -> None:
    """Write a window of columns and pages with horizontal addressing (SSD1306 datasheet, 10.1.3 to
    10.1.5).
    """
    device.command(0x21, window.left, window.right, 0x22, window.top, window.bottom)
    device.data(content)


def _write_sh1106(device: Any, window: Window, content: Sequence[int]) -> None:
    """Write a page and a column, then bytes along that page, with page addressing (SH1106
    datasheet, "Commands").
    """
    column = window.left + _FIRST_COLUMN_SH1106
    device.command(0xB0 | window.top, column & 0x0F, 0x10 | column >> 4)
    device.data(content)


def _write_ssd1322(device: Any, window: Window, content: Sequence[int]) -> None:
    device.command(0x15, window.left + _FIRST_COLUMN_SSD1322, window.right + _FIRST_COLUMN_SSD1322)
    device.command(0x75, window.top, window.bottom)
    device.command(0x5C)
    device.data(content)


_FIRST_COLUMN_SH1106 = 2
"""The memory is 132 columns wide and the panel 128, so two columns on either side are unused."""

_FIRST_COLUMN_SSD1322 = 28
"""The memory is 480 pixels wide and the panel shows the middle 256: (480 - 256) / 2 / 4."""

MEMORIES: dict[ControllerName, Memory] = {
    # On I2C: address, control byte and six command bytes, then address and control byte of the
    # data.
    "ssd1306": Memory(ssd1306, _pack_pages, _write_ssd1306, 10),
    "ssd1309": Memory(ssd1309, _pack_pages, _write_ssd1306, 10),
    # The same with three command bytes.
    "sh1106": Memory(sh1106, _pack_pages, _write_sh1106, 7, tall=False),
    # Three commands, each with a change of D/C, against two bytes for a cell.
    "ssd1322": Memory(
        partial(ssd1322, mode="1"), pack_grey, _write_ssd1322, 16, 256, 64, 64, cell=2
    ),
}
