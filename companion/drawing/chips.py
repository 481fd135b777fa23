"""Draws a player's chips in a line: dots, the corners of a banknote, or pennies."""

from typing import NamedTuple

from companion.drawing.canvas import Canvas, Ink
from companion.drawing.fonts import Typeface
from companion.drawing.glyphs import glyph
from companion.drawing.text import TextLine, line
from companion.screens.model import Chips

_PLACES = 5  # the most chips drawn one by one; more are one chip and a number
_ROOM = {4: 25, 5: 40, 7: 40}  # pixels for all places, by the size of a dot
_CORNERS = 4


class ChipRow(NamedTuple):
    """Chips ready to draw: glyphs side by side, optionally with a number behind them."""

    shapes: tuple[str, ...]
    step: int
    number: TextLine | None

    @property
    def width(self) -> int:
        last = glyph(self.shapes[-1]).width
        return (
            self.step * (len(self.shapes) - 1) + last + (2 + self.number.end if self.number else 0)
        )

    @property
    def height(self) -> int:
        return max(glyph(shape).height for shape in self.shapes)


def row(chips: Chips, size: int, face: Typeface, *, counted: bool = False) -> ChipRow:
    """Return `chips` with dots `size` pixels wide (4, 5 or 7),
    the number in `face` when `counted` or many.

    There is a place for every chip dealt at the start, and more if the player holds more. With dots
    of 4 px all shapes are at most 7 px high, for the rows of a table.
    """
    places = max(chips.held, chips.dealt)
    note = "small-note" if size == 4 else "note"
    if chips.look == "corners" and places <= _CORNERS and not counted:
        return ChipRow((f"{note}-{places - chips.held}",), 0, None)
    held, lost = {
        "dots": (f"dot-{size}", f"hole-{size}"),
        "pennies": ("penny", "hole-7"),
        "corners": (f"{note}-0", f"{note}-4"),
    }[chips.look]
    step = glyph(held).width + 1
    if counted or chips.look == "corners" or places > _PLACES or places * step > _ROOM[size]:
        return ChipRow((held if chips.held else lost,), step, line(str(chips.held), face))
    return ChipRow((held,) * chips.held + (lost,) * (places - chips.held), step, None)


def put(canvas: Canvas, chips: ChipRow, x: int, middle: int, ink: Ink = "light") -> None:
    """Draw `chips` from column `x`, with their middle on row `middle`."""
    for place, name in enumerate(chips.shapes):
        shape = glyph(name)
        canvas.shape(shape, x + place * chips.step, middle - (shape.height - 1) // 2, ink)
    if chips.number:
        at = x + glyph(chips.shapes[-1]).width + 2
        canvas.text(chips.number, at, middle - (chips.number.face.capital - 1) // 2, ink=ink)
