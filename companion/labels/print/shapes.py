"""The shapes on a label: the modules of a symbol, and the four suits as outlines.

zxing-cpp (the extra `labels`) encodes the symbols. The standard PDF fonts lack the suits; their
outlines have a unit square, y upwards.
"""

from collections.abc import Mapping
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


Step = tuple[float, ...]
"""A point to start at or draw a line to (two numbers), or a Bézier curve to the last of three
points (six).
"""

_HEART: tuple[Step, ...] = (
    (0.5, 0.0),
    (0.42, 0.15, 0.02, 0.42, 0.02, 0.7),
    (0.02, 0.88, 0.14, 0.98, 0.27, 0.98),
    (0.38, 0.98, 0.47, 0.91, 0.5, 0.8),
    (0.53, 0.91, 0.62, 0.98, 0.73, 0.98),
    (0.86, 0.98, 0.98, 0.88, 0.98, 0.7),
    (0.98, 0.42, 0.58, 0.15, 0.5, 0.0),
)
_DIAMOND: tuple[Step, ...] = (
    (0.5, 0.0),
    (0.42, 0.16, 0.26, 0.36, 0.12, 0.5),
    (0.26, 0.64, 0.42, 0.84, 0.5, 1.0),
    (0.58, 0.84, 0.74, 0.64, 0.88, 0.5),
    (0.74, 0.36, 0.58, 0.16, 0.5, 0.0),
)
_SPADE: tuple[Step, ...] = (
    (0.5, 1.0),
    (0.42, 0.86, 0.03, 0.66, 0.03, 0.4),
    (0.03, 0.25, 0.14, 0.16, 0.26, 0.16),
    (0.35, 0.16, 0.43, 0.2, 0.47, 0.29),
    (0.46, 0.15, 0.4, 0.05, 0.3, 0.0),
    (0.7, 0.0),
    (0.6, 0.05, 0.54, 0.15, 0.53, 0.29),
    (0.57, 0.2, 0.65, 0.16, 0.74, 0.16),
    (0.86, 0.16, 0.97, 0.25, 0.97, 0.4),
    (0.97, 0.66, 0.58, 0.86, 0.5, 1.0),
)
_CLUB: tuple[Step, ...] = (
    (0.47, 0.36),
    (0.46, 0.18, 0.4, 0.06, 0.3, 0.0),
    (0.7, 0.0),
    (0.6, 0.06, 0.54, 0.18, 0.53, 0.36),
    (0.57, 0.24, 0.65, 0.17, 0.75, 0.17),
    (0.88, 0.17, 0.98, 0.27, 0.98, 0.4),
    (0.98, 0.53, 0.88, 0.63, 0.75, 0.63),
    (0.71, 0.63, 0.68, 0.62, 0.65, 0.61),
    (0.7, 0.65, 0.73, 0.71, 0.73, 0.77),
    (0.73, 0.9, 0.63, 1.0, 0.5, 1.0),
    (0.37, 1.0, 0.27, 0.9, 0.27, 0.77),
    (0.27, 0.71, 0.3, 0.65, 0.35, 0.61),
    (0.32, 0.62, 0.29, 0.63, 0.25, 0.63),
    (0.12, 0.63, 0.02, 0.53, 0.02, 0.4),
    (0.02, 0.27, 0.12, 0.17, 0.25, 0.17),
    (0.35, 0.17, 0.43, 0.24, 0.47, 0.36),
)

OUTLINES: Mapping[str, tuple[Step, ...]] = {"C": _CLUB, "D": _DIAMOND, "H": _HEART, "S": _SPADE}

RED = frozenset("DH")


def trace(suit: str, path: PDFPathObject, x: float, y: float, size: float) -> None:
    """Add the outline of a suit to `path`, in a square of `size` with its lower left corner at x,
    y.
    """
    begin, *steps = OUTLINES[suit]
    path.moveTo(x + begin[0] * size, y + begin[1] * size)
    for step in steps:
        points = [(x if place % 2 == 0 else y) + value * size for place, value in enumerate(step)]
        (path.lineTo if len(points) == 2 else path.curveTo)(*points)
    path.close()
