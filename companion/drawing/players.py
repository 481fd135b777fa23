"""Everybody in a table: after a hand, and who has won."""

from companion.drawing import chips as chip_row
from companion.drawing.canvas import LEFT, Canvas, Ink
from companion.drawing.fonts import XS, Face, L, M, N, S
from companion.drawing.frame import keys, title
from companion.drawing.glyphs import glyph
from companion.drawing.text import fit, line
from companion.screens.pictures import Named, PlayerTable, Row, Winner

_SMALL_FROM = 7  # players; from here on rows are too small to be inverted


def draw_players(canvas: Canvas, picture: PlayerTable) -> None:
    """Rows in two columns, filled downwards; the one who paid inverted, or with a triangle."""
    table = tuple(row.name for row in picture.rows)
    count = len(picture.rows)
    small = count >= _SMALL_FROM
    title(canvas, picture.title, picture.whose, table, S if small else M)
    keys(canvas, picture.ok, picture.other, table)
    down = 5 if small else max(2, (count + 1) // 2)
    across = max(2, -(-count // down))
    top, pitch = (12, 8) if small else (18, 11) if count > 4 else (21, 14)
    gap = 4 if across == 2 else 2
    width = (canvas.right - LEFT + 1 - gap * (across - 1)) // across
    for place, row in enumerate(picture.rows):
        left = LEFT + (place // down) * (width + gap)
        y = top + (place % down) * pitch
        if small:
            _small_row(canvas, row, left, left + width - 1, y, table)
        else:
            _row(canvas, row, left, left + width - 1, y, table)


def _row(canvas: Canvas, row: Row, left: int, right: int, y: int, table: tuple[str, ...]) -> None:
    ink: Ink = "light"
    if row.marked:
        canvas.box(left, y - 1, right, y + 10)
        ink = "dark"
    end = _holding(canvas, row, right - 2, y, S, ink)
    name = fit(Named(row.name), end - left - 6, (S,), table)
    canvas.text(name, left + 2, y, ink=ink, band=(y - 2, y + 10))


def _small_row(canvas: Canvas, row: Row, left: int, right: int, y: int, table: tuple[str, ...]) -> None:
    if row.marked:
        canvas.shape("marker", left, y + 1)
    end = _holding(canvas, row, right - 2, y, XS, "light", short=right - left < 50)
    name = fit(Named(row.name), end - left - 8, (XS,), table)
    canvas.text(name, left + 5, y, band=(y - 2, y + 8))


def _holding(
    canvas: Canvas, row: Row, right: int, y: int, face: Face, ink: Ink, *, short: bool = False
) -> int:
    """Draws what a row says of its player, flush right; the first column it takes."""
    middle = y + (face.capital - 1) // 2
    if row.chips is not None and short:
        words = line(str(row.chips.held), face)
    elif row.chips is not None:
        chips = chip_row.row(row.chips, 4, face)
        chip_row.put(canvas, chips, right - chips.width + 1, middle, ink)
        return right - chips.width + 1
    else:
        words = fit(row.text, (right - 30) // 2, (face,))
    canvas.text(words, right, y, "right", ink)
    return right - words.width + 1


def draw_winner(canvas: Canvas, picture: Winner) -> None:
    """Who has won, under a crown, and the evening's wins."""
    if picture.crown:
        crown = glyph("crown")
        canvas.shape(crown, canvas.middle - crown.width // 2, 2)
    words = fit(picture.sentence, canvas.right - LEFT + 1, (L, M, N), picture.table, height=20)
    top = 21 if picture.crown else 14
    canvas.text(
        words, canvas.middle, top + 14 - words.face.capital, "middle", band=(18 if picture.crown else 2, 40)
    )
    _tally(canvas, picture)
    keys(canvas, picture.ok, picture.other, picture.table)


def _tally(canvas: Canvas, picture: Winner) -> None:
    """As many of the evening's wins as stand side by side, most wins first as they come."""
    table = picture.table or tuple(name for name, _ in picture.tally)
    room = canvas.right - LEFT + 1
    gap = 9
    lines = [line(f"{name} {wins}", S) for name, wins in picture.tally]
    if sum(one.width + gap for one in lines) - gap > room and lines:
        each = max(24, (room + gap) // len(lines) - gap)
        lines = [fit(Named(name, f" {wins}"), each, (S, XS), table) for name, wins in picture.tally]
    shown = []
    used = -gap
    for one in lines:
        if used + gap + one.width > room:
            break
        used += gap + one.width
        shown.append(one)
    x = canvas.middle - used // 2
    for one in shown:
        canvas.text(one, x - one.x, 39 + 8 - one.face.capital)
        x += one.width + gap
