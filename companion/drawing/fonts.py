"""The fonts: Adobe Helvetica in eight sizes, and Terminus bold for names beyond Helvetica.

Both are bitmap fonts, of X.Org and of Terminus Font, bundled with their notices in `fonts/`. They
are opened on first use, drawn at exactly their size and placed by the top of the capital H.
"""

import gzip
import struct
import unicodedata
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFont

_FOLDER = Path(__file__).parent / "fonts"

_ENCODINGS = 1 << 5  # the table of a PCF file that maps letters to glyphs
_NO_GLYPH = 0xFFFF
_BIG_ENDIAN = 1 << 2


class Typeface(NamedTuple):
    """A font at its one size, in pixels.

    `capital` is the height of a capital H; `suit` and `arrow` the size of the shapes next to it;
    `terminus` the size of Terminus, which replaces it for characters it lacks.
    """

    file: str
    size: int
    capital: int
    suit: int
    arrow: int
    terminus: int


XL = Typeface("helvB24-100dpi", 34, 25, 20, 14, 20)
H18 = Typeface("helvB18-100dpi", 25, 19, 20, 14, 20)
L = Typeface("helvB14-100dpi", 20, 14, 13, 14, 20)
M = Typeface("helvB10-100dpi", 14, 11, 11, 8, 14)
N = Typeface("helvB12-75dpi", 12, 9, 11, 8, 12)
S = Typeface("helvB08-100dpi", 11, 8, 7, 8, 12)
R = Typeface("helvR08-100dpi", 11, 8, 7, 8, 12)
XS = Typeface("helvB08-75dpi", 8, 6, 7, 8, 12)


@cache
def _font(file: str, size: int) -> ImageFont.FreeTypeFont:
    path = str(_FOLDER / f"{file}.pcf.gz")  # Pillow 9, in Debian 12, accepts no Path
    return ImageFont.truetype(path, size, layout_engine=ImageFont.Layout.BASIC)


@cache
def _letters(file: str) -> frozenset[int]:
    """Return the code points of a font file, from its encodings table (the PCF format of X11)."""
    data = gzip.decompress((_FOLDER / f"{file}.pcf.gz").read_bytes())
    (tables,) = struct.unpack_from("<I", data, 4)
    for table in range(tables):
        kind, form, _, start = struct.unpack_from("<4I", data, 8 + 16 * table)
        if kind == _ENCODINGS:
            break
    order = ">" if form & _BIG_ENDIAN else "<"
    low, high, first, last, _ = struct.unpack_from(f"{order}5h", data, start + 4)
    columns = high - low + 1
    glyphs = struct.unpack_from(f"{order}{columns * (last - first + 1)}H", data, start + 14)
    return frozenset(
        (first + place // columns << 8) + low + place % columns
        for place, glyph in enumerate(glyphs)
        if glyph != _NO_GLYPH
    )


def clusters(text: str) -> list[str]:
    """Split `text` into grapheme clusters: each letter with its accents."""
    pieces: list[str] = []
    for letter in unicodedata.normalize("NFC", text):
        joins = unicodedata.combining(letter) or unicodedata.category(letter) in (
            "Mn",
            "Me",
            "Mc",
            "Cf",
        )
        if pieces and (joins or pieces[-1].endswith("\u200d")):
            pieces[-1] += letter
        else:
            pieces.append(letter)
    return pieces


@lru_cache(maxsize=1024)
def spelling(text: str) -> tuple[str, bool]:
    """Return `text` as it can be written, and whether Terminus has to write it.

    Helvetica writes it if it has every character; otherwise Terminus writes the whole text, with
    `?` for a character that neither has.
    """
    pieces = clusters(text.replace("\N{NARROW NO-BREAK SPACE}", " "))
    helvetica, terminus = _letters(L.file), _letters("ter-u20b")
    if all(len(piece) == 1 and ord(piece) in helvetica for piece in pieces):
        return "".join(pieces), False
    drawable = [piece if len(piece) == 1 and ord(piece) in terminus else "?" for piece in pieces]
    written = "".join(drawable)
    return written, not all(ord(letter) in helvetica for letter in written)


class Ink(NamedTuple):
    """A run of letters: its lit pixels, and their position relative to the pen.

    The pen starts at the left, at the top of a capital H; accents begin above it (`y` < 0).
    `advance` is the distance that the pen moves.
    """

    mask: Image.Image
    x: int
    y: int
    advance: int


_PEN = (12, 40)  # leaves room on the sheet for every accent and overhang


@lru_cache(maxsize=512)
def letters(text: str, face: Typeface) -> Ink:
    """Draw plain letters in `face`, also on its baseline for Terminus; return the ink."""
    text, substituted = spelling(text)
    terminus = f"ter-u{face.terminus}b"
    font = _font(terminus, face.terminus) if substituted else _font(face.file, face.size)
    advance = round(font.getlength(text))
    sheet = Image.new("1", (advance + 2 * _PEN[0], 60))
    pencil = ImageDraw.Draw(sheet)
    pencil.fontmode = "1"
    pencil.text(_PEN, text, fill=1, font=font, anchor="ls")
    box = sheet.getbbox()
    if box is None:
        return Ink(Image.new("1", (0, 0)), 0, 0, advance)
    return Ink(sheet.crop(box), box[0] - _PEN[0], box[1] - _PEN[1] + face.capital, advance)
