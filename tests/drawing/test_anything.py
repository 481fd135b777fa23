"""Properties of every picture, for all players and texts (docs/screens.md, the grid)."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops

from companion.drawing import draw
from companion.drawing.canvas import Canvas
from companion.screens.model import (
    KeyHint,
    OwnWifiScreen,
    Picture,
    PlayerRow,
    PlayerTableScreen,
    PlayScreen,
)
from tests.depth import FULL
from tests.drawing.anything import PICTURES
from tests.drawing.example import Example
from tests.drawing.gallery import EVERYTHING

WIDTHS = st.sampled_from([128, 256])


@given(PICTURES, WIDTHS, st.booleans())
@settings(max_examples=200 if FULL else 20)
def test_nothing_in_the_border_and_at_most_half_is_lit(
    picture: Picture, width: int, lights: bool
) -> None:
    """Owed plays next to a hundred or more light a little over half for a moment, four of them the
    most.
    """
    drawn = draw(picture, width, lights=lights)
    left, top, right, bottom = drawn.getbbox() or (2, 2, 2, 2)
    assert left >= 2
    assert top >= 2
    assert right <= width - 2
    assert bottom <= 62
    dark = drawn.convert("L").histogram()[0]
    owes_plays = isinstance(picture, PlayScreen) and picture.debt > 1
    assert dark >= width * 64 * (0.46 if owes_plays else 0.5)


@contextmanager
def everything_on_free_ground() -> Iterator[None]:
    """Require that light shapes and letters are drawn on dark pixels and dark ones on light:
    nothing overlaps.
    """
    put: Callable[..., None] = Canvas.put

    def watched(canvas: Canvas, mask: Image.Image, x: int, y: int, ink: str) -> None:
        taken = canvas.image.convert("L").point(lambda value: 255 if value else 0).convert("1")
        here = taken.crop((x, y, x + mask.width, y + mask.height))
        ground = ImageChops.invert(here) if ink == "dark" else here
        assert ImageChops.logical_and(ground, mask).getbbox() is None, (
            f"{ink} on taken ground at {x}, {y}"
        )
        put(canvas, mask, x, y, ink)

    with mock.patch.object(Canvas, "put", watched):
        yield


@pytest.mark.parametrize("example", EVERYTHING, ids=lambda example: str(example.name))
def test_nothing_overlaps_in_the_gallery(example: Example) -> None:
    with everything_on_free_ground():
        example.drawn()


@pytest.mark.parametrize("row", ["M", "MMή", "Ågy"])
def test_accent_in_the_keys_does_not_touch_the_last_row(row: str) -> None:
    for players in (5, 7, 10):
        rows = tuple(
            PlayerRow(f"{row}{seat}", text="5", marked=seat == 3) for seat in range(1, players + 1)
        )
        with everything_on_free_ground():
            draw(PlayerTableScreen("", "", rows, keys=(KeyHint("", "ÅÅÅÅÅÅÅÅÅÅÅÅ"),)))


@pytest.mark.parametrize("name", ["MMMMMMMÅ", "gÅgÅgÅgÅ", "MMMMMMMMMMMÅÅÅÅ"])
def test_accent_in_a_network_name_does_not_touch_the_row_above(name: str) -> None:
    with everything_on_free_ground():
        draw(OwnWifiScreen(name, ("10" * 14 + "1",) * 29, "abcdefhjkn"))


@given(PICTURES, WIDTHS, st.booleans())
def test_nothing_overlaps_in_any_picture(picture: Picture, width: int, lights: bool) -> None:
    with everything_on_free_ground():
        draw(picture, width, lights=lights)
