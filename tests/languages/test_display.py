"""The display has room for everything that it says in each language."""

import pytest

from companion.drawing.notices import pages_of
from companion.languages import language_codes, load_language
from companion.screens.model import NoticeScreen
from companion.text.language import gettext as _
from companion.text.language import using
from tests.drawing.whole import drawn_whole
from tests.text.dialogs import walked_pictures


@pytest.mark.parametrize("code", language_codes())
def test_no_text_is_cut(code: str) -> None:
    """Long notices come in pages, as on the box."""
    with using(load_language(code)):
        walked = dict.fromkeys(walked_pictures())
        pictures = [page for picture in walked for page in pages_of(picture)]
        assert len(pictures) > 1000
        for picture in pictures:
            for width in (128, 256):
                drawn_whole(picture, width)


@pytest.mark.parametrize("code", language_codes())
def test_the_headline_of_what_is_not_saved_has_room_beside_the_number_of_a_page(code: str) -> None:
    with using(load_language(code)):
        pages = pages_of(NoticeScreen(_("Not saved"), "the disk takes nothing more " * 5, mark="cross"))
        assert len(pages) > 1
        for page in pages:
            drawn_whole(page, 128)
