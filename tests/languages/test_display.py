"""All texts fit on the display in each language."""

import pytest

from companion.dialogs.context import Dialog
from companion.dialogs.notices import BackupOfferedDialog, BackupShownDialog, EntriesMissingDialog
from companion.drawing.notices import pages_of
from companion.languages import language_codes, load_language
from companion.message import phrase, using
from companion.screens.model import NoticeScreen
from companion.variants import load_variants
from companion.words.disk import LastGame
from tests.drawing.backup_gallery import KEPT, SCENE
from tests.drawing.whole import drawn_whole
from tests.words.dialogs import walked_pictures


@pytest.mark.slow("draws more than a thousand pictures at two widths")
@pytest.mark.parametrize("code", language_codes())
def test_no_text_is_truncated(code: str) -> None:
    """Long notices are split into pages, as on the box."""
    with using(load_language(code)):
        walked = dict.fromkeys(walked_pictures())
        pictures = [page for picture in walked for page in pages_of(picture)]
        assert len(pictures) > 1000
        for picture in pictures:
            for width in (128, 256):
                drawn_whole(picture, width)


@pytest.mark.parametrize("code", language_codes())
def test_headline_of_unsaved_cards_fits_next_to_the_page_number(code: str) -> None:
    with using(load_language(code)):
        pages = pages_of(
            NoticeScreen(phrase("Not saved"), "the disk takes nothing more " * 5, mark="cross")
        )
        assert len(pages) > 1
        for page in pages:
            drawn_whole(page, 128)


@pytest.mark.parametrize("missing", [99, 100, 141, 120_000])
@pytest.mark.parametrize("code", language_codes())
def test_notice_of_many_missing_entries_fits(code: str, missing: int) -> None:
    with using(load_language(code)):
        for is_last in (False, True):
            _is_drawn_whole(EntriesMissingDialog(missing, KEPT, is_last=is_last))


@pytest.mark.parametrize("code", language_codes())
def test_notice_of_an_old_backup_of_many_players_fits(code: str) -> None:
    title = load_variants().variants["ninety-nine-ten-minus"].title
    players = tuple(f"{name} Wolfgang" for name in ("Ann", "Bo", "Cy", "Di", "Eli", "Fay"))
    last = LastGame(title, players, 10_000)
    with using(load_language(code)):
        _is_drawn_whole(BackupOfferedDialog("2028-08-28", last))
        _is_drawn_whole(BackupShownDialog("2028-08-28", last))


def _is_drawn_whole(dialog: Dialog) -> None:
    for page in pages_of(dialog.picture(SCENE)):
        drawn_whole(page, 128)
