"""The display has room for everything that it says in German."""

import pytest

from companion.drawing.notices import pages_of
from companion.languages import load_language
from companion.screens.model import Picture
from companion.text.language import using
from tests.drawing.whole import drawn_whole
from tests.text.dialogs import walked_pictures


@pytest.fixture(scope="module")
def pictures() -> tuple[Picture, ...]:
    """Return every picture of the walk through all dialogs, with long notices in pages as on the box."""
    with using(load_language("de")):
        walked = dict.fromkeys(walked_pictures())
        return tuple(page for picture in walked for page in pages_of(picture))


@pytest.mark.parametrize("width", [128, 256])
def test_no_german_text_is_cut(pictures: tuple[Picture, ...], width: int) -> None:
    assert len(pictures) > 1000
    with using(load_language("de")):
        for picture in pictures:
            drawn_whole(picture, width)
