"""The table seen from above: seats on a circle, each in the direction of its light."""

from collections.abc import Sequence
from math import cos, floor, pi, sin
from typing import Literal

from companion.drawing.canvas import Canvas
from companion.drawing.glyphs import glyph
from companion.outputs import SEATS
from companion.screens.lights import seat_places

Mark = Literal["act", "in", "out"]


def draw_seats(
    canvas: Canvas,
    marks: Sequence[Mark],
    middle: tuple[float, float],
    radius: float,
    *,
    turned: bool = False,
) -> None:
    """One mark a seat: filled is to act, a ring is in, a speck is out;
    smaller where they would touch.

    `turned` is for a display on the other side of the table: half a turn round.
    """
    spacing = 2 * pi * radius / max(1, len(marks))
    shapes = {"act": "dot-7", "in": "hole-5", "out": ""}
    if spacing < 8:
        shapes = {"act": "dot-5", "in": "hole-4", "out": ""}
    if spacing < 6:
        shapes = {"act": "dot-4", "in": "", "out": ""}
    for place, mark in zip(seat_places(len(marks)), marks, strict=True):
        angle = 2 * pi * place / SEATS + (pi if turned else 0.0)
        x, y = radius * sin(angle), -radius * cos(angle)
        shape = glyph(shapes[mark]) if shapes[mark] else None
        side = shape.width if shape else 2
        left = min(floor(middle[0] + x - side / 2 + 0.5), canvas.right + 1 - side)
        top = floor(middle[1] + y - side / 2 + 0.5)
        if shape:
            canvas.shape(shape, left, top)
        else:
            canvas.box(left, top, left + 1, top + 1, 0)
