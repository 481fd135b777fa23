"""Drawing of a list, whose chosen row is always the middle one, and of an idle box."""

from companion.drawing.canvas import BOTTOM, LEFT, TOP, Canvas, Ink
from companion.drawing.cards import draw_card
from companion.drawing.fonts import XS, L, M, N, S
from companion.drawing.frame import figures, sentence_lines, sides, title, tops
from companion.drawing.glyphs import T22, glyph, ring
from companion.drawing.text import fit
from companion.message import Name
from companion.screens import model as shown

_BANDS = ((12, 27), (28, 45), (46, 61))
_TOPS = (14, 31, 47)
_PREFIX, _TEXT = 7, 36


def draw_list(canvas: Canvas, picture: shown.ListScreen) -> None:
    """Draw the chosen row inverted, one row above it and one below; the list wraps around."""
    title(canvas, picture.title, picture.whose)
    canvas.box(LEFT, _BANDS[1][0], canvas.right, _BANDS[1][1])
    left = _TEXT if any(entry.prefix for entry in picture.rows) else _PREFIX
    count = len(picture.rows)
    for place, (band, top) in enumerate(zip(_BANDS, _TOPS, strict=True), picture.chosen - 1):
        if count > 2 or 0 <= place < count:  # A list of one or two rows shows no row twice.
            ink: Ink = "dark" if place == picture.chosen else "light"
            inner = (band[0] + 1, band[1] - 1) if place == picture.chosen else band
            _entry(canvas, picture.rows[place % count], top + 11, inner, ink, left)


def _entry(
    canvas: Canvas, entry: shown.ListEntry, base: int, band: tuple[int, int], ink: Ink, left: int
) -> None:
    if entry.prefix:
        room = _TEXT - _PREFIX - 4
        canvas.write(entry.prefix, room, (M, N, S), _PREFIX, base - 11, ink=ink, band=band)
    text, value = (entry.text, (M, N, S, XS)), (entry.value, (M, N, S))
    sides(canvas, text, value, base, band, ends=(left, canvas.right - 4), ink=ink)


_RESTING_HEIGHT = 27


def draw_resting(canvas: Canvas, picture: shown.RestingScreen) -> None:
    """Draw the state of the game, small, in one of nine places."""
    if picture.total is None:
        shape = fit(picture.text, 80, (M, N, S)).mask
        canvas.shape(shape, *_corner(canvas, picture.place, shape.width, shape.height))
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
    """Return the top left corner of a `width` x `height` area in a `place`; 0 is the middle."""
    columns, rows = (1, 0, 2, 1, 0, 2, 1, 0, 2), (1, 0, 1, 2, 1, 0, 0, 2, 2)
    return (
        LEFT + columns[place] * (canvas.room - width) // 2,
        TOP + rows[place] * (BOTTOM - TOP + 1 - height) // 2,
    )


def draw_safe(canvas: Canvas, picture: shown.SafeToUnplugScreen) -> None:
    """Draw a plug, and the sentence saying that it may be pulled."""
    plug, gap = glyph("plug"), 12
    lines = sentence_lines(picture.sentence, min(canvas.room - plug.width - gap, 96), 45)
    left = canvas.middle - (plug.width + gap + max((text.end for text in lines), default=0)) // 2
    canvas.shape(plug, left, 25)
    for text, y in zip(lines, tops(lines, (9, 53)), strict=True):
        canvas.text(text, left + plug.width + gap, y)


def draw_boot(canvas: Canvas, picture: shown.BootScreen) -> None:
    """Draw three cards and the name."""
    for text, offset in (("98♠", -40), ("100♣", 16), ("99♥", -12)):
        middle = offset == -12
        x, y = canvas.middle + offset, 4 if middle else 8
        draw_card(canvas, text, x, y, 24, 32, faces=(S,), solid=middle)
    canvas.write(picture.name, 120, (M, N, S), canvas.middle, 47, "mt")
