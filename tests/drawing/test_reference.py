"""Every picture of the gallery equals its reference, pixel for pixel.

For an intended change: `python -m tests.drawing.regenerate`, look at docs/screens.png, commit both.
"""

from pathlib import Path

import pytest
from PIL import Image

from companion.drawing import draw
from companion.screens.model import BootScreen
from tests.drawing.example import Example
from tests.drawing.gallery import EVERYTHING, GUIDANCE

REFERENCE = Path(__file__).parent / "reference"


@pytest.mark.parametrize("example", EVERYTHING, ids=lambda example: str(example.name))
def test_picture_equals_its_reference(example: Example) -> None:
    drawn = example.drawn()
    with Image.open(REFERENCE / f"{example.name}.png") as reference:
        assert (drawn.mode, drawn.size) == (reference.mode, reference.size)
        assert drawn.tobytes() == reference.tobytes()


def test_every_reference_has_its_picture() -> None:
    names = [example.name for example in EVERYTHING]
    assert sorted(names) == sorted(set(names))
    assert {path.stem for path in REFERENCE.glob("*.png")} == set(names)


def test_drawing_is_deterministic() -> None:
    for example in GUIDANCE:
        first = draw(example.picture, example.width)
        assert first.tobytes() == draw(example.picture, example.width).tobytes()


@pytest.mark.parametrize("width", [0, 64, 129, 512])
def test_other_widths_are_refused(width: int) -> None:
    with pytest.raises(ValueError, match=f"not {width}"):
        draw(BootScreen(), width)
