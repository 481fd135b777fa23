"""The steps from a new box to the first hand in docs/howto/install.md, in text and picture."""

import pytest
from PIL import Image

from tests.deploy.first_hand import PICTURE, screens, sheet
from tests.docs.pages import page, tables


@pytest.mark.slow("plays a new box up to its first hand")
def test_table_has_the_text_of_the_display_at_each_step() -> None:
    text = page("howto/install.md")
    _, _, below = text.partition("## The first hand\n")
    told, *_ = tables(below)
    assert told == [(str(one.number), one.does, one.says) for one in screens()]


@pytest.mark.slow("plays a new box up to its first hand, if the other test has not")
def test_picture_shows_these_steps() -> None:
    with Image.open(PICTURE) as picture:
        assert picture.convert("RGB").tobytes() == sheet().convert("RGB").tobytes()
