"""Tests of the box's language and the letters on its cards: both are chosen in the menu and survive
a restart.
"""

from pathlib import Path

import pytest

from companion.box.language_choice import LanguageChoice
from companion.core.commands import New
from companion.dialogs.context import UseLanguage
from companion.dialogs.menu import LanguageDialog
from companion.dialogs.set_up import ChooseGameDialog, DealerDialog
from companion.inputs import PartLost
from companion.message import ENGLISH, language_in_use, using
from companion.outputs import Court
from companion.screens.model import ListScreen, PlayScreen, RankScreen, WelcomeScreen
from tests.box.test_phone_code import Porch
from tests.drivers.box import BoxDriver
from tests.worded import worded

GAME = New(variant="ninety-nine", players=("Ann", "Bo"))

GERMAN = {
    "Language": "Sprache",
    "Menu": "Menü",
    "Which game?": "Spiel?",
    "Dealer": "Geber",
    "House rules": "Hausregeln",
    "Seat {number}": "Platz {number}",
    "Safe to unplug": "Stecker darf raus",
    "Not allowed": "Geht nicht",
    "{sum} = {total} is over {target}": "{total} > {target}",
    "First leave the menu with {key}": "Erst das Menü verlassen: {key}",
}


@pytest.fixture
def catalogues(tmp_path: Path) -> Path:
    """Return a folder with a small German catalog."""
    folder = tmp_path / "catalogues"
    folder.mkdir()
    head = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n'
    messages = (f'\nmsgid "{english}"\nmsgstr "{german}"\n' for english, german in GERMAN.items())
    (folder / "de.po").write_text(head + "".join(messages), "utf-8")
    return folder


def choice(catalogues: Path, language: str = "", court: Court = "JQK") -> LanguageChoice:
    return LanguageChoice(language, court, catalogues.parent / "language.json", catalogues)


def at_a_game(catalogues: Path, language: str = "", court: Court = "JQK") -> BoxDriver:
    """Return a box with a game that starts with the languages in `catalogues` and the settings next
    to them.
    """
    game = None if (catalogues.parent / "journal").exists() else GAME
    return BoxDriver(catalogues.parent, game, language=choice(catalogues, language, court))


def restarted(rig: BoxDriver, catalogues: Path) -> BoxDriver:
    rig.table.close()
    return at_a_game(catalogues)


def values(rig: BoxDriver) -> dict[str, str]:
    return {rig.reads(row.text): rig.reads(row.value) for row in rig.listing.rows}


def test_configured_language_is_spoken(catalogues: Path) -> None:
    rig = at_a_game(catalogues, "de").hold("MORE")
    assert rig.reads(rig.listing.title) == "Menü"
    rig.show_card("8H")
    assert rig.reads(rig.notice.headline) != str(rig.notice.headline)
    rig.press("UNDO").hold("MORE").choose("Switch off").press("OK")
    assert rig.box.shutdown.is_done
    assert language_in_use() is ENGLISH


def test_language_chosen_at_the_menu_counts_at_once_and_after_a_restart(catalogues: Path) -> None:
    rig = at_a_game(catalogues).hold("MORE")
    assert values(rig)["Language"] == "English"
    rig.choose("Language")
    assert (rig.reads(rig.listing.title), rig.reads(rig.listing.whose)) == ("Language", "Sprache")
    assert [row.text for row in rig.listing.rows] == ["Deutsch", "English"]
    assert rig.listing.chosen == 1
    rig.choose("Deutsch")
    assert isinstance(rig.picture, PlayScreen)
    assert rig.reads(rig.hold("MORE").listing.title) == "Menü"
    assert values(rig)["Sprache"] == "Deutsch"
    again = restarted(rig, catalogues).hold("MORE")
    assert again.reads(again.listing.title) == "Menü"
    again.choose("Sprache").choose("English")
    english = restarted(again, catalogues).hold("MORE")
    assert english.reads(english.listing.title) == "Menu"


def test_undo_leaves_the_language_as_it_is(catalogues: Path) -> None:
    rig = at_a_game(catalogues).hold("MORE").choose("Language").press("LEFT", "UNDO")
    assert isinstance(rig.picture, PlayScreen)
    assert worded(rig.hold("MORE").listing.title) == "Menu"


def test_card_in_the_language_menu_is_refused(catalogues: Path) -> None:
    rig = at_a_game(catalogues).hold("MORE").choose("Language").show_card("8H")
    assert isinstance(rig.still_asks, LanguageDialog)
    assert rig.total == 0


def test_menu_has_no_language_row_with_a_single_language(tmp_path: Path) -> None:
    rig = BoxDriver(tmp_path, GAME).hold("MORE")
    assert "Language" not in values(rig)
    assert values(rig)["Cards"] == "J Q K"


def test_card_letters_cycle_and_are_stored(catalogues: Path) -> None:
    rig = at_a_game(catalogues).show_card("KH").hold("MORE").choose("Cards")
    assert values(rig)["Cards"] == "B D K"
    assert rig.reads(rig.press("OK").listing.title) == "Menu", "it stays open"
    assert values(rig)["Cards"] == "V D R"
    rig.press("UNDO")
    assert isinstance(rig.picture, PlayScreen)
    assert rig.reads(rig.picture.card) == "R♥"
    rig.press("UNDO", "OK", "RIGHT")
    assert isinstance(rig.picture, RankScreen)
    assert [*map(rig.reads, rig.picture.ranks[-3:])] == ["V", "D", "R"]
    again = restarted(rig.press("UNDO"), catalogues).show_card("QH")
    assert again.says
    assert isinstance(again.picture, PlayScreen)
    assert again.reads(again.picture.card) == "D♥"
    again.hold("MORE").choose("Cards")
    assert values(again)["Cards"] == "1 V D R"
    again.choose("Cards").choose("Cards").choose("Cards")
    assert values(again)["Cards"] == "J Q K"
    again.draw_everything_shown()


def test_files_and_labels_keep_their_letters(catalogues: Path) -> None:
    rig = at_a_game(catalogues, court="BDK").show_card("JH")
    assert isinstance(rig.picture, PlayScreen)
    assert rig.reads(rig.picture.card) == "B♥"
    assert '"JH' in rig.kept[-1].command
    rig.wait(5).show_card("JH").show_card("JH")
    assert '"JH' in str(rig.notes[-1].facts["command"])


@pytest.mark.parametrize("written", ["", "[]", '{"language": 3}', '{"language": "xx"}', "\0"])
def test_choice_that_cannot_be_used_is_ignored(
    catalogues: Path, written: str, caplog: pytest.LogCaptureFixture
) -> None:
    (catalogues.parent / "language.json").write_text(written)
    assert choice(catalogues, "de").in_use.code == "de"
    assert "language.json" in caplog.text


def test_choice_that_cannot_be_stored_counts_until_the_restart(
    catalogues: Path, caplog: pytest.LogCaptureFixture
) -> None:
    chosen = LanguageChoice(file=catalogues / "missing" / "language.json", catalogues=catalogues)
    with using(chosen.in_use):
        chosen.execute(UseLanguage("de"), None)
    assert chosen.in_use.code == "de"
    assert str(catalogues / "missing") in caplog.text


def test_new_box_asks_for_its_language_before_the_welcome(catalogues: Path) -> None:
    new = BoxDriver(catalogues.parent, language=choice(catalogues))
    assert isinstance(new.told[-1].question, LanguageDialog)
    new.box.admit_phones(Porch(new))
    assert isinstance(new.picture, ListScreen)
    new.choose("Deutsch")
    assert isinstance(new.picture, WelcomeScreen)
    assert new.reads(new.press("OK").listing.title) == "Spiel?"
    new.draw_everything_shown()
    new.table.close()
    again = BoxDriver(catalogues.parent, language=choice(catalogues))
    assert again.reads(again.listing.title) == "Spiel?"


def test_card_during_the_first_question_does_not_skip_the_welcome(catalogues: Path) -> None:
    new = BoxDriver(catalogues.parent, language=choice(catalogues))
    new.box.admit_phones(Porch(new))
    new.show_card("8H").wait(10)
    new.choose("Deutsch")
    assert isinstance(new.picture, WelcomeScreen)


def test_new_box_does_not_ask_for_a_language_that_is_configured(catalogues: Path) -> None:
    assert BoxDriver(catalogues.parent, language=choice(catalogues, "en")).asking(ChooseGameDialog)


def test_used_box_does_not_ask_for_its_language(catalogues: Path) -> None:
    assert isinstance(at_a_game(catalogues).picture, PlayScreen)


def test_seats_are_named_in_the_language_of_the_box(catalogues: Path) -> None:
    new = BoxDriver(catalogues.parent, language=choice(catalogues, "de"))
    new.press("OK", "OK").choose("Start")
    assert [player.name for player in new.state.players] == [
        "Platz 1",
        "Platz 2",
        "Platz 3",
        "Platz 4",
    ]


def test_rows_of_the_set_up_open_in_any_language(catalogues: Path) -> None:
    rig = BoxDriver(catalogues.parent, language=choice(catalogues, "de")).press("OK", "OK")
    assert rig.choose("Geber").asking(DealerDialog)
    rig.press("UNDO").choose("Hausregeln").press("UNDO").choose("Start")
    assert rig.to_act == "Platz 1"


def test_language_of_the_box_does_not_reach_its_phones(catalogues: Path) -> None:
    heard: list[str] = []
    rig = BoxDriver(
        catalogues.parent,
        GAME,
        publish=lambda _: heard.append(language_in_use().code),
        language=choice(catalogues, "de"),
    )
    rig.show_card("8H")
    rig.box.handle(PartLost("Lights", "no such pin"))
    assert rig.told[-1].scene.missing == ("Lights",)
    assert set(heard) == {"en"}
