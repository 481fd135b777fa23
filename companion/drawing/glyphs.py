"""Every shape that is not in a font: digits, suits, rings, chips, notes, marks.

They are in one picture, `fonts/glyphs.png`, one bit, made for this project; `fonts/glyphs.json` has
the box of each: left, top, width and height. All sizes are in pixels.
"""

from collections.abc import Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

import msgspec
from PIL import Image

_ATLAS = Path(__file__).parent / "fonts" / "glyphs.png"

SUITS = "♠♥♦♣"

_BOXES = msgspec.json.decode(
    _ATLAS.with_suffix(".json").read_bytes(), type=dict[str, tuple[int, int, int, int]]
)


class Figures(NamedTuple):
    """One height of the big digits, and the gap between two."""

    height: int
    gap: int


T56 = Figures(56, 5)
T40 = Figures(40, 4)
T28 = Figures(28, 4)
T22 = Figures(22, 3)


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
    return side_by_side(shapes, figures.gap, figures.height)


def side_by_side(shapes: Sequence[Image.Image], gap: int, height: int) -> Image.Image:
    """Return `shapes` with `gap` columns between two, in the middle of `height` rows."""
    width = sum(shape.width for shape in shapes) + gap * (len(shapes) - 1)
    picture = Image.new("1", (width, height))
    x = 0
    for shape in shapes:
        picture.paste(shape, (x, (height - shape.height) // 2))
        x += shape.width + gap
    return picture
