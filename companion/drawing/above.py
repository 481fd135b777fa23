"""The table seen from above: seats on a circle, seat 1 nearest to the display, clockwise from there."""

from collections.abc import Sequence
from math import cos, floor, pi, sin
from typing import Literal

from companion.drawing.canvas import Canvas
from companion.drawing.glyphs import glyph

Mark = Literal["act", "in", "out"]

_CROWD = 18
"""From so many seats on they are drawn smaller."""


def place(seat: int, seats: int, radius: float, *, turned: bool = False) -> tuple[float, float]:
    """Where `seat` (0 is the first) sits, in pixels right of and below the middle of the table."""
    angle = 2 * pi * seat / seats + (pi if turned else 0.0)
    return -radius * sin(angle), radius * cos(angle)


def draw_seats(
    canvas: Canvas,
    marks: Sequence[Mark],
    middle: tuple[float, float],
    radius: float,
    *,
    turned: bool = False,
) -> None:
    """One mark a seat: filled is to act, a ring is in, a speck is out.

    `turned` is for a display on the other side of the table: half a turn round.
    """
    shapes = {"act": glyph("dot-7"), "in": glyph("hole-5"), "out": None}
    if len(marks) >= _CROWD:
        shapes = {"act": glyph("dot-5"), "in": glyph("hole-4"), "out": None}
    for seat, mark in enumerate(marks):
        x, y = place(seat, len(marks), radius, turned=turned)
        shape = shapes[mark]
        side = shape.width if shape else 2
        left = min(floor(middle[0] + x - side / 2 + 0.5), canvas.right + 1 - side)
        top = floor(middle[1] + y - side / 2 + 0.5)
        if shape:
            canvas.shape(shape, left, top)
        else:
            canvas.box(left, top, left + 1, top + 1, 0)
