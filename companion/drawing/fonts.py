"""The fonts: Adobe Helvetica in eight sizes, and Terminus bold for names beyond Helvetica.

Both are bitmap fonts, of X.Org and of Terminus Font, bundled with their notices in `fonts/`. They
are opened on first use, drawn at exactly their size and placed by the top of the capital H.
"""

import unicodedata
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFont

_FOLDER = Path(__file__).parent / "fonts"

_NO_LETTER = "\uffff"
_TERMINUS = "ter-u20b", 20


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
def _has(letter: str, file: str, size: int) -> bool:
    """Return whether a font draws `letter` unlike a code point that no font has."""
    font = _font(file, size)
    return bytes(font.getmask(letter)) != bytes(font.getmask(_NO_LETTER))


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
    if not all(len(piece) == 1 and _has(piece, L.file, L.size) for piece in pieces):
        pieces = [p if len(p) == 1 and _has(p, *_TERMINUS) else "?" for p in pieces]
    written = "".join(pieces)
    return written, not all(_has(letter, L.file, L.size) for letter in written)


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
