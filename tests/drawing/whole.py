"""Drawing with a check that no text is cut."""

from functools import partial

import pytest
from PIL import Image

from companion.drawing import draw, text
from companion.screens.model import Picture


def drawn_whole(picture: Picture, width: int) -> Image.Image:
    """Return the drawn picture. An AssertionError quotes a text that does not fit."""
    text.fitted.cache_clear()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(text, "cut", partial(_cut, width))
        return draw(picture, width)


def _cut(width: int, words: str, *_: object) -> None:
    raise AssertionError(f"cut on {width} pixels: {words!r}")
