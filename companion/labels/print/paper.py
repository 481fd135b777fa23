"""PDF pages that correct a printer's errors; lengths are millimeters from the upper left corner, y
downwards.

reportlab (the extra `labels`) writes the PDF, zxing-cpp encodes the symbols. The PDF contains only
outlines and the standard fonts of PDF readers, so symbols are as sharp as the printer allows. The
same drawing gives the same bytes.
"""

from functools import cache
from io import BytesIO
from itertools import groupby
from typing import Any, assert_never

from reportlab.lib.units import mm
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas
from zxingcpp import BarcodeFormat, create_barcode

from companion.labels.print.sheets import Order, SymbolName
from companion.message import phrase, render

FONT = "Helvetica"
BOLD = "Helvetica-Bold"
SUITS = "ZapfDingbats"
"""The standard font with the four suits, which are as high as the capitals of the others."""

CAP_HEIGHT = 0.718
"""Height of capital letters of both fonts relative to the font size (Adobe Font Metrics of
Helvetica).
"""

Color = tuple[float, float, float]
BLACK: Color = (0.0, 0.0, 0.0)
RED: Color = (0.8, 0.0, 0.08)
GREY: Color = (0.6, 0.6, 0.6)

HAIRLINE = 0.1
"""Width of a hairline in millimeters."""


class Paper(Canvas):
    """The pages of an order; call `begin_page` before and `showPage` after drawing each."""

    def __init__(self, order: Order) -> None:
        self.width, self.height = order.sheet.paper_size
        self._correction = order.correction
        size = (self.width * mm, self.height * mm)
        self.file = BytesIO()
        super().__init__(self.file, pagesize=size, bottomup=0, invariant=1)
        self.setTitle(render(phrase("Card labels, {sheet}", sheet=order.sheet_name)))
        self.setCreator("Table companion")
        # PDF viewers must not shrink the page to the printable area.
        self.setViewerPreference("PrintScaling", "None")

    def begin_page(self) -> None:
        """Start a new page."""
        right, down, scale = self._correction
        self.scale(mm, mm)
        self.translate(self.width / 2 * (1 - scale) + right, self.height / 2 * (1 - scale) + down)
        self.scale(scale, scale)
        self.setLineWidth(HAIRLINE)

    def text(self, x: float, base: float, words: str, cap: float, font: str = FONT) -> float:
        """Write text on a base line; `cap` is the height of capitals. Return its right end."""
        self.setFont(font, cap / CAP_HEIGHT)
        self.drawString(x, base, words)
        return x + text_width(words, cap, font)

    def symbol(
        self, name: SymbolName, text: str, x: float, y: float, module: float, height: float
    ) -> None:
        """Draw a symbol with rows of `height`, as one path to avoid visible seams between the
        modules.
        """
        path = self.beginPath()
        for row, dark in enumerate(modules(name, text)):
            for is_dark, run in groupby(range(len(dark)), dark.__getitem__):
                places = list(run)
                if is_dark:
                    left, top = x + places[0] * module, y + row * height
                    path.rect(left, top, len(places) * module, height)
        self.setFillColorRGB(*BLACK)
        self.drawPath(path, stroke=0, fill=1)


def text_width(words: str, cap: float, font: str = FONT) -> float:
    """Return the width of text in millimeters; `cap` is the height of capitals."""
    return float(stringWidth(words, font, cap / CAP_HEIGHT))


Modules = tuple[tuple[bool, ...], ...]
"""Rows from top to bottom, True for a dark module; bars have a single row."""


@cache
def modules(name: SymbolName, text: str) -> Modules:
    """Return the modules of the symbol for `text`, without its quiet zone."""
    match name:
        case "datamatrix":
            # Version 2 is 12 by 12. Some texts fit into 10 by 10, but with less error correction.
            barcode = create_barcode(text, BarcodeFormat.DataMatrix, version=2)
        case "qr":
            barcode = create_barcode(text, BarcodeFormat.QRCode, ec_level="H")
        case "code128":
            barcode = create_barcode(text, BarcodeFormat.Code128)
        case _:
            assert_never(name)
    drawn: Any = barcode.to_image(scale=1, add_quiet_zones=False)
    pixels: Any = memoryview(drawn).tolist()
    rows = tuple(tuple(pixel == 0 for pixel in row) for row in pixels)
    return rows[:1] if name == "code128" else rows
