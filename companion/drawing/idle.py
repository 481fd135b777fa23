"""Draws the pictures of a box at rest: nobody plays, safe to unplug, starting, dark."""

from companion.drawing.canvas import BOTTOM, LEFT, TOP, Canvas
from companion.drawing.cards import draw_card
from companion.drawing.fonts import L, M, N, S
from companion.drawing.frame import figures
from companion.drawing.glyphs import T22, glyph, ring
from companion.drawing.sentences import sentence_lines, tops
from companion.drawing.text import fit
from companion.message import Name
from companion.screens.model import BootScreen, RestingScreen, SafeToUnplugScreen

_RESTING_HEIGHT = 27


def draw_resting(canvas: Canvas, picture: RestingScreen) -> None:
    """Draw the state of the game, small, in one of nine places."""
    if picture.total is None:
        shape = fit(picture.text, 80, (M, N, S)).mask
        x, y = _corner(canvas, picture.place, shape.width, shape.height)
        canvas.shape(shape, x, y)
        return
    total = figures(str(picture.total), 60, (T22,), (L, M, N))
    name = fit(Name(picture.name), 50, (S,), height=12)
    arrow = glyph(ring(clockwise=picture.clockwise))
    beside = max(name.width, arrow.width)
    x, y = _corner(canvas, picture.place, total.width + 6 + beside, _RESTING_HEIGHT)
    canvas.shape(total, x, y + 2)
    x += total.width + 6
    canvas.text(name, x - name.x, y + 2, band=(y, y + 11))
    canvas.shape(arrow, x, y + 12)


def _corner(canvas: Canvas, place: int, width: int, height: int) -> tuple[int, int]:
    """Return the top left corner of something `width` x `height` in place number `place`;
    0 is the middle.
    """
    column, row = ((1, 1), (0, 0), (2, 1), (1, 2), (0, 1), (2, 0), (1, 0), (0, 2), (2, 2))[
        place % 9
    ]
    return (
        TOP + column * (canvas.right - TOP + 1 - width) // 2,
        TOP + row * (BOTTOM - TOP + 1 - height) // 2,
    )


def draw_safe(canvas: Canvas, picture: SafeToUnplugScreen) -> None:
    """Draw a plug, and the sentence that it may be pulled."""
    plug, gap = glyph("plug"), 12
    room = canvas.right - LEFT + 1 - plug.width - gap
    lines = sentence_lines(picture.sentence, min(room, 96), 45)
    left = canvas.middle - (plug.width + gap + max((text.end for text in lines), default=0)) // 2
    canvas.shape(plug, left, 25)
    for text, y in zip(lines, tops(lines, (9, 53)), strict=True):
        canvas.text(text, left + plug.width + gap, y)


def draw_boot(canvas: Canvas, picture: BootScreen) -> None:
    """Draw three cards and the name."""
    for text, offset in (("98♠", -40), ("100♣", 16), ("99♥", -12)):
        middle = offset == -12
        x, y = canvas.middle + offset, 4 if middle else 8
        draw_card(canvas, text, x, y, 24, 32, faces=(S,), solid=middle)
    name = fit(picture.name, 120, (M, N, S))
    canvas.text(name, canvas.middle, 47, "middle")
