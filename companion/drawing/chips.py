"""Chips of a player in a line: dots, the corners of a banknote, or pennies."""

from typing import NamedTuple

from companion.drawing.canvas import Canvas, Ink
from companion.drawing.fonts import Face
from companion.drawing.glyphs import glyph
from companion.drawing.text import Line, line
from companion.screens.pictures import Chips

MOST_PLACES = 5
"""Up to so many places are drawn one by one; more are one chip and a number."""

_CORNERS = 4


class Row(NamedTuple):
    """Chips ready to be drawn: glyphs side by side, perhaps a number behind them."""

    shapes: tuple[str, ...]
    step: int
    number: Line | None

    @property
    def width(self) -> int:
        """All of it, in pixels."""
        last = glyph(self.shapes[-1]).width
        return self.step * (len(self.shapes) - 1) + last + (2 + self.number.end if self.number else 0)

    @property
    def height(self) -> int:
        """Of the chips, in pixels."""
        return max(glyph(shape).height for shape in self.shapes)


def row(chips: Chips, size: int, face: Face) -> Row:
    """`chips` with dots `size` pixels wide (4, 5 or 7), numbers in `face`.

    A place for every chip dealt at the start; somebody may hold more than that.
    """
    places = max(chips.held, chips.dealt)
    if chips.look == "corners" and places <= _CORNERS:
        return Row((f"note-{places - chips.held}",), 0, None)
    held, lost = {
        "dots": (f"dot-{size}", f"hole-{size}"),
        "pennies": ("penny", "hole-7"),
        "corners": ("note-0", "note-4"),
    }[chips.look]
    step = glyph(held).width + 1
    if places > MOST_PLACES or chips.look == "corners":
        return Row((held if chips.held else lost,), step, line(str(chips.held), face))
    return Row((held,) * chips.held + (lost,) * (places - chips.held), step, None)


def put(canvas: Canvas, chips: Row, x: int, middle: int, ink: Ink = "light") -> None:
    """Draws `chips` from column `x`, their middle on row `middle`."""
    for place, name in enumerate(chips.shapes):
        shape = glyph(name)
        canvas.shape(shape, x + place * chips.step, middle - (shape.height - 1) // 2, ink)
    if chips.number:
        at = x + glyph(chips.shapes[-1]).width + 2
        canvas.text(chips.number, at, middle - (chips.number.face.capital - 1) // 2, ink=ink)
