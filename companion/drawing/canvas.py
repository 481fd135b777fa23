"""The canvas: 64 rows, 128 or 256 columns, and operations that draw on it.

Two pixels on every side stay dark, for the shift against burn-in (docs/screens.md, the grid). A
wide canvas draws less important marks at half brightness; a narrow one is one bit.
"""

from collections.abc import Sequence
from math import cos, floor, pi, sin
from typing import Literal

from PIL import Image, ImageDraw

from companion.drawing.fonts import Typeface
from companion.drawing.glyphs import glyph
from companion.drawing.text import TextLine, fit
from companion.message import Words
from companion.outputs import SEATS
from companion.screens.lights import seat_places
from companion.screens.model import Seat

HEIGHT = 64
TOP, BOTTOM = 2, 61
LEFT = 2

Ink = Literal["light", "half", "dark"]
Anchor = Literal["lt", "lm", "ls", "mt", "mm", "ms", "rt", "rs"]
"""The point of a text that is placed, as in Pillow: left, middle or right, and the top, the middle
or the base line of its capitals.
"""

_VALUES = {"light": 255, "half": 128, "dark": 0}


class Canvas:
    """A dark picture of `width` x 64 pixels to draw on; x and y count from the top left, 0, 0.

    Names are shortened so that no two of `table` look the same. `turned` is for a display on the
    other side of the table.
    """

    def __init__(self, width: int, table: tuple[str, ...] = (), *, turned: bool = False) -> None:
        self.width, self.table, self.turned = width, table, turned
        self.image = Image.new("1" if width == 128 else "L", (width, HEIGHT))
        self._pencil = ImageDraw.Draw(self.image)

    @property
    def wide(self) -> bool:
        """Whether this is the 256x64 display."""
        return self.width > 128

    @property
    def right(self) -> int:
        """The last column that may be lit."""
        return self.width - 3

    @property
    def room(self) -> int:
        """The number of columns that may be lit."""
        return self.width - 4

    @property
    def middle(self) -> int:
        """The column in the middle."""
        return self.width // 2

    def value(self, ink: Ink) -> int:
        """Return the gray level of `ink` on this canvas, 0 to 255."""
        if ink == "half" and not self.wide:
            return 255
        return _VALUES[ink]

    def shape(self, picture: Image.Image | str, x: int, y: int, ink: Ink = "light") -> int:
        """Draw a one-bit picture, or a glyph by name, with its top left corner at x, y.

        Return the next column.
        """
        mask = glyph(picture) if isinstance(picture, str) else picture
        self.put(mask, x, y, ink)
        return x + mask.width

    def put(self, mask: Image.Image, x: int, y: int, ink: Ink) -> None:
        """Draw the lit pixels of `mask` with its corner at x, y."""
        self.image.paste(self.value(ink), (x, y), mask)

    def fit(self, words: Words, width: int, faces: Sequence[Typeface], height: int = 0) -> TextLine:
        """Return `words` in the first of `faces` that fits, with names as short as needed."""
        return fit(words, width, faces, self.table, height)

    def text(
        self,
        line: TextLine,
        x: int,
        y: int,
        anchor: Anchor = "lt",
        ink: Ink = "light",
        band: tuple[int, int] = (TOP, BOTTOM),
    ) -> None:
        """Write `line` with its `anchor` at x, y.

        At the left the anchor is the start of the pen, in the middle and at the right that of the
        ink. If accents or descenders would leave the rows of `band`, the line is moved inside; a
        line higher than the band loses its lowest rows.
        """
        if not line.width:
            return
        across, down = anchor
        left = {"l": x + line.x, "m": x - line.width // 2, "r": x - line.width + 1}[across]
        capital = line.face.capital
        y -= {"t": 0, "m": capital // 2, "s": capital}[down]
        first, last = band
        mask = line.mask.crop((0, 0, line.width, min(line.mask.height, last + 1 - first)))
        self.put(mask, max(LEFT, left), max(first, min(y + line.y, last + 1 - mask.height)), ink)

    def write(
        self,
        words: Words,
        room: int,
        faces: Sequence[Typeface],
        x: int,
        y: int,
        anchor: Anchor = "lt",
        ink: Ink = "light",
        *,
        band: tuple[int, int] = (TOP, BOTTOM),
    ) -> TextLine:
        """Write `words` with their `anchor` at x, y, in the first of `faces` that fits `room`
        columns and the rows of `band`; return the line.
        """
        line = self.fit(words, room, faces, band[1] - band[0] + 1)
        self.text(line, x, y, anchor, ink, band)
        return line

    def box(self, x0: int, y0: int, x1: int, y1: int, corner: int = 1, ink: Ink = "light") -> None:
        """Fill from x0, y0 to x1, y1 inclusive, with `corner` pixels cut off each corner."""
        for inset in range(corner):
            cut = corner - inset
            self._pencil.line((x0 + cut, y0 + inset, x1 - cut, y0 + inset), fill=self.value(ink))
            self._pencil.line((x0 + cut, y1 - inset, x1 - cut, y1 - inset), fill=self.value(ink))
        self._pencil.rectangle((x0, y0 + corner, x1, y1 - corner), fill=self.value(ink))

    def outline(self, x0: int, y0: int, x1: int, y1: int, corner: int = 1) -> None:
        """Draw the edge of the same shape as `box`."""
        self.box(x0, y0, x1, y1, corner)
        self.box(x0 + 1, y0 + 1, x1 - 1, y1 - 1, corner - 1, "dark")

    def circle(self, x: int, y: int, radius: int) -> None:
        """Draw a circle of one pixel around the pixel x, y."""
        self._pencil.ellipse(
            (x - radius, y - radius, x + radius, y + radius), outline=self.value("light")
        )


def draw_seats(
    canvas: Canvas, seats: Sequence[Seat], middle: tuple[float, float], radius: float
) -> None:
    """Draw one mark per seat: filled has the turn, a ring is in, a speck is out.

    Marks that would touch are smaller. On a turned canvas the nearest seat is at the bottom too.
    """
    spacing = 2 * pi * radius / max(1, len(seats))
    shapes = {"act": "dot-7", "in": "hole-5", "out": ""}
    if spacing < 8:
        shapes |= {"act": "dot-5", "in": "hole-4"}
    if spacing < 6:
        shapes |= {"act": "dot-4", "in": ""}
    for place, seat in zip(seat_places(len(seats)), seats, strict=True):
        angle = 2 * pi * place / SEATS + (pi if canvas.turned else 0.0)
        x, y = radius * sin(angle), -radius * cos(angle)
        shape = glyph(shapes[seat.mark]) if shapes[seat.mark] else None
        side = shape.width if shape else 2
        left = min(floor(middle[0] + x - side / 2 + 0.5), canvas.right + 1 - side)
        top = floor(middle[1] + y - side / 2 + 0.5)
        if shape:
            canvas.shape(shape, left, top)
        else:
            canvas.box(left, top, left + 1, top + 1, 0)
