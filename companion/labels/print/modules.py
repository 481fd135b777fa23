"""Encodes text as the dark and light modules of a symbol, with zxing-cpp (the extra `labels`)."""

from functools import cache
from typing import Any, assert_never

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
