"""All texts fit on the display in each language."""

import re

import pytest

from companion.core.commands import New, Play
from companion.dialogs.context import Dialog
from companion.dialogs.notices import BackupOfferedDialog, BackupShownDialog, EntriesMissingDialog
from companion.drawing.dialogs import pages_of
from companion.games.adding.rules import AddingRules
from companion.games.adding.screens import play_picture
from companion.games.adding.state import AddingState
from companion.games.history import GameHistory
from companion.languages import CATALOGUES, catalogue, language_codes, load_language
from companion.message import ENGLISH, phrase, using
from companion.screens.model import NoticeScreen
from companion.variants import load_variants
from companion.words.disk import LastGame
from companion.words.hidden import hidden
from tests.drawing.backup_gallery import KEPT, SCENE
from tests.drawing.whole import CutError, drawn_whole
from tests.words.dialogs import walked_pictures


def messages_of(words: str, code: str) -> list[str]:
    """Return the messages whose translation may have these words, as a translator finds them."""
    if code == ENGLISH.code:
        return [repr(words)]
    found: dict[str, int] = {}
    for message in catalogue.read(CATALOGUES / f"{code}.po"):
        forms = [message.string] if isinstance(message.string, str) else message.string
        for form in forms or () if message.id else ():
            text, fields = re.subn(r"\\{.*?\\}", ".*", re.escape(form))
            if form and re.fullmatch(text, words):
                found[f"msgid {message.id!r}"] = fields
    return [message for message, fields in found.items() if fields == min(found.values())]


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
                try:
                    drawn_whole(picture, width)
                except CutError as cut:
                    pytest.fail(f"{cut}: shorten {' or '.join(messages_of(cut.words, code))}")


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
        _is_drawn_whole(EntriesMissingDialog(missing, KEPT))


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


def test_text_that_is_cut_is_named_by_its_message_and_its_pixels() -> None:
    with using(load_language("de")), pytest.raises(CutError) as cut:
        drawn_whole(NoticeScreen("W" * 40, phrase("No game")), 128)
    assert "pixels too wide on a display of 128" in str(cut.value)
    assert messages_of("Keine Partie", "de") == ["msgid 'No game'"]


@pytest.mark.parametrize("code", language_codes())
def test_lines_beside_a_hidden_total_fit(code: str) -> None:
    game = GameHistory(load_variants().variants)
    game.obey(New(variant="ninety-nine", players=("Ann", "Bo"), dealer="Bo"))
    game.obey(Play(card="8H"))
    rules, state = game.rules, game.state
    assert isinstance(rules, AddingRules)
    assert isinstance(state, AddingState)
    with using(load_language(code)):
        for width in (128, 256):
            drawn_whole(play_picture(rules, hidden(state), missing=False), width)
