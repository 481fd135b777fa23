"""When the journal cannot be saved, the box offers the copy that holds more."""

import sqlite3
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from companion.box.copies import SecondCopy
from companion.box.requests import Rejected
from companion.errors import UnansweredError
from companion.inputs import PartBack, PartLost
from companion.rules.commands import New, Play, Undo
from companion.screens.model import ConfirmScreen, ListScreen, NoticeScreen, PartFailedScreen, PlayScreen
from companion.table.copies import copies_in, keep_up
from companion.table.copy_offer import offer_for
from companion.table.journal import Journal
from companion.text.named import plain
from tests.drivers.box import BoxDriver, HandClock
from tests.drivers.game import GameDriver
from tests.table.golden import FOLDER
from tests.table.tables import play, table_in
from tests.table.test_golden import made

GAME = New(variant="ninety-nine", players=("Ann", "Bo", "Cy"), dealer="Cy")


class Evening:
    """A box that was played at and copied, and whose journal somebody may ruin."""

    def __init__(self, folder: Path, rigs: list[BoxDriver]) -> None:
        self.folder, self.copies, self.journal = folder, folder / "copies", folder / "journal.db"
        self.finished: list[str] = []
        self._rigs = rigs
        game = GameDriver(folder)
        game.obey(GAME)
        game.play("8H 7H")
        keep_up(self.journal, self.copies)
        game.table.close()

    def switch_on(self) -> BoxDriver:
        self._rigs.append(BoxDriver(self.folder, copy=self._copy))
        return self._rigs[-1]

    def _copy(self, journal: Journal) -> SecondCopy:
        finish = partial(self.finished.append, "finished")
        offer = offer_for(journal, [self.copies])
        return SecondCopy(offer, HandClock().time, finish)


@pytest.fixture
def evening(tmp_path: Path, rigs: list[BoxDriver]) -> Evening:
    return Evening(tmp_path, rigs)


@pytest.fixture
def ruined(evening: Evening) -> Evening:
    evening.journal.write_bytes(b"no database" * 200)
    return evening


def asked(rig: BoxDriver) -> tuple[str, str, str]:
    picture = rig.picture
    assert isinstance(picture, ConfirmScreen)
    return plain(picture.title), plain(picture.question), plain(picture.line)


def test_a_ruined_journal_offers_the_copy(ruined: Evening) -> None:
    rig = ruined.switch_on()
    title, question, line = asked(rig)
    assert (title, question) == ("The disk cannot be read", "Use the copy?")
    assert line.endswith(", in hand 1")


def test_the_copy_takes_over_and_the_game_goes_on(ruined: Evening) -> None:
    rig = ruined.switch_on().press("OK")
    assert isinstance(rig.picture, PlayScreen)
    assert (rig.total, rig.to_act) == (15, "Cy")
    assert rig.show_card("2D").total == 17
    assert rig.table.journal.sequence == 4


def test_entries_that_the_copy_lacks_are_missing(evening: Evening) -> None:
    table = table_in(evening.folder)
    play(table, "2D", "2H")
    table.close()
    evening.journal.write_bytes(bytes(4096))
    rig = evening.switch_on().press("OK")
    assert (rig.notice.headline, rig.notice.page) == ("2 entries missing", "1/2")
    assert "All is kept up to 15, Cy to play" in rig.says
    assert "or put them in" in rig.press("OK").says
    assert rig.press("OK").total == 15
    again = evening.switch_on()
    assert again.notice.headline == "2 entries missing", "and it is said until somebody plays on"
    again.press("OK", "OK").show_card("2D")
    assert isinstance(evening.switch_on().picture, PlayScreen)


def test_before_the_first_play_nothing_is_put_in(evening: Evening) -> None:
    table = table_in(evening.folder)
    table.take_back(2)
    table.journal.checkpoint()
    evening.journal.with_suffix(".accepted").write_text("9")
    table.close()
    rig = evening.switch_on().press("OK")
    assert "Enter them again, or play on" in rig.says
    assert rig.notice.other is None


def test_the_copy_is_shown_before_it_takes_over(ruined: Evening) -> None:
    rig = ruined.switch_on().press("MORE")
    assert "Ninety-nine: 15, Cy to play. 1 game" in rig.says
    assert asked(rig.press("UNDO"))[1] == "Use the copy?"
    assert rig.press("MORE", "OK").total == 15


def test_without_the_copy_a_new_journal_begins(ruined: Evening) -> None:
    rig = ruined.switch_on().press("UNDO")
    page = rig.notice
    assert (page.headline, page.page) == ("Journal damaged", "1/2")
    assert asked(rig.press("OK", "MORE"))[1] == "Use the copy?"
    assert rig.press("UNDO", "OK").notice.page == "2/2"
    assert rig.press("LEFT").notice.page == "1/2"
    assert isinstance(rig.press("OK", "OK").picture, ListScreen)
    assert rig.table.state is None
    assert len(copies_in(ruined.copies)) == 1, "the copy is kept"


def test_a_card_is_refused_until_it_is_known_which_game_goes_on(ruined: Evening) -> None:
    rig = ruined.switch_on().show_card("8H")
    assert rig.table.state is None
    assert "use the copy, yes or no" in rig.says
    assert asked(rig.wait(5))[1] == "Use the copy?"


def test_a_phone_waits_until_it_is_known_which_game_goes_on(ruined: Evening) -> None:
    rig = ruined.switch_on()
    for _question in ("the copy?", "a new one, or the copy?"):
        for command in (GAME, Play(card="2D"), Undo()):
            answer = rig.rule(command)
            assert isinstance(answer, Rejected)
            assert isinstance(answer.error, UnansweredError)
            assert str(answer.error) == "First answer the box: use the copy or not"
        assert rig.table.journal.sequence == 0
        rig.press("UNDO")
    assert rig.press("OK").total == 15


def test_what_the_copy_lacks_of_earlier_games_is_said(evening: Evening) -> None:
    table = table_in(evening.folder)
    play(table, "2D")
    table.obey(GAME)
    play(table, "3H", "6H")
    keep_up(evening.journal, evening.copies)
    table.close()
    text = copies_in(evening.copies)[-1].since
    lines = text.read_bytes().splitlines(keepends=True)
    text.write_bytes(b"".join(lines[1:]))
    evening.journal.write_bytes(b"no database" * 200)
    rig = evening.switch_on().press("OK")
    assert "this game is whole. 1 entry of earlier games is lost" in rig.says
    assert rig.press("OK", "OK").total == 9


def test_a_copy_of_older_rules_says_which_entries_do_not_count(tmp_path: Path, rigs: list[BoxDriver]) -> None:
    copies = tmp_path / "copies"
    copies.mkdir()
    made(FOLDER / "journal-3-again.sql", copies / "evening-1.db")
    rigs.append(
        BoxDriver(
            tmp_path,
            copy=lambda journal: SecondCopy(offer_for(journal, [copies]), HandClock().time, lambda: None),
        )
    )
    assert "A rule was mended, and the last" in rigs[0].press("OK").says


def test_a_journal_of_which_entries_are_lost_goes_on_without_the_copy(evening: Evening) -> None:
    table = table_in(evening.folder)
    table.take_back()
    table.journal.checkpoint()
    shorter = evening.journal.read_bytes()
    play(table, "9H")
    keep_up(evening.journal, evening.copies)
    table.close()
    evening.journal.write_bytes(shorter)
    rig = evening.switch_on()
    assert asked(rig)[0] == "1 entry missing"
    rig.press("UNDO")
    assert (rig.notice.headline, rig.notice.page) == ("1 entry missing", "1/2")
    assert isinstance(rig.press("OK", "OK").picture, PlayScreen)
    assert rig.total == 8
    assert evening.switch_on().notice.headline == "1 entry missing", "and it does not ask again"


def test_what_was_accepted_since_the_copy_is_taken_from_the_damaged_journal(evening: Evening) -> None:
    table = table_in(evening.folder)
    play(table, "2D", "2H")
    table.close()
    with closing(sqlite3.connect(evening.journal)) as database, database:
        database.execute("DROP TRIGGER commands_update")
        database.execute("UPDATE commands SET digest = x'00' WHERE sequence = 2")
    rig = evening.switch_on()
    assert rig.table.journal.sequence == 1
    rig.press("OK")
    assert (rig.total, rig.table.journal.sequence) == (19, 5)


def test_a_new_box_with_the_stick_of_another_offers_its_copy(evening: Evening) -> None:
    for file in evening.folder.glob("journal.*"):
        file.unlink()
    rig = evening.switch_on()
    assert asked(rig)[0] == "The journal is new"
    assert isinstance(rig.press("UNDO").picture, ListScreen)


def test_a_copy_that_can_no_longer_be_read_changes_nothing(ruined: Evening) -> None:
    rig = ruined.switch_on()
    for file in ruined.copies.iterdir():
        file.unlink()
    rig.press("OK")
    assert rig.notice.headline == "Not saved"
    assert asked(rig.press("OK"))[1] == "Use the copy?"
    assert rig.table.journal.sequence == 0


def test_switching_off_finishes_the_copy_before_it_is_safe_to_unplug(evening: Evening) -> None:
    rig = evening.switch_on()
    rig.screen.watching = lambda: evening.finished.append(type(rig.screen.frames[-1].picture).__name__)
    rig.hold("MORE").choose("Switch off").press("OK")
    assert evening.finished[-2:] == ["finished", "SafeToUnplugScreen"]


def test_a_copy_that_cannot_be_written_is_said_once_like_any_part(evening: Evening) -> None:
    rig = evening.switch_on()
    rig.box.handle(PartLost("Second copy", "/media/stick: No space left on device"))
    failed = rig.picture
    assert isinstance(failed, PartFailedScreen)
    assert (plain(failed.sentence), failed.instead) == ("No second copy", "play goes on")
    rig.wait(5).box.handle(PartLost("Second copy", "/media/stick: No space left on device"))
    assert isinstance(rig.picture, PlayScreen)
    rig.box.handle(PartBack("Second copy"))
    assert "Second copy is back" in rig.says
    assert rig.wait(5).show_card("2D").total == 17


def test_the_display_says_how_far_a_long_task_is(ruined: Evening) -> None:
    rig = ruined.switch_on()
    rig.box.show_progress(200, 1200)
    shown = rig.frame.picture
    assert isinstance(shown, NoticeScreen)
    assert shown.sentence == "200 of 1200. Leave the plug in"
    assert isinstance(rig.press("OK").picture, PlayScreen)
