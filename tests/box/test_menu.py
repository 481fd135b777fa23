"""What the menu does, and what UNDO takes back: with buttons alone."""

from pathlib import Path

import pytest

from companion.box.state import Settings
from companion.inputs import PartLost
from companion.rules.commands import New
from companion.screens.model import (
    ConfirmScreen,
    PlayerTableScreen,
    PlayScreen,
    SafeToUnplugScreen,
    WinnerScreen,
)
from companion.text.named import plain
from tests.box.conftest import Sit
from tests.drawing.whole import drawn_whole
from tests.drivers.box import VARIANTS, BoxDriver

ALWAYS = ["New game", "Sound", "Light", "Cards", "About", "Switch off"]
"""The rows that every menu of a box without phones and network has."""


def rows(rig: BoxDriver) -> list[str]:
    return [plain(row.text) for row in rig.listing.rows]


def test_menu_lists_only_possible_rows(sit: Sit) -> None:
    rig = sit("ninety-nine")
    assert rows(rig.hold("MORE")) == ["A player leaves", *ALWAYS]
    rig.press("UNDO").play("8").hold("MORE")
    assert rows(rig)[0] == "Forgot to draw"
    rig.press("UNDO").press("BUST", "OK").hold("MORE")
    assert rows(rig)[0] == "A player leaves"
    rig.press("UNDO")
    assert isinstance(rig.picture, PlayerTableScreen)


def test_menu_opens_from_rank_ring_and_after_the_game(sit: Sit) -> None:
    rig = sit("ninety-nine-boyer", "Ann", "Bo").press("RIGHT").hold("MORE")
    assert rig.listing.title == "Menu"
    rig.press("UNDO").press("BUST", "OK").hold("MORE")
    assert rows(rig) == ALWAYS


def test_forgot_to_draw(sit: Sit) -> None:
    rig = sit("ninety-nine").play("8").play("7")
    rig.hold("MORE").choose("Forgot to draw")
    assert rows(rig) == ["Ann", "Bo"]
    rig.choose("Ann")
    assert (rig.player("Ann").cards, rig.player("Bo").cards) == (2, 3)
    assert rig.state.stock == 52 - 2 - 2 - 3 - 3
    rig.hold("MORE").choose("Forgot to draw")
    assert rows(rig) == ["Bo"]


def test_a_player_leaves(sit: Sit) -> None:
    rig = sit("ninety-nine").hold("MORE").choose("A player leaves").choose("Ann")
    assert rig.says == "Ann leaves? chips go to the pot. OK yes, UNDO no."
    assert rig.press("UNDO").listing.title == "Who leaves?"
    rig.choose("Ann").press("OK")
    assert not rig.player("Ann").still_in
    assert (rig.state.pot, rig.to_act) == (5, "Bo")


def shows(sit: Sit) -> BoxDriver:
    """A hand of the game with shows, the seven of hearts turned up."""
    return sit("ninety-nine-ishihara-shows", up_card="7H")


def test_three_kings_win(sit: Sit) -> None:
    rig = shows(sit).hold("MORE").choose("Show three").choose("Cy")
    assert rig.says == "Cy shows. K. OK show, UNDO back."
    rig.press("OK", "MORE")
    assert rig.says == "Cy shows. 2 of 3. K, K. MORE add, UNDO less."
    rig.press("MORE")
    assert rig.says == "Cy wins. Ann 0, Bo 0, Cy 1. OK again, MORE games."


def test_three_sixes_lose_for_everyone(sit: Sit) -> None:
    rig = shows(sit).hold("MORE").choose("Show three").choose("Ann")
    rig.turn_to("6").press("OK", "MORE", "UNDO", "MORE", "MORE")
    assert isinstance(rig.picture, WinnerScreen)
    assert rig.says.startswith("All lose.")
    assert rig.state.losers == (0, 1, 2)


def test_showing_a_rank_without_meaning_is_refused(sit: Sit) -> None:
    rig = shows(sit).hold("MORE").choose("Show three").choose("Bo")
    rig.turn_to("8").press("OK", "MORE", "MORE")
    assert rig.says == "Not shown. Show three kings or three sixes."
    rig.press("OK", "UNDO", "UNDO", "UNDO")
    assert rig.listing.title == "Who shows?"


def test_sound_off_and_on(sit: Sit) -> None:
    rig = sit("ninety-nine").hold("MORE").choose("Sound")
    assert "Sound off" in rig.says
    rig.press("UNDO").play("8")
    assert rig.buzzer.played == []
    rig.hold("MORE").choose("Sound").press("UNDO").play("7")
    assert rig.buzzer.played == ["accepted"]


def test_light_at_night_is_half(sit: Sit) -> None:
    rig = sit("ninety-nine").hold("MORE").choose("Light")
    assert "Light night" in rig.says
    assert rig.frame.contrast == 0.5


def test_safe_shutdown(sit: Sit) -> None:
    rig = sit("ninety-nine").play("8").hold("MORE").choose("Switch off")
    assert rig.says == "Switch off? the game is kept. OK yes, UNDO no."
    rig.press("UNDO")
    assert isinstance(rig.picture, PlayScreen)
    rig.hold("MORE").choose("Switch off").press("OK")
    assert isinstance(rig.picture, SafeToUnplugScreen)
    assert rig.box.switched_off
    rig.press("LEFT", "OK").show_card("8H")
    assert isinstance(rig.picture, SafeToUnplugScreen)
    again = BoxDriver(rig.path.parent)
    assert again.says == "8. Bo to play, clockwise. 8 by Ann + 8."
    again.table.close()


def test_undo_dialog_shows_command_and_resulting_state(sit: Sit) -> None:
    rig = sit("ninety-eight").play("8").play("6").press("UNDO")
    shown = rig.picture
    assert isinstance(shown, ConfirmScreen)
    assert (shown.title, plain(shown.question), shown.line) == ("Take back?", "6 by Bo", "14 → 8")
    rig.press("OK")
    assert (rig.total, rig.to_act) == (8, "Bo")
    assert len(rig.kept) == 4


def test_repeated_undo_goes_further_and_ok_takes_back_all(sit: Sit) -> None:
    rig = sit("ninety-eight").play("8").play("6").play("K").press("UNDO", "UNDO", "UNDO")
    assert rig.says == "Take back 3? 8 by Ann. 98 makes 0. OK yes, RIGHT less."
    rig.press("UNDO", "RIGHT")
    assert rig.says == "Take back 2? 6 by Bo. 98 makes 8. OK yes, UNDO earlier."
    rig.press("OK")
    assert rig.total == 8


def test_undo_dialog_can_be_left(sit: Sit) -> None:
    rig = sit("ninety-eight").play("8").press("UNDO")
    assert rig.says == "Take back? 8 by Ann. 8 makes 0. OK yes, UNDO no."
    rig.press("UNDO")
    assert isinstance(rig.picture, PlayScreen)
    rig.play("7").press("UNDO", "MORE")
    assert isinstance(rig.picture, PlayScreen)
    assert rig.total == 15


def test_undo_crosses_hands_and_busts(sit: Sit) -> None:
    rig = sit("ninety-nine").play("8").press("BUST", "OK", "OK").play("7").press("UNDO", "UNDO")
    assert rig.says == "Take back 2? Deal of hand 2. back to hand 1. OK yes, UNDO earlier."
    rig.press("UNDO")
    assert rig.says == "Take back 3? Bo's bust. back to hand 1. OK yes, UNDO earlier."
    rig.press("OK")
    assert (rig.state.hand, rig.total, rig.to_act) == (1, 8, "Bo")
    assert rig.player("Bo").chips == 5
    assert rig.state.pot == 0


def test_undo_of_a_bust_names_the_player_to_act(sit: Sit) -> None:
    rig = sit("arizona-ninety-eight").play("8").press("BUST", "OK", "UNDO")
    assert rig.says == "Take back? Bo's bust. Bo to play. OK yes, UNDO earlier."


def test_previous_game_can_be_reopened(sit: Sit) -> None:
    rig = sit("ninety-nine-boyer", "Ann", "Bo").play("8").press("BUST", "OK", "OK").choose("Start")
    rig.press("UNDO")
    assert rig.says == "Take back? This game. the one before goes on. OK yes, UNDO no."
    rig.press("UNDO")
    assert isinstance(rig.picture, PlayScreen)
    rig.press("UNDO", "OK")
    assert isinstance(rig.picture, WinnerScreen)
    rig.press("UNDO", "OK")
    assert (rig.total, rig.to_act) == (8, "Bo")


def test_undo_is_refused_before_the_first_card(sit: Sit) -> None:
    assert sit("ninety-nine").press("UNDO").says == "Take back. Nothing left to take back."


def test_every_event_has_words_for_undo(sit: Sit) -> None:
    rig = sit("ninety-eight-umass", "Ann", "Bo", "Cy", "Di")
    rig.play("A").press("OK").choose("Cy").press("MORE")
    assert "Cy's shield" in rig.press("UNDO").says
    rig.press("RIGHT").play("8")
    rig.hold("MORE").choose("Forgot").choose("Bo")
    assert "Bo forgot" in rig.press("UNDO").says
    rig.press("RIGHT").hold("MORE").choose("A player leaves").choose("Di").press("OK")
    assert "Di left" in rig.press("UNDO").says


def test_shield_question_can_be_taken_back(sit: Sit) -> None:
    rig = sit("ninety-eight-umass").play("A").press("OK").choose("Cy").press("UNDO")
    assert rig.says == "Take back? ace of spades by Ann. Ann to play. OK yes, UNDO no."
    rig.press("OK")
    assert rig.phase == "play"
    assert rig.state.pile == ()


@pytest.mark.parametrize(
    ("row", "first"),
    [
        ("", "First: leave the menu with UNDO"),
        ("Forgot", "First: who forgot to draw?"),
        ("A player", "First: who leaves?"),
        ("Switch", "First: switch off, yes or no?"),
    ],
)
def test_card_over_the_menu_is_refused_naming_the_open_dialog(sit: Sit, row: str, first: str) -> None:
    rig = sit("ninety-nine").play("8").hold("MORE")
    if row:
        rig.choose(row)
    before = rig.picture
    rig.show_card("7H")
    assert rig.notice.sentence == first
    rig.press("OK")
    assert rig.picture == before
    assert len(rig.kept) == 2


def test_key_named_by_a_refusal_acts_at_once(sit: Sit) -> None:
    rig = sit("ninety-nine").hold("MORE").show_card("7H").press("UNDO")
    assert isinstance(rig.picture, PlayScreen)
    rig.hold("MORE").show_card("7H").wait(4).press("UNDO")
    assert isinstance(rig.picture, PlayScreen)


def test_card_over_the_undo_dialog_is_refused(sit: Sit) -> None:
    rig = sit("ninety-nine").play("8").press("UNDO").show_card("7H")
    assert rig.notice.sentence == "First: take back, yes or no?"


def test_about_dialog_shows_version_journal_and_parts(tmp_path: Path, rigs: list[BoxDriver]) -> None:
    game = New(variant="ninety-nine", players=("Ann", "Bo"))
    rigs.append(BoxDriver(tmp_path, game, Settings(version="0.1.0+git2026112210403201.6fbe010")))
    rig = rigs[-1].hold("MORE").choose("About")
    games = f"{len(VARIANTS)} games"
    assert rows(rig) == ["Version 0.1.0", "Commit 6fbe010", games, "1 command kept"]
    for _ in rows(rig):
        drawn_whole(rig.picture, 128)
        rig.press("RIGHT")
    rig.box.handle(PartLost("Lights", "no such pin"))
    assert rows(rig.press("OK"))[-1] == "Lights missing"
    rig.show_card("8H")
    assert rig.notice.sentence == "First: leave this page with UNDO"
    rig.press("UNDO")
    assert isinstance(rig.picture, PlayScreen)


def test_before_any_game_the_box_can_be_switched_off(rig: BoxDriver) -> None:
    assert rows(rig.press("RIGHT").hold("MORE")) == ALWAYS
    assert rig.press("UNDO").listing.title == "Which game?"
    rig.hold("MORE").choose("Switch off").press("OK")
    assert isinstance(rig.picture, SafeToUnplugScreen)


def test_held_more_acts_as_more_during_a_half_given_answer(sit: Sit) -> None:
    rig = sit("ninety-nine").press("BUST").hold("MORE")
    assert rig.says.startswith("Ann shows. 7.")
