"""PDF pages that correct a printer's errors; lengths are millimeters from the upper left corner, y
downwards.

reportlab (the extra `labels`) writes the PDF. It contains only outlines and the standard fonts of
PDF readers, so symbols are as sharp as the printer allows. The same drawing gives the same bytes.
"""

from collections.abc import Iterator
from io import BytesIO
from itertools import groupby

from reportlab.lib.units import mm
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

from companion.labels.print.shapes import Modules, trace
from companion.labels.print.sheets import Correction

FONT = "Helvetica"
BOLD = "Helvetica-Bold"
CAP_HEIGHT = 0.718
"""Height of capital letters of both fonts relative to the font size (Adobe Font Metrics of
Helvetica).
"""

Color = tuple[float, float, float]
BLACK: Color = (0.0, 0.0, 0.0)
RED: Color = (0.8, 0.0, 0.08)
GREY: Color = (0.6, 0.6, 0.6)
WHITE: Color = (1.0, 1.0, 1.0)

HAIRLINE = 0.1
"""Width of a hairline in millimeters."""


class Paper:
    """Pages of one size; call `begin_page` before each."""

    def __init__(self, size: tuple[float, float], correction: Correction, title: str) -> None:
        self.width, self.height = size
        self._correction = correction
        self._file = BytesIO()
        self._canvas = Canvas(self._file, pagesize=(self.width * mm, self.height * mm), invariant=1)
        self._canvas.setTitle(title)
        self._canvas.setCreator("Table companion")
        # PDF viewers must not shrink the page to the printable area.
        self._canvas.setViewerPreference("PrintScaling", "None")
        self._pages = 0

    def begin_page(self) -> None:
        """Start a new page."""
        if self._pages:
            self._canvas.showPage()
        self._pages += 1
        right, down, scale = self._correction
        middle_x, middle_y = self.width / 2, self.height / 2
        self._canvas.scale(mm, mm)
        self._canvas.translate(middle_x * (1 - scale) + right, middle_y * (1 - scale) - down)
        self._canvas.scale(scale, scale)
        self._canvas.setLineWidth(HAIRLINE)

    def finish(self) -> bytes:
        """Return the PDF."""
        self._canvas.save()
        return self._file.getvalue()

    def line(self, x1: float, y1: float, x2: float, y2: float, color: Color = BLACK) -> None:
        """Draw a hairline."""
        self._canvas.setStrokeColorRGB(*color)
        self._canvas.line(x1, self._up(y1), x2, self._up(y2))

    def outline(
        self, x: float, y: float, width: float, height: float, corner: float, color: Color
    ) -> None:
        """Draw the outline of a rectangle with round corners, as a hairline."""
        self._canvas.setStrokeColorRGB(*color)
        self._canvas.roundRect(x, self._up(y + height), width, height, corner)

    def fill(self, x: float, y: float, width: float, height: float, color: Color) -> None:
        """Draw a filled rectangle."""
        self._canvas.setFillColorRGB(*color)
        self._canvas.rect(x, self._up(y + height), width, height, stroke=0, fill=1)

    def text(
        self,
        x: float,
        base: float,
        words: str,
        cap: float,
        *,
        bold: bool = False,
        color: Color = BLACK,
    ) -> None:
        """Write text on a base line; `cap` is the height of capitals."""
        self._canvas.setFillColorRGB(*color)
        self._canvas.setFont(BOLD if bold else FONT, cap / CAP_HEIGHT)
        self._canvas.drawString(x, self._up(base), words)

    def suit(self, suit: str, x: float, base: float, size: float, color: Color) -> None:
        """Draw a suit on a base line, in a square of `size`."""
        path = self._canvas.beginPath()
        trace(suit, path, x, self._up(base), size)
        self._canvas.setFillColorRGB(*color)
        self._canvas.drawPath(path, stroke=0, fill=1)

    def symbol(self, modules: Modules, x: float, y: float, module: float, height: float) -> None:
        """Draw a symbol with rows of `height`, as one path to avoid visible seams between the
        modules.
        """
        path = self._canvas.beginPath()
        for row, dark in enumerate(modules):
            for begin, end in _runs(dark):
                low = self._up(y + (row + 1) * height)
                path.rect(x + begin * module, low, (end - begin) * module, height)
        self._canvas.setFillGray(0)
        self._canvas.drawPath(path, stroke=0, fill=1)

    def _up(self, y: float) -> float:
        """Return `y` from the bottom of the page, as PDF counts."""
        return self.height - y


def text_width(words: str, cap: float, *, bold: bool = False) -> float:
    """Return the width of text in millimeters; `cap` is the height of capitals."""
    return float(stringWidth(words, BOLD if bold else FONT, cap / CAP_HEIGHT))


def _runs(dark: tuple[bool, ...]) -> Iterator[tuple[int, int]]:
    """Yield where each run of dark modules begins and ends."""
    for is_dark, run in groupby(range(len(dark)), dark.__getitem__):
        places = list(run)
        if is_dark:
            yield places[0], places[-1] + 1
