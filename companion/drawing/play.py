"""Drawing of the play picture at 128x64: total, player's turn, direction (docs/screens.md)."""

from companion.drawing import cards as chip_row
from companion.drawing.canvas import LEFT, Canvas, Ink
from companion.drawing.fonts import H18, XL, XS, L, M, N, S, Typeface
from companion.drawing.frame import figures
from companion.drawing.glyphs import T22, T28, T40, glyph, ring
from companion.drawing.text import around_names, fit, line
from companion.message import Name, Words
from companion.screens.model import PlayScreen

COLUMN = 84
_COLUMN_WIDTH = 42
_TOTAL_WIDTH = 78
_FOOT_TOP, _FOOT_BOTTOM = 44, 61
_FOOT_MIDDLE = 51
_SMALL_TOTAL_WIDTH = 64
_LARGE_FOOT_TOP, _LARGE_FOOT_MIDDLE = 36, 48
_CALL = (13, 33)
_STOCK_TOP = 34
_STOCK = (34, 42)
_DEBT_TOP, _DEBT_HEIGHT = 16, 15


def draw_play(canvas: Canvas, picture: PlayScreen) -> None:
    """Draw the whole picture."""
    draw_total(canvas, picture.total)
    _column(canvas, picture)
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
    canvas.text(fit(picture.card, _COLUMN_WIDTH, (M, N, S), height=11), COLUMN, 2, band=(2, 12))
    call_lines(canvas, picture, COLUMN, _CALL, _COLUMN_WIDTH)
    _small_stock(canvas, picture, end + 6)
    left, right = LEFT, canvas.right
    chips = chip_row.row(picture.chips, 5, S) if picture.chips else None
    chip_room = chips.width + 4 if chips else 0
    arrow = glyph(ring(clockwise=picture.clockwise, wide=True))
    if line(picture.name, L).end > right - left - arrow.width - 4 - chip_room:
        arrow = glyph(ring(clockwise=picture.clockwise))  # or a long name would be smaller
    top = _LARGE_FOOT_MIDDLE - arrow.height // 2
    if picture.clockwise:
        canvas.shape(arrow, right - arrow.width + 1, top)
        right -= arrow.width + 5
    else:
        left = canvas.shape(arrow, left, top) + 5
    if chips:
        chip_row.put(canvas, chips, right - chips.width + 1, _LARGE_FOOT_MIDDLE)
        right -= chip_room
    room = right - left + 1
    band = (_LARGE_FOOT_TOP - 1, _FOOT_BOTTOM)
    name = fit(Name(picture.name), room, (H18, L, M, N), picture.table, band[1] - band[0] + 1)
    canvas.text(name, left, _LARGE_FOOT_MIDDLE - name.face.capital // 2, band=band)


def _small_stock(canvas: Canvas, picture: PlayScreen, x: int) -> None:
    """Draw a missing part's triangle, and the stock as far as there is room behind the total."""
    if picture.missing:
        x = canvas.shape("missing", x, 21) + 4
    count = line("" if picture.stock is None else str(picture.stock), S)
    icon = glyph("stock").width + 3
    if picture.stock is not None and x + icon + count.end < COLUMN - 2:
        canvas.shape("stock", x, 21)
        canvas.text(count, x + icon, 21)


def draw_total(canvas: Canvas, total: int) -> None:
    """Draw the total, flush left in y 2..41: 40 px high, or smaller in the middle of those rows."""
    shape = figures(str(total), _TOTAL_WIDTH, (T40, T28, T22), (XL, H18, L, M, N, S))
    canvas.shape(shape, LEFT, 2 + (40 - shape.height) // 2)


def _column(canvas: Canvas, picture: PlayScreen) -> None:
    canvas.text(fit(picture.card, _COLUMN_WIDTH, (M, N, S), height=11), COLUMN, 2, band=(2, 12))
    if picture.debt:
        debt_cards(canvas, picture, COLUMN, _DEBT_TOP, _COLUMN_WIDTH)
    else:
        call_lines(canvas, picture, COLUMN, _CALL, _COLUMN_WIDTH)
    if picture.mended:
        end = canvas.right
        if picture.missing:
            end = canvas.shape("missing", canvas.right - 8, _STOCK_TOP) - 11
        draw_mended(canvas, picture.mended, (COLUMN - 3, 32 if picture.debt else 28, end, 42))
    else:
        _stock(canvas, picture)


def draw_mended(canvas: Canvas, words: Words, at: tuple[int, int, int, int]) -> None:
    """Draw the announcement of a correction, inverted, in the box `at` its corners."""
    left, top, right, bottom = at
    canvas.box(left, top, right, bottom)
    text = fit(words, right - left - 3, (S, XS), height=bottom - top - 1)
    middle = (top + bottom + 1) // 2
    canvas.text(
        text,
        (left + right) // 2 + 1,
        middle - text.face.capital // 2,
        "middle",
        "dark",
        (top + 1, bottom - 1),
    )


def call_lines(
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
    for face in (S, XS):
        call = (picture.lines[0], "") if picture.mended else picture.lines
        first, second = (
            fit(_briefly(words, room, face), room, (face,), picture.table) for words in call
        )
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


def debt_cards(
    canvas: Canvas, picture: PlayScreen, x: int, y: int, room: int, height: int = _DEBT_HEIGHT
) -> None:
    """Draw one card for each play of the debt: solid if still owed, an outline if done."""
    step = min(14, (room + 2) // picture.debt)
    if step < 5:
        canvas.box(x, y, x + 8, y + height - 1)
        canvas.text(fit(picture.owes_of, room - 12, (M, N, S)), x + 12, y + 2)
        return
    for place in range(picture.debt):
        left = x + place * step
        shape = canvas.box if place < picture.owed else canvas.outline
        shape(left, y, left + step - (4 if step > 12 else 3), y + height - 1)


def _stock(canvas: Canvas, picture: PlayScreen) -> None:
    """Draw the size of the stock, its last card if known, and the triangle of a missing part."""
    end = canvas.right
    if picture.missing:
        end = canvas.shape("missing", canvas.right - 8, _STOCK_TOP) - 13
    note = fit(picture.note, 24, (S,)) if picture.note else None
    if picture.stock is None:
        if note:
            canvas.text(note, COLUMN, _STOCK_TOP, band=_STOCK)
        return
    count = line(str(picture.stock), S)
    icon = glyph("stock").width + 3
    needed = COLUMN + count.end + (5 + note.end if note else 0) - 1
    x = COLUMN
    if needed + icon <= end:
        canvas.shape("stock", x, _STOCK_TOP)
        x += icon
    canvas.text(count, x, _STOCK_TOP)
    if note and needed <= end:
        canvas.text(note, x + count.end + 5, _STOCK_TOP, band=_STOCK)


def _foot(canvas: Canvas, picture: PlayScreen) -> None:
    """Draw the name, the direction and the chips, inverted with the owed plays during debt."""
    ink: Ink = "light"
    left, right, top = LEFT, canvas.right, _FOOT_TOP
    if picture.debt:
        canvas.box(LEFT, _FOOT_TOP, canvas.right, _FOOT_BOTTOM)
        ink = "dark"
        left, right, top = left + 4, right - 4, top + 1
    arrow = glyph(ring(clockwise=picture.clockwise))
    if picture.clockwise:
        canvas.shape(arrow, right - arrow.width + 1, top, ink)
        right -= arrow.width + 5
    else:
        left = canvas.shape(arrow, left, top, ink) + (4 if picture.debt else 3)
    if picture.debt:
        owes = fit(picture.owes, (right - left) * 2 // 3, (M, N, S))
        canvas.text(owes, right, 47, "right", ink)
        right -= owes.width + 6
    elif picture.chips:
        row = chip_row.row(picture.chips, 5, S)
        chip_row.put(canvas, row, right - row.width + 1, _FOOT_MIDDLE)
        right -= row.width + 4
    faces: tuple[Typeface, ...] = (M, N) if picture.debt else (L, M, N)
    middle = 52 if picture.debt else 51
    band = (_FOOT_TOP + 1, _FOOT_BOTTOM - 1) if picture.debt else (_FOOT_TOP - 1, _FOOT_BOTTOM)
    name = fit(Name(picture.name), right - left + 1, faces, picture.table, band[1] - band[0] + 1)
    canvas.text(name, left, middle - name.face.capital // 2, ink=ink, band=band)
