"""Draws the table of players: after a hand, or after a round with the points."""

from typing import NamedTuple

from companion.drawing import chips as chip_row
from companion.drawing.canvas import LEFT, Canvas, Ink
from companion.drawing.fonts import XS, L, M, N, S, Typeface, letters
from companion.drawing.frame import BODY_END, keys, title
from companion.drawing.text import fit, line
from companion.screens.model import PlayerRow, PlayerTableScreen
from companion.text.named import Named

_CROWN_GAP = 3
_NAME_GAP = 3
_LARGE_GAP = 8
_CROWN = _CROWN_GAP + 7  # pixels for a crown and the gap before it


class _Grid(NamedTuple):
    """The layout of a table: `across` columns of `down` rows, the first row at `top`."""

    down: int
    across: int
    top: int
    pitch: int
    small: bool


_LARGE = _Grid(2, 2, 14, 18, small=False)


def _grid(names: tuple[str, ...], *, wide: bool) -> _Grid:
    count = len(names)
    if count <= 4:
        return _Grid(2, 2, 21, 14, small=False)
    if count <= (12 if wide else 6):
        return _Grid(3, max(2, -(-count // 3)), 18, 11, small=False)
    rows, pitch = (4, 10) if count <= 8 and _tall(names) else (5, 8)
    return _Grid(rows, min(max(2, -(-count // rows)), 8 if wide else 4), 12, pitch, small=True)


def _tall(names: tuple[str, ...]) -> bool:
    """Return whether the accents and descenders of small rows would meet at a distance of 8 px."""
    inks = [letters(name, XS) for name in names]
    top = min((ink.y for ink in inks), default=0)
    bottom = max((ink.y + ink.mask.height for ink in inks), default=0)
    return bottom - top > 8


def draw_players(canvas: Canvas, picture: PlayerTableScreen) -> None:
    """Draw rows in columns, filled downwards; the payer inverted, or with a triangle in small rows."""
    table = tuple(row.name for row in picture.rows)
    grid = _grid(table, wide=canvas.wide)
    is_large = picture.large and _has_large_room(picture.rows, (canvas.right - LEFT + 1 - _LARGE_GAP) // 2)
    if is_large:
        grid = _LARGE
    title(canvas, picture.title, picture.whose, table, S if grid.small or is_large else M)
    keys(canvas, picture.ok, picture.other, table, max(BODY_END + 1, grid.top + grid.down * grid.pitch))
    gap = _LARGE_GAP if is_large else 4 if grid.across < 3 else 3
    width = (canvas.right - LEFT + 1 - gap * (grid.across - 1)) // grid.across
    draw_one = _small_row if grid.small else _large_row if is_large else _row
    for place, row in enumerate(_shown(picture.rows, grid.down * grid.across)):
        left = LEFT + (place // grid.down) * (width + gap)
        top = grid.top + (place % grid.down) * grid.pitch
        draw_one(canvas, row, left, left + width - 1, (top, top + grid.pitch - 1), table)


def _shown(rows: tuple[PlayerRow, ...], room: int) -> tuple[PlayerRow, ...]:
    """Return all `rows`, or those that fit including the payer, and how many more there are."""
    if len(rows) <= room:
        return rows
    first = rows[: room - 1]
    paid = [row for row in rows[room - 1 :] if row.marked]
    kept = (*first[: len(first) - len(paid)], *paid)
    return (*kept, PlayerRow(f"+{len(rows) - len(kept)}"))


def _row(
    canvas: Canvas, row: PlayerRow, left: int, right: int, rows: tuple[int, int], table: tuple[str, ...]
) -> None:
    y = rows[0]
    ink: Ink = "light"
    if row.marked:
        canvas.box(left, y - 1, right, y + 10)
        ink = "dark"
    end = _holding(canvas, row, left + 22, right - 2, y, S, ink)
    room = end - left - 6 - (_CROWN if row.crowned else 0)
    name = fit(Named(row.name), room, (S,), table)
    if name.mask.height > 10 and not row.marked:
        name = fit(Named(row.name), room, (XS,), table)
    canvas.text(name, left + 2, y + 8 - name.face.capital, ink=ink, band=(y, y + 9))
    if row.crowned:
        _crown(canvas, left + 2 + name.end, end, y + 2, ink)


def _has_large_room(rows: tuple[PlayerRow, ...], width: int) -> bool:
    """Return whether up to four rows have room for large numbers and at least three letters of each name."""
    letters_of = {row: row.name if len(row.name) <= 3 else f"{row.name[:3]}." for row in rows}
    return len(rows) <= 4 and all(line(letters_of[row], N).end <= _large_room(row, width) for row in rows)


def _large_room(row: PlayerRow, width: int) -> int:
    return width - line(row.text, L).width - _NAME_GAP - (_CROWN if row.crowned else 0)


def _large_row(
    canvas: Canvas, row: PlayerRow, left: int, right: int, rows: tuple[int, int], table: tuple[str, ...]
) -> None:
    y = rows[0]
    number = line(row.text, L)
    canvas.text(number, right, y, "right", band=rows)
    name = fit(Named(row.name), _large_room(row, right - left + 1), (N, S, XS), table, height=rows[1] - y)
    canvas.text(name, left, y + L.capital - name.face.capital, band=rows)
    if row.crowned:
        _crown(canvas, left + name.end, right - number.width, y + L.capital - 6, "light")


def _small_row(
    canvas: Canvas, row: PlayerRow, left: int, right: int, rows: tuple[int, int], table: tuple[str, ...]
) -> None:
    y = rows[0]
    if row.marked:
        canvas.shape("marker", left, y + 1)
    end = _holding(canvas, row, left + 26, right - 2, y, XS, "light")
    name = fit(Named(row.name), end - left - 8 - (_CROWN if row.crowned else 0), (XS,), table)
    canvas.text(name, left + 5, y, band=rows)
    if row.crowned:
        _crown(canvas, left + 5 + name.end, end, y + 1, "light")


def _crown(canvas: Canvas, x: int, end: int, y: int, ink: Ink) -> None:
    """Draw the crown behind a name, unless not even an initial leaves room for it before `end`."""
    if x + _CROWN < end:
        canvas.shape("small-crown", x + _CROWN_GAP, y, ink)


def _holding(canvas: Canvas, row: PlayerRow, least: int, right: int, y: int, face: Typeface, ink: Ink) -> int:
    """Draw the chips or text of a row, flush right, not before `least` if it can; return where it begins."""
    if row.chips is None:
        # A number is never cut: a wide one takes its room from the name.
        room = max(right - least + 1, line(row.text, XS).end)
        words = fit(row.text, room, (face, XS), height=10)
        canvas.text(words, right, y, "right", ink, (y, y + 9 if face == S else y + 7))
        return right - words.width + 1
    chips = chip_row.row(row.chips, 4, face)
    if right - chips.width < least:
        chips = chip_row.row(row.chips, 4, face, counted=True)
    start = right - chips.width + 1
    chip_row.put(canvas, chips, start, y + (max(face.capital, chips.height) - 1) // 2, ink)
    return start
