"""Drawing of the play picture: total, player's turn, direction (docs/screens.md).

The wide display has the same marks, larger, and the table with the seats.
"""

from companion.drawing import cards as chip_row
from companion.drawing.canvas import BOTTOM, LEFT, Canvas, Ink, draw_seats
from companion.drawing.fonts import H18, XL, XS, L, M, N, S, Typeface
from companion.drawing.frame import figures
from companion.drawing.glyphs import T22, T28, T40, T56, glyph, ring
from companion.drawing.text import TextLine, around_names, fit, line
from companion.message import Name, Words
from companion.screens.model import PlayScreen

_COLUMN = 84
_COLUMN_WIDTH = 42
_TOTAL_WIDTH = 78
_SMALL_TOTAL_WIDTH = 64
_CALL = (13, 33)
_STOCK_TOP = 34
_STOCK = (34, 42)
_DEBT_TOP, _DEBT_HEIGHT = 16, 15


def draw_play(canvas: Canvas, picture: PlayScreen) -> None:
    """Draw the whole picture."""
    draw_total(canvas, picture.total)
    if canvas.wide:
        shape = ring(clockwise=picture.clockwise, wide=True)
        canvas.shape(shape, 213 if picture.clockwise else 208, 19)
        draw_seats(canvas, picture.seats, _TABLE, _RADIUS)
        (_owing if picture.debt else _acting)(canvas, picture)
        return
    _called(canvas, picture)
    if picture.mended:
        end = canvas.right
        if picture.missing:
            end = canvas.shape("missing", canvas.right - 8, _STOCK_TOP) - 11
        _mended(canvas, picture.mended, (_COLUMN - 3, 32 if picture.debt else 28, end, 42))
    else:
        _stock(canvas, picture)
    _foot(canvas, picture)


def draw_play_without_lights(canvas: Canvas, picture: PlayScreen) -> None:
    """Draw the picture of a box without lights, on which the player and the direction are large.

    Owed plays, a correction and a card in the stock need the room, and are drawn as on any other
    box.
    """
    if picture.debt or picture.mended or picture.note:
        draw_play(canvas, picture)
        return
    total = figures(str(picture.total), _SMALL_TOTAL_WIDTH, (T28, T22), (H18, L, M, N, S))
    end = canvas.shape(total, LEFT, 2 + (28 - total.height) // 2)
    _called(canvas, picture)
    _small_stock(canvas, picture, end + 6)
    _foot(canvas, picture, large=True)


def draw_total(canvas: Canvas, total: int) -> None:
    """Draw the total, flush left in y 2..41: 40 px high, or smaller in the middle of those rows.

    On the wide display it is in y 4..59, and 56 px high.
    """
    corner, room, sizes = LEFT, _TOTAL_WIDTH, (T40, T28, T22)
    if canvas.wide:
        corner, room, sizes = _LEFT, _WIDE_TOTAL_WIDTH, (T56, T40, T28)
    shape = figures(str(total), room, sizes, (XL, H18, L, M, N, S))
    canvas.shape(shape, corner, corner + (sizes[0].height - shape.height) // 2)


def _called(canvas: Canvas, picture: PlayScreen) -> None:
    """Draw the last card, and the call or the debt below it."""
    canvas.write(picture.card, _COLUMN_WIDTH, (M, N, S), _COLUMN, 2, band=(2, 12))
    if picture.debt:
        _debt_cards(canvas, picture, _COLUMN, _DEBT_TOP, _COLUMN_WIDTH)
    else:
        _call_lines(canvas, picture, _COLUMN, _CALL, _COLUMN_WIDTH)


def _mended(canvas: Canvas, words: Words, at: tuple[int, int, int, int]) -> None:
    """Draw the announcement of a correction, inverted, in the box `at` its corners."""
    left, top, right, bottom = at
    canvas.box(left, top, right, bottom)
    x, y = (left + right) // 2 + 1, (top + bottom + 1) // 2
    canvas.write(words, right - left - 3, (S, XS), x, y, "mm", "dark", band=(top + 1, bottom - 1))


def _call_lines(
    canvas: Canvas,
    picture: PlayScreen,
    x: int,
    rows: tuple[int, int],
    room: int,
    ink: Ink = "light",
) -> None:
    """Draw the two lines of the call in 8 px at the second of `rows`, or in 6 px.

    The small size is used if accents would meet.
    """
    call = (picture.lines[0], "") if picture.mended else picture.lines
    for face in (S, XS):
        first, second = (canvas.fit(_briefly(words, room, face), room, (face,)) for words in call)
        top = max(rows[0] + 1, rows[0] - first.y)
        below = max(rows[0] + 11, top + first.bottom - second.y)
        if below + second.bottom - 1 <= rows[1]:
            break
    canvas.text(first, x, top, ink=ink, band=(rows[0], below + second.y - 1))
    canvas.text(second, x, below, ink=ink, band=(top + first.bottom, rows[1]))


def _briefly(words: Words, room: int, face: Typeface) -> Words:
    """Return the player's name, without the word "by" if only that keeps the name complete."""
    match around_names(words):
        case (before, name, "") if (
            before and line(before + name, face).end > room >= line(name, face).end
        ):
            return Name(name)
    return words


def _debt_cards(
    canvas: Canvas, picture: PlayScreen, x: int, y: int, room: int, height: int = _DEBT_HEIGHT
) -> None:
    """Draw one card for each play of the debt: solid if still owed, an outline if done."""
    step = min(14, (room + 2) // picture.debt)
    if step < 5:
        canvas.box(x, y, x + 8, y + height - 1)
        canvas.write(picture.owes_of, room - 12, (M, N, S), x + 12, y + 2)
        return
    for place in range(picture.debt):
        left = x + place * step
        shape = canvas.box if place < picture.owed else canvas.outline
        shape(left, y, left + step - (4 if step > 12 else 3), y + height - 1)


def _small_stock(canvas: Canvas, picture: PlayScreen, x: int) -> None:
    """Draw a missing part's triangle, and the stock as far as there is room behind the total."""
    if picture.missing:
        x = canvas.shape("missing", x, 21) + 4
    count, icon = _count(picture), glyph("stock").width + 3
    if picture.stock is not None and x + icon + count.end < _COLUMN - 2:
        canvas.shape("stock", x, 21)
        canvas.text(count, x + icon, 21)


def _stock(canvas: Canvas, picture: PlayScreen) -> None:
    """Draw the size of the stock, its last card if known, and the triangle of a missing part."""
    end, x = canvas.right, _COLUMN
    if picture.missing:
        end = canvas.shape("missing", canvas.right - 8, _STOCK_TOP) - 13
    note, count = fit(picture.note, 24, (S,)), _count(picture)
    if picture.stock is not None:
        icon = glyph("stock").width + 3
        needed = x + count.end + (5 + note.end if note.width else 0) - 1
        if needed + icon <= end:
            canvas.shape("stock", x, _STOCK_TOP)
            x += icon
        canvas.text(count, x, _STOCK_TOP)
        if needed > end:
            return
        x += count.end + 5
    canvas.text(note, x, _STOCK_TOP, band=_STOCK)


def _count(picture: PlayScreen) -> TextLine:
    """Return the size of the stock, nothing while it is unknown."""
    return line("" if picture.stock is None else str(picture.stock), S)


def _foot(canvas: Canvas, picture: PlayScreen, *, large: bool = False) -> None:
    """Draw the name, the direction and the chips, inverted with the owed plays during debt."""
    ink: Ink = "light"
    left, right, gap = LEFT, canvas.right, 5 if large else 3
    middle, band = (48, (35, BOTTOM)) if large else (51, (43, BOTTOM))
    faces: tuple[Typeface, ...] = (H18, L, M, N) if large else (L, M, N)
    chips = chip_row.row(picture.chips, 5, S) if picture.chips and not picture.debt else None
    chips_room = chips.width + 4 if chips else 0
    if picture.debt:
        canvas.box(LEFT, 44, canvas.right, BOTTOM)
        ink, middle, band, faces = "dark", 52, (45, BOTTOM - 1), (M, N)
        left, right, gap = left + 4, right - 4, 4
    arrow = glyph(ring(clockwise=picture.clockwise, wide=large))
    if line(picture.name, L).end > right - left - arrow.width - 4 - chips_room:
        arrow = glyph(ring(clockwise=picture.clockwise))  # or a long name would be smaller
    top = middle - arrow.height // 2
    if picture.clockwise:
        canvas.shape(arrow, right - arrow.width + 1, top, ink)
        right -= arrow.width + 5
    else:
        left = canvas.shape(arrow, left, top, ink) + gap
    if picture.debt:
        owes = canvas.write(picture.owes, (right - left) * 2 // 3, (M, N, S), right, 47, "rt", ink)
        right -= owes.width + 6
    elif chips:
        chip_row.put(canvas, chips, right - chips.width + 1, middle)
        right -= chips_room
    canvas.write(Name(picture.name), right - left + 1, faces, left, middle, "lm", ink, band=band)


# The wide display

_LEFT, _WIDE_TOTAL_WIDTH = 4, 102
_COLUMN_START, _COLUMN_END = 116, 190
_WIDE_STOCK = 163
_TABLE_START = 197  # No seat reaches further to the left.
_TABLE = (226.5, 32.5)  # the middle of pixel 226, 32
_RADIUS = 26

_CARD, _WORD = 26, 42
"""Widths for the figure of a card, and for the word that a joker is."""


def _acting(canvas: Canvas, picture: PlayScreen) -> None:
    room = _COLUMN_END - _COLUMN_START + 1
    canvas.write(Name(picture.name), room, (H18, L, M, N), _COLUMN_START, 23, "ls", band=(2, 26))
    if picture.chips:
        row = chip_row.row(picture.chips, 7, S)
        chip_row.put(canvas, row, _COLUMN_START + 1, 32 if row.height < 8 else 33)
    _wide_stock(canvas, picture, 29)
    width = _CARD if line(picture.card, S).end <= _CARD else _WORD
    card = canvas.write(picture.card, width, (L, M, N, S), _COLUMN_START, 52, "lm", band=(41, 61))
    start = max(146, _COLUMN_START + card.end + 6) if picture.card else _COLUMN_START
    first = 40 if picture.mended else 41
    _call_lines(canvas, picture, start, (first, 61), _TABLE_START - 2 - start, "half")
    if picture.mended:
        _mended(canvas, picture.mended, (start, 51, _COLUMN_END, 61))


def _owing(canvas: Canvas, picture: PlayScreen) -> None:
    canvas.box(112, 2, _COLUMN_END, 25, 2)
    start, room = _COLUMN_START, _COLUMN_END - _COLUMN_START
    canvas.write(
        Name(picture.name), room - 5, (H18, L, M, N), start + 1, 23, "ls", "dark", band=(3, 24)
    )
    owes = fit(picture.owes, room - 20, (M, N, S))
    cards = min(room - owes.width - 6, 10 * picture.debt - 2)
    _debt_cards(canvas, picture, start + 1, 30, cards, 11)
    canvas.text(owes, start + cards + 7, 30)
    if picture.mended:
        _mended(canvas, picture.mended, (start + 1, 47, _COLUMN_END, 61))
        return
    canvas.write(picture.card, 42, (M, N, S), start, 49)
    _wide_stock(canvas, picture, 50)


def _wide_stock(canvas: Canvas, picture: PlayScreen, y: int) -> None:
    """Draw the size of the stock, its last card if known, and the triangle of a missing part."""
    if picture.missing:
        canvas.shape("missing", _COLUMN_END + 5, 53)
    x, note, count = _WIDE_STOCK, fit(picture.note, 24, (S,)), _count(picture)
    if note.width:
        x = min(x, _TABLE_START - note.end - count.end - 4)
    elif picture.stock is not None:
        x = canvas.shape("stock", x, y, "half") + 3
    canvas.text(count, x, y, ink="half")
    canvas.text(note, x + count.end + 4 if count.width else x, y)
