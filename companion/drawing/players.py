"""Drawing of the table of players after a hand or round, and of the end of a game."""

from typing import NamedTuple

from companion.drawing import cards as chip_row
from companion.drawing.canvas import LEFT, TOP, Canvas, Ink
from companion.drawing.fonts import XS, L, M, N, R, S, Typeface, letters
from companion.drawing.frame import BODY_END, keys, title
from companion.drawing.glyphs import glyph
from companion.drawing.text import fit, line
from companion.message import Name
from companion.screens.model import PlayerRow, PlayerTableScreen, WinnerScreen

_CROWN_GAP = 3
_NAME_GAP = 3
_CROWN = _CROWN_GAP + 7  # pixels for a crown and the gap before it
_UNIT_GAP = 5
_FORFEIT = 28  # the first row of the line below the loser

_Rows = tuple[int, int]
"""The first and the last pixel row of a player's row."""


class _Grid(NamedTuple):
    """The layout of a table: `across` columns of `down` rows, the first row at `top`.

    Names are in `face`, or if that is larger than S, smaller than the figures in `face`.
    """

    down: int
    across: int
    top: int
    pitch: int
    face: Typeface

    @property
    def gap(self) -> int:
        """The free pixels between two columns."""
        if self.face in (L, M):
            return 8
        return 4 if self.across < 3 else 3

    @property
    def end(self) -> int:
        """The first row below the table."""
        return self.top + self.down * self.pitch


def _grid(names: tuple[str, ...], *, wide: bool) -> _Grid:
    count = len(names)
    if count <= 4:
        return _Grid(2, 2, 21, 14, S)
    if count <= (12 if wide else 6):
        return _Grid(3, max(2, -(-count // 3)), 18, 11, S)
    rows, pitch = (4, 10) if count <= 8 and _tall(names) else (5, 8)
    return _Grid(rows, min(max(2, -(-count // rows)), 8 if wide else 4), 12, pitch, XS)


def _tall(names: tuple[str, ...]) -> bool:
    """Return whether the accents and descenders of small rows would meet at a distance of 8 px."""
    inks = [letters(name, XS) for name in names]
    top = min((ink.y for ink in inks), default=0)
    bottom = max((ink.y + ink.mask.height for ink in inks), default=0)
    return bottom - top > 8


def draw_players(canvas: Canvas, picture: PlayerTableScreen) -> None:
    """Draw rows in columns, top to bottom; the payer inverted, or with a triangle if small."""
    grid = _grid(tuple(row.name for row in picture.rows), wide=canvas.wide)
    if picture.large and _has_large_room(picture.rows, _width(canvas, _LARGE)):
        grid = _LARGE
        if len(picture.rows) <= 2 and not _has_all_names(picture.rows, _width(canvas, _LARGE)):
            grid = _LARGE._replace(across=1)
    title(canvas, picture.title, picture.whose, M if grid.face == S else S)
    keys(canvas, picture.keys, max(BODY_END + 1, grid.end))
    _draw_rows(canvas, picture.rows, grid)


def draw_standings(canvas: Canvas, rows: tuple[PlayerRow, ...]) -> tuple[int, int]:
    """Draw the points of all players below the winner; return the first row and the next free one.

    Above them is room for a large crown, unless more than eight players need the rows of a table,
    or names are tall.
    """
    table = tuple(row.name for row in rows)
    grid = _grid(table, wide=canvas.wide)
    if grid.down == 2:
        grid = _STANDINGS
    elif grid.face == XS and len(rows) <= 8 and not _tall(table):
        grid = _Grid(4, 2, 18, 8, XS)
    _draw_rows(canvas, rows, grid)
    return grid.top, grid.end


def _draw_rows(canvas: Canvas, rows: tuple[PlayerRow, ...], grid: _Grid) -> None:
    width, table = _width(canvas, grid), tuple(row.name for row in rows)
    draw_row = _spacious_row if grid.face in (L, M) else _row
    for place, row in enumerate(_shown(rows, grid.down * grid.across)):
        left = LEFT + (place // grid.down) * (width + grid.gap)
        top = grid.top + (place % grid.down) * grid.pitch
        draw_row(canvas, row, left, left + width - 1, (top, top + grid.pitch - 1), table, grid.face)


def _width(canvas: Canvas, grid: _Grid) -> int:
    """Return the pixels of one column."""
    return (canvas.room - grid.gap * (grid.across - 1)) // grid.across


def _shown(rows: tuple[PlayerRow, ...], room: int) -> tuple[PlayerRow, ...]:
    """Return all `rows`, or the first that fit and the number of the others."""
    if len(rows) <= room:
        return rows
    return (*rows[: room - 1], PlayerRow(f"+{len(rows) - room + 1}"))


def _row(
    canvas: Canvas,
    row: PlayerRow,
    left: int,
    right: int,
    rows: _Rows,
    table: tuple[str, ...],
    face: Typeface,
) -> None:
    y, small = rows[0], face == XS
    ink: Ink = "light"
    if row.marked and small:
        canvas.shape("marker", left, y + 1)
    elif row.marked:
        canvas.box(left, y - 1, right, y + 10)
        ink = "dark"
    end = _holding(canvas, row, left + (26 if small else 22), right - 2, y, face, ink)
    start = left + (5 if small else 2)
    room = end - start - (3 if small else 4) - (_CROWN if row.crowned else 0)
    name = fit(Name(row.name), room, (face,), table)
    if name.mask.height > 10 and ink == "light":
        name = fit(Name(row.name), room, (XS,), table)
    canvas.text(name, start, y + face.capital, "ls", ink, rows if small else (y, y + 9))
    _crown(canvas, row, start + name.end, end, y + (1 if small else 2), ink)


def _has_large_room(rows: tuple[PlayerRow, ...], width: int) -> bool:
    """Return whether up to four rows have room for large numbers and three letters of each name."""
    letters_of = {row: row.name if len(row.name) <= 3 else f"{row.name[:3]}." for row in rows}
    return len(rows) <= 4 and all(
        line(letters_of[row], N).end <= _name_room(row, width, L) for row in rows
    )


def _has_all_names(rows: tuple[PlayerRow, ...], width: int) -> bool:
    """Return whether large rows have room for the whole names, which may be those of teams."""
    return all(line(row.name, XS).end <= _name_room(row, width, L) for row in rows)


def _name_room(row: PlayerRow, width: int, figures: Typeface) -> int:
    return width - line(row.text, figures).width - _NAME_GAP - (_CROWN if row.crowned else 0)


def _spacious_row(
    canvas: Canvas,
    row: PlayerRow,
    left: int,
    right: int,
    rows: _Rows,
    table: tuple[str, ...],
    figures: Typeface,
) -> None:
    y = rows[0]
    number = line(row.text, figures)
    canvas.text(number, right, y, "rt", band=rows)
    room, high = _name_room(row, right - left + 1, figures), rows[1] - y
    name = fit(Name(row.name), room, (N, S, XS), table, height=high)
    canvas.text(name, left, y + figures.capital, "ls", band=rows)
    _crown(canvas, row, left + name.end, right - number.width, y + figures.capital - 6)


_LARGE = _Grid(2, 2, 14, 18, L)
_STANDINGS = _Grid(2, 2, 21, 15, M)


def _crown(canvas: Canvas, row: PlayerRow, x: int, end: int, y: int, ink: Ink = "light") -> None:
    """Draw the crown after a crowned name if that leaves room for an initial before `end`."""
    if row.crowned and x + _CROWN < end:
        canvas.shape("small-crown", x + _CROWN_GAP, y, ink)


def _holding(
    canvas: Canvas, row: PlayerRow, least: int, right: int, y: int, face: Typeface, ink: Ink
) -> int:
    """Draw the chips or text of a row flush right, preferably not before `least`.

    Return the column where it begins.
    """
    if row.chips is None:
        # A number is never cut: a wide one takes its room from the name.
        room = max(right - least + 1, line(row.text, XS).end)
        band = (y, y + 9 if face == S else y + 7)
        words = canvas.write(row.text, room, (face, XS), right, y, "rt", ink, band=band)
        return right - words.width + 1
    chips = chip_row.row(row.chips, 4, face)
    if right - chips.width < least:
        chips = chip_row.row(row.chips, 4, face, counted=True)
    start = right - chips.width + 1
    chip_row.put(canvas, chips, start, y + (max(face.capital, chips.height) - 1) // 2, ink)
    return start


def draw_winner(canvas: Canvas, picture: WinnerScreen) -> None:
    """Draw the winner with a crown and all players' figures, or the loser with the forfeit."""
    if picture.forfeit:
        _with_forfeit(canvas, picture)
        return
    first, end = draw_standings(canvas, picture.rows)
    unit = fit(picture.unit, (canvas.room - 1) * 2 // 5, (R, XS))
    room = canvas.room - (unit.width + _UNIT_GAP if unit.width else 0)
    crown, gap = glyph("crown"), 8
    needed = crown.width + gap + line(picture.sentence, N).end
    if first <= TOP + crown.height or needed > room:
        crown, gap = glyph("small-crown"), 3
    base, last = min(TOP + glyph("crown").height, first - 1), first - 2
    canvas.text(unit, canvas.right, base, "rs", band=(TOP, first - 1))
    left = LEFT
    if picture.crown:
        left = canvas.shape(crown, LEFT, base - crown.height) + gap
        room -= crown.width + gap
    canvas.write(picture.sentence, room, (L, M, N, S, XS), left, base, "ls", band=(TOP, last))
    keys(canvas, picture.keys, max(BODY_END + 1, end))


def _with_forfeit(canvas: Canvas, picture: WinnerScreen) -> None:
    faces, room = (L, M, N, S, XS), canvas.room
    canvas.write(picture.sentence, room, faces, LEFT, TOP + 7, band=(TOP, _FORFEIT - 1))
    canvas.write(picture.forfeit, room, faces[1:], LEFT, _FORFEIT + 4, band=(_FORFEIT, BODY_END))
    keys(canvas, picture.keys)
