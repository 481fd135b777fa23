"""Draws the end of a game: the winner or loser, and below what everybody has."""

from companion.drawing.canvas import LEFT, TOP, Canvas
from companion.drawing.fonts import XS, L, M, N, R, S
from companion.drawing.frame import BODY_END, keys
from companion.drawing.glyphs import glyph
from companion.drawing.players import draw_standings
from companion.drawing.text import fit, line
from companion.screens.model import WinnerScreen

_GAP = 5
_FORFEIT = 28  # the first row of the line below the loser


def draw_winner(canvas: Canvas, picture: WinnerScreen) -> None:
    """Draw who has won beside a crown with everybody's figures, or who has lost with the forfeit."""
    if picture.forfeit:
        _with_forfeit(canvas, picture)
        return
    first, end = draw_standings(canvas, picture.rows)
    unit = fit(picture.unit, (canvas.right - LEFT) * 2 // 5, (R, XS))
    room = canvas.right - LEFT + 1 - (unit.width + _GAP if unit.width else 0)
    crown, gap = glyph("crown"), 8
    needed = crown.width + gap + line(picture.sentence, N).end
    if first <= TOP + crown.height or needed > room:
        crown, gap = glyph("small-crown"), 3
    baseline, last = min(TOP + glyph("crown").height, first - 1), first - 2
    canvas.text(unit, canvas.right, baseline - unit.face.capital, "right", band=(TOP, first - 1))
    left = LEFT
    if picture.crown:
        left = canvas.shape(crown, LEFT, baseline - crown.height) + gap
        room -= crown.width + gap
    faces = (L, M, N, S, XS)
    for start in range(len(faces)):
        said = fit(picture.sentence, room, faces[start:], picture.table)
        if said.mask.height <= last - TOP + 1:
            break
    canvas.text(said, left, baseline - said.face.capital, band=(TOP, last))
    keys(canvas, picture.ok, picture.other, picture.table, max(BODY_END + 1, end))


def _with_forfeit(canvas: Canvas, picture: WinnerScreen) -> None:
    room = canvas.right - LEFT + 1
    lost = fit(picture.sentence, room, (L, M, N, S, XS), picture.table, height=_FORFEIT - TOP)
    canvas.text(lost, LEFT, TOP + 7, band=(TOP, _FORFEIT - 1))
    forfeit = fit(picture.forfeit, room, (M, N, S, XS))
    canvas.text(forfeit, LEFT, _FORFEIT + 4, band=(_FORFEIT, BODY_END))
    keys(canvas, picture.ok, picture.other, picture.table)
