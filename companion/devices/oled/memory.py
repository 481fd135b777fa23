"""The layout of a picture in a controller's memory, and the windows that write only what has changed.

A picture becomes bytes in rows of cells. A cell is the smallest unit that the controller can address:
8 pixels one above the other (SSD1306, SSD1309, SH1106) or 4 side by side (SSD1322).
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Literal, NamedTuple, Protocol

from luma.oled.device import sh1106, ssd1306, ssd1309, ssd1322
from PIL import Image

ControllerName = Literal["ssd1306", "ssd1309", "sh1106", "ssd1322"]


class Window(NamedTuple):
    """A rectangle of cells, all four edges inside it."""

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


class Memory(Protocol):
    """A controller's picture memory: its grid of cells and the commands that write them."""

    width: int
    columns: int
    rows: int
    cell: int
    """Bytes in a cell."""
    overhead: int
    """The cost of another window, in cells that the bus could send in the same time."""
    tall: bool
    """True if a window may be more than one row high."""
    driver: Callable[[object], Any]
    """Makes luma's driver for it, whose constructor sends the start-up sequence to a bus."""

    def pack(self, image: Image.Image) -> bytes:
        """Return the picture as the bytes of all cells, row by row."""

    def write(self, device: Any, window: Window, content: Sequence[int]) -> None:
        """Send `content`, the cells of `window` row by row."""


def whole(memory: Memory) -> list[Window]:
    """Return windows that cover the whole memory."""
    last = memory.columns - 1
    if memory.tall:
        return [Window(0, 0, memory.rows - 1, last)]
    return [Window(row, 0, row, last) for row in range(memory.rows)]


def changed(memory: Memory, before: bytes, after: bytes) -> list[Window]:
    """Return windows, cheap to send, that contain every cell in which `before` and `after` differ.

    The function joins runs of changed cells along a row, then with those of the rows above, wherever the
    cells between them cost less than another window.
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
    rows = range(window.top, window.bottom + 1)
    return [
        byte
        for row in rows
        for byte in picture[row * line + window.left * cell : row * line + (window.right + 1) * cell]
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


class _Pages:
    """Pages of 8 rows, a byte for 8 pixels one above the other, the uppermost in bit 0."""

    width, columns, rows, cell = 128, 128, 8, 1

    def __init__(self, driver: Callable[[object], Any]) -> None:
        self.driver = driver

    def pack(self, image: Image.Image) -> bytes:
        upright = image.convert("1").transpose(Image.Transpose.TRANSPOSE).tobytes("raw", "1;R")
        return b"".join(upright[page::8] for page in range(8))


class _Ssd1306Memory(_Pages):
    """Horizontal addressing: a window of columns and pages (SSD1306 datasheet, 10.1.3 to 10.1.5)."""

    tall = True
    # On I2C: address, control byte and six command bytes, then address and control byte of the data.
    overhead = 10

    def write(self, device: Any, window: Window, content: Sequence[int]) -> None:
        device.command(0x21, window.left, window.right, 0x22, window.top, window.bottom)
        device.data(content)


class _Sh1106Memory(_Pages):
    """Page addressing only: a page, a column, then bytes along that page (SH1106 datasheet, "Commands")."""

    tall = False
    # On I2C: address, control byte and three command bytes, then address and control byte of the data.
    overhead = 7

    FIRST_COLUMN = 2
    """The memory is 132 columns wide and the glass 128: modules omit two on either side."""

    def write(self, device: Any, window: Window, content: Sequence[int]) -> None:
        column = window.left + self.FIRST_COLUMN
        device.command(0xB0 | window.top, column & 0x0F, 0x10 | column >> 4)
        device.data(content)


class _Ssd1322Memory:
    """Grey in 4 bits, 4 pixels to a column address (SSD1322 datasheet, 10.1.1 to 10.1.3)."""

    width, columns, rows, cell, tall = 256, 64, 64, 2, True
    # Three commands, each with a change of D/C, against two bytes for a cell.
    overhead = 16

    FIRST_COLUMN = 28
    """The memory is 480 pixels wide, the glass 256 in its middle: (480 - 256) / 2 / 4."""

    driver: Callable[[object], Any] = partial(ssd1322, mode="1")

    def pack(self, image: Image.Image) -> bytes:
        grey = image.convert("L").point([level >> 4 for level in range(256)])
        return Image.frombytes("P", grey.size, grey.tobytes()).tobytes("raw", "P;4")

    def write(self, device: Any, window: Window, content: Sequence[int]) -> None:
        device.command(0x15, window.left + self.FIRST_COLUMN, window.right + self.FIRST_COLUMN)
        device.command(0x75, window.top, window.bottom)
        device.command(0x5C)
        device.data(content)


MEMORIES: dict[ControllerName, Memory] = {
    "ssd1306": _Ssd1306Memory(ssd1306),
    "ssd1309": _Ssd1306Memory(ssd1309),
    "sh1106": _Sh1106Memory(sh1106),
    "ssd1322": _Ssd1322Memory(),
}
