"""The self-test in the menu: each part is tried, and a part that fails comes with advice."""

from pathlib import Path

import pytest

from companion.box.language_choice import LanguageChoice
from companion.box.requests import Accepted, SelfTestRequest, SelfTestStep, TableResponse
from companion.box.state import Settings
from companion.core.commands import New
from companion.dialogs.menu import LanguageDialog, MenuDialog
from companion.dialogs.self_test import AdviceDialog, OfferSelfTestDialog, TestedDialog
from companion.dialogs.set_up import ChooseGameDialog
from companion.inputs import KEYS, PartBack, PartLost
from companion.languages import CATALOGUES
from companion.outputs import Lights
from companion.screens.lights import LIGHT_COUNT, light_alone
from companion.screens.model import PlayScreen
from tests.box.test_phone_code import Porch
from tests.drivers.box import BoxDriver

PARTS = ("Display", "Lights", "Buttons", "Sounder", "Reader")


def box(folder: Path, *parts: str, language: LanguageChoice | None = None) -> BoxDriver:
    settings = Settings(parts=parts or PARTS)
    return BoxDriver(folder, settings=settings, language=language)


def begun(folder: Path, *parts: str) -> BoxDriver:
    """Return a box whose self-test has been chosen in the menu."""
    rig = box(folder, *parts).hold("MORE")
    return rig.choose("Self-test")


def outcome(rig: BoxDriver) -> dict[str, bool]:
    return dict(rig.told[-1].scene.tested)


def test_every_part_is_tried_in_turn(tmp_path: Path) -> None:
    rig = begun(tmp_path)
    rig.press("OK")  # the display
    rig.press("OK")  # the lights
    rig.press(*(key for key in KEYS if key != "MORE"), "MORE")
    rig.press("OK")  # the buzzer
    rig.show_card("8H")
    assert rig.asking(TestedDialog)
    assert outcome(rig) == dict.fromkeys(PARTS, True)
    assert rig.table.state is None  # the card was not played
    rig.draw_everything_shown()
    rig.press("OK")
    assert rig.asking(ChooseGameDialog)


def test_each_light_can_be_seen_alone(tmp_path: Path) -> None:
    rig = begun(tmp_path, "Lights")
    seen = []
    for _ in range(LIGHT_COUNT):
        seen.append(rig.ring.shown[-1])
        rig.press("RIGHT")
    assert seen == [light_alone(place) for place in range(LIGHT_COUNT)]
    rig.press("UNDO")
    assert rig.ring.shown[-1] == Lights()
    assert outcome(rig) == {"Lights": False}


def test_buzzer_is_heard_even_if_the_sound_is_off(tmp_path: Path) -> None:
    rig = box(tmp_path, "Sounder").hold("MORE").choose("Sound")
    rig.press("UNDO").hold("MORE").choose("Self-test")
    before = len(rig.buzzer.played)
    rig.press("RIGHT")
    assert len(rig.buzzer.played) == before + 1
    rig.press("OK")
    assert outcome(rig) == {"Sounder": True}


def test_button_that_does_nothing_is_skipped_by_ok_twice(tmp_path: Path) -> None:
    rig = begun(tmp_path, "Buttons")
    rig.press("LEFT", "RIGHT", "OK")
    assert outcome(rig) == {}
    rig.press("OK")
    assert outcome(rig) == {"Buttons": False}


def test_part_that_failed_comes_with_advice(tmp_path: Path) -> None:
    rig = begun(tmp_path, "Display", "Reader")
    rig.press("OK", "UNDO").press("RIGHT", "OK")
    advised = rig.asking(AdviceDialog)
    rig.press("OK")  # its second page
    assert rig.asking(AdviceDialog) == advised
    rig.draw_everything_shown()
    rig.press("OK")
    assert rig.asking(TestedDialog)
    rig.press("UNDO")
    assert outcome(rig) == {"Display": True, "Reader": False}


@pytest.mark.parametrize("lost", ["Lights", "Pins"])
def test_lost_part_is_not_asked_about(tmp_path: Path, lost: str) -> None:
    rig = box(tmp_path, "Lights")
    rig.box.handle(PartLost(lost, "why"))
    rig.press("OK").hold("MORE").choose("Self-test")
    assert "plug" in rig.says
    rig.press("OK")
    assert outcome(rig) == {"Lights": False}
    rig.box.handle(PartBack(lost))


def test_network_is_tried_where_phones_may_come(tmp_path: Path) -> None:
    rig = box(tmp_path, "Display")
    porch = Porch(rig)
    rig.box.admit_phones(porch)
    rig.press("OK").hold("MORE").choose("Self-test").press("OK")
    assert "192.168.178.23:8098" in rig.says
    rig.press("OK")
    assert outcome(rig) == {"Display": True, "Network": True}


def test_card_is_not_played_during_the_test(tmp_path: Path) -> None:
    rig = begun(tmp_path, "Display", "Reader")
    rig.show_card("8H")
    assert "self-test" in rig.says
    assert "Upright" in rig.wait(10).says


def test_holding_more_leaves_the_test(tmp_path: Path) -> None:
    rig = begun(tmp_path, "Display", "Reader").hold("MORE")
    assert rig.asking(MenuDialog)


def test_new_box_offers_the_test_after_its_language(tmp_path: Path) -> None:
    language = LanguageChoice("", "JQK", tmp_path / "language.json", CATALOGUES)
    rig = box(tmp_path, language=language)
    assert rig.asking(LanguageDialog)
    rig.press("OK")
    assert rig.asking(OfferSelfTestDialog)
    rig.press("UNDO")
    assert rig.asking(ChooseGameDialog)
    rig.press("OK")


def test_box_that_has_played_does_not_offer_the_test(tmp_path: Path) -> None:
    language = LanguageChoice("", "JQK", tmp_path / "language.json", CATALOGUES)
    game = New(variant="ninety-nine", players=("Ann", "Bo"))
    settings = Settings(parts=PARTS)
    rig = BoxDriver(tmp_path, game, settings, language=language)
    rig.hold("MORE").choose("Language").press("OK")
    assert isinstance(rig.picture, PlayScreen)


def test_simulated_box_does_not_offer_the_test(tmp_path: Path) -> None:
    language = LanguageChoice("", "JQK", tmp_path / "language.json", CATALOGUES)
    settings = Settings(parts=PARTS, offers_test=False)
    assert (
        BoxDriver(tmp_path, settings=settings, language=language)
        .press("OK")
        .asking(ChooseGameDialog)
    )


def test_box_without_parts_does_not_offer_the_test(tmp_path: Path) -> None:
    language = LanguageChoice("", "JQK", tmp_path / "language.json", CATALOGUES)
    rig = BoxDriver(tmp_path, settings=Settings(), language=language)
    assert rig.press("OK").asking(ChooseGameDialog)


def stepped(rig: BoxDriver, *steps: SelfTestStep) -> list[TableResponse]:
    """Return the box's answers to a phone's steps."""
    answers: list[TableResponse] = []
    for step in steps:
        rig.box.answer(SelfTestRequest(step, answers.append))
    return answers


def test_phone_begins_the_test_and_answers_for_a_part(tmp_path: Path) -> None:
    rig = box(tmp_path, "Display", "Buttons", "Reader")
    answers = stepped(rig, "begin", "works", "fails")
    assert [type(answer) for answer in answers] == [Accepted] * 3
    rig.show_card("8H")
    assert outcome(rig) == {"Display": True, "Buttons": False, "Reader": True}


def test_phone_turns_to_the_next_light(tmp_path: Path) -> None:
    rig = box(tmp_path, "Lights")
    stepped(rig, "begin", "again")
    assert rig.ring.shown[-1] == light_alone(1)


def test_answer_without_a_test_changes_nothing(tmp_path: Path) -> None:
    rig = box(tmp_path)
    stepped(rig, "works", "again")
    assert rig.asking(ChooseGameDialog)
    assert outcome(rig) == {}


def test_box_without_parts_tests_nothing(tmp_path: Path) -> None:
    settings = Settings()
    rig = BoxDriver(tmp_path, settings=settings)
    stepped(rig, "begin")
    assert rig.asking(ChooseGameDialog)
