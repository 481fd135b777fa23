"""Drawing with a check that no text is cut."""

from functools import partial

import pytest
from PIL import Image

from companion.drawing import draw, text
from companion.drawing.fonts import Typeface
from companion.screens.model import Picture


class CutError(AssertionError):
    """A text that does not fit: `words`, and by how many pixels it is too wide for its place."""

    def __init__(self, words: str, pixels: int, display: int) -> None:
        self.words = words
        super().__init__(f"{words!r} is {pixels} pixels too wide on a display of {display}")


def drawn_whole(picture: Picture, width: int) -> Image.Image:
    """Return the drawn picture; raise CutError for a text that does not fit."""
    text.fitted.cache_clear()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(text, "cut", partial(_cut, width))
        return draw(picture, width)


def _cut(display: int, words: str, width: int, face: Typeface) -> None:
    raise CutError(words, text.line(words, face).width - width, display)
