"""Drawing with the promise that no text is cut."""

from unittest import mock

from PIL import Image

from companion.drawing import draw
from companion.drawing.text import fit
from companion.screens.model import Picture


def drawn_whole(picture: Picture, width: int) -> Image.Image:
    """The picture, drawn; an AssertionError quotes a text that has no room."""
    fit.cache_clear()
    with mock.patch("companion.drawing.text._cut", side_effect=lambda text, *_: _cut(text, width)):
        return draw(picture, width)


def _cut(text: str, width: int) -> None:
    raise AssertionError(f"cut on {width} pixels: {text!r}")
