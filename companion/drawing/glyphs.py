"""Every shape that is not in a font: digits, suits, rings, chips, notes, marks.

They are in one picture, `fonts/glyphs.png`, one bit, made for this project; the boxes below give
their positions. All sizes are in pixels.
"""

from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

from PIL import Image

_ATLAS = Path(__file__).parent / "fonts" / "glyphs.png"

SUITS = "♠♥♦♣"

_BOXES: dict[str, tuple[int, int, int, int]] = {
    "ring-clockwise": (216, 164, 17, 15),
    "ring-counterclockwise": (236, 164, 17, 15),
    "wide-ring-clockwise": (256, 164, 31, 26),
    "wide-ring-counterclockwise": (290, 164, 31, 26),
    "dot-4": (216, 196, 4, 4),
    "hole-4": (224, 196, 4, 4),
    "dot-5": (232, 196, 5, 5),
    "hole-5": (241, 196, 5, 5),
    "dot-7": (250, 196, 7, 7),
    "hole-7": (261, 196, 7, 7),
    "note-0": (216, 208, 21, 13),
    "note-1": (241, 208, 21, 13),
    "note-2": (266, 208, 21, 13),
    "note-3": (291, 208, 21, 13),
    "note-4": (330, 208, 21, 13),
    "small-note-0": (300, 150, 13, 7),
    "small-note-1": (316, 150, 13, 7),
    "small-note-2": (332, 150, 13, 7),
    "small-note-3": (348, 150, 13, 7),
    "small-note-4": (364, 150, 13, 7),
    "penny": (316, 208, 7, 7),
    "stock": (272, 196, 8, 8),
    "missing": (284, 196, 9, 8),
    "left": (297, 196, 5, 9),
    "right": (306, 196, 5, 9),
    "marker": (316, 196, 4, 5),
    "arrow-8": (240, 138, 9, 8),
    "arrow-14": (254, 138, 12, 11),
    "cross": (324, 42, 13, 11),
    "crown": (324, 4, 25, 15),
    "small-crown": (356, 6, 7, 5),
    "plug": (324, 24, 24, 13),
    "socket": (352, 24, 21, 13),
    "warning": (342, 40, 17, 15),
    "star-9": (350, 186, 9, 9),
    "star-15": (330, 186, 15, 14),
}

for _size, _top, _lefts in (
    (7, 164, (120, 130, 140, 150)),
    (11, 173, (120, 134, 148, 162)),
    (13, 186, (120, 136, 154, 168)),
):
    for _suit, _left in zip(SUITS, _lefts, strict=True):
        _BOXES[f"{_suit}{_size}"] = (_left, _top, 9 if _suit == "♦" and _size > 7 else _size, _size)
_BOXES["♠20"] = (120, 201, 20, 20)
_BOXES["♥20"] = (143, 201, 20, 19)
_BOXES["♦20"] = (169, 202, 14, 18)
_BOXES["♣20"] = (189, 201, 20, 20)


class Figures(NamedTuple):
    """One height of the big digits: the widths of a digit, of 1, and the step between two."""

    height: int
    width: int
    one_width: int
    gap: int
    row: int
    minus: tuple[int, int, int, int]


T56 = Figures(56, 37, 18, 5, 2, (86, 187, 15, 10))
T40 = Figures(40, 28, 14, 4, 62, (308, 78, 12, 8))
T28 = Figures(28, 19, 10, 4, 106, (223, 117, 9, 6))
T22 = Figures(22, 15, 8, 3, 138, (175, 147, 7, 4))

for _figures in (T56, T40, T28, T22):
    _left = 2
    for _figure in "0123456789":
        _width = _figures.one_width if _figure == "1" else _figures.width
        _BOXES[f"{_figure}T{_figures.height}"] = (_left, _figures.row, _width, _figures.height)
        _left += _width + _figures.gap
    _BOXES[f"-T{_figures.height}"] = _figures.minus
_BOXES["8T56"] = (2, 164, 37, 56)
_BOXES["9T56"] = (44, 164, 37, 56)
_BOXES["+T22"] = (270, 138, 10, 10)


@lru_cache(maxsize=1)
def _atlas() -> Image.Image:
    with Image.open(_ATLAS) as picture:
        return picture.convert("1")


@cache
def glyph(name: str) -> Image.Image:
    """Return the shape called `name`, one bit, cut to its box.

    Raises:
        KeyError: there is no such shape.
    """
    x, y, width, height = _BOXES[name]
    return _atlas().crop((x, y, x + width, y + height))


def ring(*, clockwise: bool, wide: bool = False) -> str:
    """Return the name of the ring arrow whose head points in the direction of play."""
    return f"{'wide-' if wide else ''}ring-{'clockwise' if clockwise else 'counterclockwise'}"


def has_figures(text: str, figures: Figures) -> bool:
    """Return whether all of `text` can be written in the big digits `figures`."""
    return bool(text) and all(f"{letter}T{figures.height}" in _BOXES for letter in text)


@lru_cache(maxsize=256)
def number(text: str, figures: Figures) -> Image.Image:
    """Return a whole number (`-104`) in big digits, with the sign at half their height."""
    shapes = [glyph(f"{letter}T{figures.height}") for letter in text]
    width = sum(shape.width for shape in shapes) + figures.gap * (len(shapes) - 1)
    picture = Image.new("1", (width, figures.height))
    x = 0
    for shape in shapes:
        picture.paste(shape, (x, (figures.height - shape.height) // 2))
        x += shape.width + figures.gap
    return picture
