"""Every kind of picture, according to the union, can be drawn at both widths and spoken."""

from typing import get_args

import pytest

from companion.drawing import draw
from companion.screens.model import DarkScreen, Picture
from companion.screens.spoken import spoken
from tests.drawing.example import Example
from tests.drawing.gallery import EVERYTHING

EXAMPLES = (
    *EVERYTHING,
    Example("dark", "Nothing lit", DarkScreen()),
    Example("wide-dark", "Nothing lit", DarkScreen(), 256),
)


@pytest.mark.parametrize("kind", get_args(Picture), ids=lambda kind: str(kind.__name__))
def test_every_kind_of_picture_is_drawn_at_both_widths_and_spoken(kind: type[Picture]) -> None:
    examples = [example for example in EXAMPLES if type(example.picture) is kind]
    assert {example.width for example in examples} == {128, 256}
    for example in examples:
        drawn = draw(example.picture, example.width)
        assert (drawn.getbbox() is None) == (kind is DarkScreen)
        assert spoken(example.picture)[-1] in ".?"
