"""The shapes on a label: the modules of a symbol, and the four suits as outlines.

zxing-cpp (the extra `labels`) encodes the symbols. The standard PDF fonts lack the suits; their
outlines have a unit square, y upwards.
"""

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, assert_never

from reportlab.pdfgen.pathobject import PDFPathObject
from zxingcpp import BarcodeFormat, create_barcode

from companion.labels.print.symbols import SymbolName

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


OUTLINES: Mapping[str, str] = {
    "C": """
        M 0.47 0.36 C 0.46 0.18 0.4 0.06 0.3 0.0 L 0.7 0.0 C 0.6 0.06 0.54 0.18 0.53 0.36
        C 0.57 0.24 0.65 0.17 0.75 0.17 C 0.88 0.17 0.98 0.27 0.98 0.4
        C 0.98 0.53 0.88 0.63 0.75 0.63 C 0.71 0.63 0.68 0.62 0.65 0.61
        C 0.7 0.65 0.73 0.71 0.73 0.77 C 0.73 0.9 0.63 1.0 0.5 1.0
        C 0.37 1.0 0.27 0.9 0.27 0.77 C 0.27 0.71 0.3 0.65 0.35 0.61
        C 0.32 0.62 0.29 0.63 0.25 0.63 C 0.12 0.63 0.02 0.53 0.02 0.4
        C 0.02 0.27 0.12 0.17 0.25 0.17 C 0.35 0.17 0.43 0.24 0.47 0.36
    """,
    "D": """
        M 0.5 0.0 C 0.42 0.16 0.26 0.36 0.12 0.5 C 0.26 0.64 0.42 0.84 0.5 1.0
        C 0.58 0.84 0.74 0.64 0.88 0.5 C 0.74 0.36 0.58 0.16 0.5 0.0
    """,
    "H": """
        M 0.5 0.0 C 0.42 0.15 0.02 0.42 0.02 0.7 C 0.02 0.88 0.14 0.98 0.27 0.98
        C 0.38 0.98 0.47 0.91 0.5 0.8 C 0.53 0.91 0.62 0.98 0.73 0.98
        C 0.86 0.98 0.98 0.88 0.98 0.7 C 0.98 0.42 0.58 0.15 0.5 0.0
    """,
    "S": """
        M 0.5 1.0 C 0.42 0.86 0.03 0.66 0.03 0.4 C 0.03 0.25 0.14 0.16 0.26 0.16
        C 0.35 0.16 0.43 0.2 0.47 0.29 C 0.46 0.15 0.4 0.05 0.3 0.0 L 0.7 0.0
        C 0.6 0.05 0.54 0.15 0.53 0.29 C 0.57 0.2 0.65 0.16 0.74 0.16
        C 0.86 0.16 0.97 0.25 0.97 0.4 C 0.97 0.66 0.58 0.86 0.5 1.0
    """,
}
"""The outline of each suit as the path of an SVG: M begins at a point, L is a line, C is a Bézier
curve to the last of three points.
"""

RED = frozenset("DH")


def trace(suit: str, path: PDFPathObject, x: float, y: float, size: float) -> None:
    """Add the outline of a suit to `path`, in a square of `size` with its lower left corner at x,
    y.
    """
    draw: dict[str, Callable[..., object]]
    draw = {"M": path.moveTo, "L": path.lineTo, "C": path.curveTo}
    for command, values in re.findall(r"([MLC])([^MLC]+)", OUTLINES[suit]):
        numbers = enumerate(map(float, values.split()))
        draw[command](*((y if place % 2 else x) + value * size for place, value in numbers))
    path.close()
