"""The display has room for everything that it says in each language."""

import pytest

from companion.drawing.notices import pages_of
from companion.languages import language_codes, load_language
from companion.screens.model import NoticeScreen
from companion.table.migrations import _not_written
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
def test_a_full_disk_is_said_in_whole_pages(code: str) -> None:
    """A headline has less room beside the number of a page."""
    with using(load_language(code)):
        pages = pages_of(NoticeScreen(_("Not saved"), _not_written("database or disk is full"), mark="cross"))
        assert len(pages) > 1
        for page in pages:
            drawn_whole(page, 128)
