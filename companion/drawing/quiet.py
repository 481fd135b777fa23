"""Pictures of a box at rest: nobody plays, safe to unplug, switching on, dark."""

from companion.drawing.canvas import BOTTOM, TOP, Canvas
from companion.drawing.cards import draw_card
from companion.drawing.fonts import L, M, N, S
from companion.drawing.frame import figures, sentence_lines
from companion.drawing.glyphs import T22, glyph, ring
from companion.drawing.text import fit
from companion.screens.pictures import Boot, Named, Resting, Safe

_RESTING_HEIGHT = 26


def draw_resting(canvas: Canvas, picture: Resting) -> None:
    """Where the game stands, small, in one of nine places."""
    if picture.total is None:
        shape = fit(picture.text, 80, (M, N, S)).mask
        x, y = _corner(canvas, picture.place, shape.width, shape.height)
        canvas.shape(shape, x, y)
        return
    total = figures(str(picture.total), 60, (T22,), (L, M, N))
    name = fit(Named(picture.name), 50, (S,))
    arrow = glyph(ring(clockwise=picture.clockwise))
    beside = max(name.width, arrow.width)
    x, y = _corner(canvas, picture.place, total.width + 6 + beside, _RESTING_HEIGHT)
    canvas.shape(total, x, y + 1)
    x += total.width + 6
    canvas.text(name, x - name.x, y + 1)
    canvas.shape(arrow, x, y + 11)


def _corner(canvas: Canvas, place: int, width: int, height: int) -> tuple[int, int]:
    """The top left of something `width` x `height` in the place of that number, 0 in the middle."""
    column, row = ((1, 1), (0, 0), (2, 1), (1, 2), (0, 1), (2, 0), (1, 0), (0, 2), (2, 2))[place % 9]
    return (
        TOP + column * (canvas.right - TOP + 1 - width) // 2,
        TOP + row * (BOTTOM - TOP + 1 - height) // 2,
    )


def draw_safe(canvas: Canvas, picture: Safe) -> None:
    """A plug, and that it may be pulled."""
    left = canvas.middle - 49
    canvas.shape("plug", left, 25)
    room = canvas.right - left - 32
    lines = sentence_lines(picture.sentence, min(room, 84), 44)
    pitch = lines[0].face.capital + 7
    y = 31 - (pitch * (len(lines) - 1) + lines[0].face.capital) // 2
    for one in lines:
        canvas.text(one, left + 36, y)
        y += pitch


def draw_boot(canvas: Canvas, picture: Boot) -> None:
    """Three cards and the name."""
    for text, offset, chosen in (("98♠", -40, False), ("100♣", 16, False), ("99♥", -12, True)):
        x = canvas.middle + offset
        if chosen:
            draw_card(canvas, text, x, 4, 24, 32, (S,))
        else:
            canvas.outline(x, 8, x + 23, 39, 2)
            rank, suit = text[:-1], glyph(f"{text[-1]}11")
            canvas.text(fit(rank, 22, (S,)), x + 12, 13, "middle")
            canvas.shape(suit, x + 12 - suit.width // 2, 25)
    name = fit(picture.name, 120, (M, N, S))
    canvas.text(name, canvas.middle, 47, "middle")
