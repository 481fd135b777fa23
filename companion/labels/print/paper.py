"""PDF pages that correct a printer's errors; lengths are millimeters from the upper left corner, y
downwards.

reportlab (the extra `labels`) writes the PDF. It contains only outlines and the standard fonts of
PDF readers, so symbols are as sharp as the printer allows. The same drawing gives the same bytes.
"""

from io import BytesIO

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
        middle_x, middle_y = self.width * mm / 2, self.height * mm / 2
        self._canvas.transform(
            scale,
            0,
            0,
            scale,
            middle_x * (1 - scale) + right * mm,
            middle_y * (1 - scale) - down * mm,
        )

    def finish(self) -> bytes:
        """Return the PDF."""
        self._canvas.save()
        return self._file.getvalue()

    def line(self, x1: float, y1: float, x2: float, y2: float, color: Color = BLACK) -> None:
        """Draw a hairline."""
        self._canvas.setLineWidth(HAIRLINE * mm)
        self._canvas.setStrokeColorRGB(*color)
        self._canvas.line(x1 * mm, self._up(y1), x2 * mm, self._up(y2))

    def outline(
        self, x: float, y: float, width: float, height: float, corner: float, color: Color
    ) -> None:
        """Draw the outline of a rectangle with round corners, as a hairline."""
        self._canvas.setLineWidth(HAIRLINE * mm)
        self._canvas.setStrokeColorRGB(*color)
        self._canvas.roundRect(x * mm, self._up(y + height), width * mm, height * mm, corner * mm)

    def fill(self, x: float, y: float, width: float, height: float, color: Color) -> None:
        """Draw a filled rectangle."""
        self._canvas.setFillColorRGB(*color)
        self._canvas.rect(x * mm, self._up(y + height), width * mm, height * mm, stroke=0, fill=1)

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
        self._canvas.setFont(BOLD if bold else FONT, cap / CAP_HEIGHT * mm)
        self._canvas.drawString(x * mm, self._up(base), words)

    def suit(self, suit: str, x: float, base: float, size: float, color: Color) -> None:
        """Draw a suit on a base line, in a square of `size`."""
        path = self._canvas.beginPath()
        trace(suit, path, x * mm, self._up(base), size * mm)
        self._canvas.setFillColorRGB(*color)
        self._canvas.drawPath(path, stroke=0, fill=1)

    def symbol(self, modules: Modules, x: float, y: float, module: float, height: float) -> None:
        """Draw a symbol with rows of `height`, as one path to avoid visible seams between the
        modules.
        """
        path = self._canvas.beginPath()
        for row, dark in enumerate(modules):
            for begin, end in _runs(dark):
                path.rect(
                    (x + begin * module) * mm,
                    self._up(y + (row + 1) * height),
                    (end - begin) * module * mm,
                    height * mm,
                )
        self._canvas.setFillGray(0)
        self._canvas.drawPath(path, stroke=0, fill=1)

    def _up(self, y: float) -> float:
        """Convert y to points from the bottom of the page, as PDF counts."""
        return (self.height - y) * mm


def text_width(words: str, cap: float, *, bold: bool = False) -> float:
    """Return the width of text in millimeters; `cap` is the height of capitals."""
    return float(stringWidth(words, BOLD if bold else FONT, cap / CAP_HEIGHT))


def _runs(dark: tuple[bool, ...]) -> list[tuple[int, int]]:
    edges = [
        place
        for place in range(len(dark) + 1)
        if (place < len(dark) and dark[place]) != (place > 0 and dark[place - 1])
    ]
    return list(zip(edges[::2], edges[1::2], strict=True))
