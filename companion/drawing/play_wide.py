"""Drawing of the play picture at 256x64: the same marks, and the seats (docs/screens.md)."""

from companion.drawing import cards as chip_row
from companion.drawing.canvas import Canvas, draw_seats
from companion.drawing.fonts import H18, XL, L, M, N, S
from companion.drawing.frame import figures
from companion.drawing.glyphs import T28, T40, T56, ring
from companion.drawing.play import call_lines, debt_cards, draw_mended
from companion.drawing.text import fit, line
from companion.message import Name
from companion.screens.model import PlayScreen

_LEFT, _TOTAL_WIDTH = 4, 102
_COLUMN, _COLUMN_END = 116, 190
_STOCK = 163
_TABLE_START = 197  # No seat reaches further to the left.
_TABLE = (226.5, 32.5)  # the middle of pixel 226, 32
_RADIUS = 26


_CARD, _WORD = 26, 42
"""Widths for the figure of a card, and for the word that a joker is."""


def draw_wide_play(canvas: Canvas, picture: PlayScreen, *, turned: bool = False) -> None:
    """Draw the whole picture, `turned` for a display on the other side of the table."""
    draw_wide_total(canvas, picture.total)
    canvas.shape(
        ring(clockwise=picture.clockwise, wide=True), 213 if picture.clockwise else 208, 19
    )
    draw_seats(canvas, tuple(seat.mark for seat in picture.seats), _TABLE, _RADIUS, turned=turned)
    if picture.debt:
        _owing(canvas, picture)
    else:
        _acting(canvas, picture)


def draw_wide_total(canvas: Canvas, total: int) -> None:
    """Draw the total, flush left in y 4..59: 56 px high, or smaller in the middle of those rows."""
    shape = figures(str(total), _TOTAL_WIDTH, (T56, T40, T28), (XL, H18, L, M, N, S))
    canvas.shape(shape, _LEFT, 4 + (56 - shape.height) // 2)


def _acting(canvas: Canvas, picture: PlayScreen) -> None:
    room = _COLUMN_END - _COLUMN + 1
    name = fit(Name(picture.name), room, (H18, L, M, N), picture.table, height=25)
    canvas.text(name, _COLUMN, 23 - name.face.capital, band=(2, 26))
    if picture.chips:
        row = chip_row.row(picture.chips, 7, S)
        chip_row.put(canvas, row, _COLUMN + 1, 32 if row.height < 8 else 33)
    _stock(canvas, picture, 29)
    width = _CARD if line(picture.card, S).end <= _CARD else _WORD
    card = fit(picture.card, width, (L, M, N, S), height=20)
    canvas.text(card, _COLUMN, 52 - card.face.capital // 2, band=(41, 61))
    start = max(146, _COLUMN + card.end + 6) if picture.card else _COLUMN
    first = 40 if picture.mended else 41
    call_lines(canvas, picture, start, (first, 61), _TABLE_START - 2 - start, "half")
    if picture.mended:
        draw_mended(canvas, picture.mended, (start, 51, _COLUMN_END, 61))


def _owing(canvas: Canvas, picture: PlayScreen) -> None:
    canvas.box(112, 2, _COLUMN_END, 25, 2)
    name = fit(
        Name(picture.name), _COLUMN_END - _COLUMN - 5, (H18, L, M, N), picture.table, height=22
    )
    canvas.text(name, _COLUMN + 1, 23 - name.face.capital, ink="dark", band=(3, 24))
    owes = fit(picture.owes, _COLUMN_END - _COLUMN - 20, (M, N, S))
    room = min(_COLUMN_END - _COLUMN - owes.width - 6, 10 * picture.debt - 2)
    debt_cards(canvas, picture, _COLUMN + 1, 30, room, 11)
    canvas.text(owes, _COLUMN + room + 7, 30)
    if picture.mended:
        draw_mended(canvas, picture.mended, (_COLUMN + 1, 47, _COLUMN_END, 61))
        return
    canvas.text(fit(picture.card, 42, (M, N, S)), _COLUMN, 49)
    _stock(canvas, picture, 50)


def _stock(canvas: Canvas, picture: PlayScreen, y: int) -> None:
    """Draw the size of the stock, its last card if known, and the triangle of a missing part."""
    if picture.missing:
        canvas.shape("missing", _COLUMN_END + 5, 53)
    note = fit(picture.note, 24, (S,)) if picture.note else None
    count = line("" if picture.stock is None else str(picture.stock), S)
    x = _STOCK
    if note:
        x = min(x, _TABLE_START - note.end - count.end - 4)
    elif picture.stock is not None:
        x = canvas.shape("stock", x, y, "half") + 3
    canvas.text(count, x, y, ink="half")
    if note:
        canvas.text(note, x + count.end + 4 if count.width else x, y)
