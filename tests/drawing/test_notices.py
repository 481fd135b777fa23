"""Pages of a notice: text that does not fit on the display is split, so that it can be read to the
end.
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.drawing.dialogs import pages_of
from companion.screens.model import KeyHint, NoticeScreen, PartFailedScreen
from tests.drawing.whole import drawn_whole
from tests.worded import worded

GO_ON = KeyHint("OK", "continue")
SIDES = [128, 256]

LONGEST = {
    "journal": NoticeScreen(
        "Journal",
        "3 commands of the last game cannot be read any more: it goes on after the command "
        "before them. "
        "All of it is kept as journal.db.damaged-20261231T235959.123456",
        keys=(GO_ON,),
    ),
    "house rules": NoticeScreen(
        "Not started",
        "A bust costs a chip, but nobody has chips: give each some, or let a bust put the "
        "player out",
        "cross",
    ),
    "reader": NoticeScreen(
        "Not scanned",
        "Second scanner: 104 cards not kept: pass the last card again if it does not show",
        "cross",
    ),
    "pack": NoticeScreen(
        "The deck",
        "Two decks; take out 2 jokers; take out only the red queens and the black sixes",
        keys=(KeyHint("OK", "start"), KeyHint("UNDO", "back")),
    ),
    "stopped": NoticeScreen(
        "Stopped",
        "The chips do not add up: 1016 of 1015, the pot and the players counted together",
        small="nothing is lost",
        keys=(KeyHint("UNDO", "last"), KeyHint("MORE", "menu")),
    ),
}


def notices(notice: NoticeScreen) -> list[NoticeScreen]:
    """Return the pages of a notice, each a notice itself."""
    return [page for page in pages_of(notice) if isinstance(page, NoticeScreen)]


@pytest.mark.parametrize("width", SIDES)
@pytest.mark.parametrize("notice", LONGEST.values(), ids=LONGEST)
def test_every_page_of_a_long_notice_fits(notice: NoticeScreen, width: int) -> None:
    for page in pages_of(notice):
        drawn_whole(page, width)


@pytest.mark.parametrize("notice", LONGEST.values(), ids=LONGEST)
def test_ok_turns_pages_and_the_last_page_has_the_keys_of_the_notice(
    notice: NoticeScreen,
) -> None:
    *before, last = notices(notice)
    assert before
    for page in before:
        assert worded(page.keys) == worded((KeyHint("OK", "next"),))
    assert worded(last.keys) == worded(notice.keys or (GO_ON,))


@given(
    st.lists(st.text("abgjÅ/-.:;♥W0", min_size=1, max_size=60), min_size=1, max_size=60).map(
        " ".join
    )
)
def test_pages_together_contain_the_whole_text(text: str) -> None:
    pages = notices(NoticeScreen("Journal", text, keys=(GO_ON,)))
    said = "".join(str(page.sentence) for page in pages)
    assert said.replace(" ", "") == text.replace(" ", "")
    for page in pages:
        drawn_whole(page, 128)


def test_notice_that_fits_is_its_own_page() -> None:
    refused = NoticeScreen("Not allowed", "95 + 8 = 103 is over 98", "cross")
    assert pages_of(refused) == (refused,)


@pytest.mark.parametrize("width", SIDES)
def test_longest_name_of_a_missing_part_fits(width: int) -> None:
    missing = "Second display not answering"
    drawn_whole(PartFailedScreen(missing, "no input left", "warning"), width)
