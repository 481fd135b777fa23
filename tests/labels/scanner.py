"""A scanner in software: zxing-cpp, applied to a picture as it is, then smoothed, then sharpened.

A real scanner takes many pictures of one label. This one has a single picture and processes it in
several ways. The first look that finds a text gives the result.
"""

from typing import NamedTuple

import zxingcpp
from PIL import Image, ImageFilter

from companion.errors import LabelError
from companion.labels.codec import Label, read_label
from companion.labels.print.sheets import SymbolName

FORMATS: dict[SymbolName, zxingcpp.BarcodeFormat] = {
    "datamatrix": zxingcpp.BarcodeFormat.DataMatrix,
    "qr": zxingcpp.BarcodeFormat.QRCode,
    "code128": zxingcpp.BarcodeFormat.Code128,
}


EVERY_FORMAT = zxingcpp.BarcodeFormats(list(FORMATS.values()))


class Look(NamedTuple):
    """The processing of a picture before it is read.

    It consists of pixels of blur, pixels and percent of sharpening, and a new size.
    """

    smooth: float = 0.0
    sharpen: float = 0.0
    percent: int = 0
    size: float = 1.0


LOOKS = (
    Look(),
    Look(smooth=1.0),
    Look(smooth=1.3, sharpen=3.0, percent=300),
    Look(smooth=1.0, sharpen=3.0, percent=300, size=0.67),
    Look(smooth=1.2, sharpen=3.0, percent=1000, size=0.67),
    Look(smooth=1.2, sharpen=3.0, percent=1000, size=0.5),
    Look(smooth=1.6, sharpen=2.0, percent=1000, size=0.5),
)


class Seen(NamedTuple):
    """The result of a scan: the texts found, and the number of the look, from 1; 0 for none."""

    texts: frozenset[str]
    look: int


def scan(picture: Image.Image) -> Seen:
    """Return the texts on a picture, in any of the three symbols."""
    for number, look in enumerate(LOOKS, start=1):
        if texts := frozenset(found.text for found in found_on(_prepared(picture, look))):
            return Seen(texts, number)
    return Seen(frozenset(), 0)


def found_on(picture: Image.Image) -> list[zxingcpp.Barcode]:
    """Return every symbol that zxing-cpp finds on a picture at one look."""
    return zxingcpp.read_barcodes(picture, formats=EVERY_FORMAT)


def as_label(text: str) -> Label | None:
    """Return the label that the box reads from a text; None if it refuses the text."""
    try:
        return read_label(text)
    except LabelError:
        return None


def _prepared(picture: Image.Image, look: Look) -> Image.Image:
    if look.smooth:
        picture = picture.filter(ImageFilter.GaussianBlur(look.smooth))
    if look.percent:
        picture = picture.filter(ImageFilter.UnsharpMask(look.sharpen, look.percent, 0))
    if look.size != 1.0:
        size = (round(picture.width * look.size), round(picture.height * look.size))
        picture = picture.resize(size, Image.Resampling.LANCZOS)
    return picture
