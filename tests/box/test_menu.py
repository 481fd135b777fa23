"""Tests of the menu and of UNDO, using only the buttons."""

from pathlib import Path

import pytest

from companion.box.state import Settings
from companion.core.commands import New
from companion.core.refusals import NoSuchShow
from companion.dialogs.context import Dialog, Move, Toggle, UseCourt, UseLearning, UseVoice
from companion.dialogs.disagreement import NotRightDialog
from companion.dialogs.menu import AboutDialog, MenuDialog, SwitchOffDialog
from companion.dialogs.seating import ChoosePlayerDialog, JoinTableDialog
from companion.dialogs.set_up import ChooseGameDialog, SummaryDialog
from companion.dialogs.taking_back import REOPEN_QUESTION, TakeBackDialog
from companion.games.adding.dialogs import LeaveDialog, ShowThreeDialog
from companion.games.adding.playing import AskBustDialog, ShowRankDialog
from companion.games.adding.setting import WhoseChipsDialog
from companion.inputs import PartLost
from companion.screens.model import (
    ConfirmScreen,
    PlayerTableScreen,
    PlayScreen,
    SafeToUnplugScreen,
    WinnerScreen,
)
from tests.box.conftest import Sit
from tests.drawing.whole import drawn_whole
from tests.drivers.box import BoxDriver
from tests.worded import worded


def always() -> list[Move]:
    """Return the rows of every menu of a box without phones and network, by day and with sound."""
    return [
        ChooseGameDialog(),
        Toggle("muted", on=True),
        UseVoice("caller"),
        UseLearning(on=True),
        Toggle("night", on=True),
        UseCourt("BDK"),
        AboutDialog(),
        SwitchOffDialog(),
    ]


def forgetful(rig: BoxDriver) -> list[tuple[str, ...]]:
    """Return the players whom the menu offers as having forgotten to draw, one list for a row."""
    moves = rig.hold("MORE").moves
    assert [move for move in moves if move in always()] == always()
    assert moves[-1] == always()[-1]
    return [row.names for row in moves if isinstance(row, ChoosePlayerDialog)][:-1]  # who leaves


def test_menu_lists_only_possible_rows(sit: Sit) -> None:
    rig = sit("ninety-nine")
    assert forgetful(rig) == []
    assert forgetful(rig.press("UNDO").play("8")) == [("Ann",)]
    assert forgetful(rig.press("UNDO").press("BUST", "OK")) == []
    rig.press("UNDO")
    assert isinstance(rig.picture, PlayerTableScreen)


def test_menu_has_the_game_first_then_the_people_then_the_box(sit: Sit) -> None:
    rig = sit("ninety-nine").play("8").hold("MORE")
    assert list(map(type, rig.moves)) == [
        NotRightDialog,
        ChoosePlayerDialog,
        WhoseChipsDialog,
        ChooseGameDialog,
        SummaryDialog,
        JoinTableDialog,
        JoinTableDialog,
        ChoosePlayerDialog,
        *map(type, always()[1:]),
    ]


def test_menu_opens_from_rank_ring_and_after_the_game(sit: Sit) -> None:
    rig = sit("ninety-nine-boyer", "Ann", "Bo").press("RIGHT").hold("MORE")
    assert rig.asking(MenuDialog)
    rig.press("UNDO").press("BUST", "OK").hold("MORE")
    again = SummaryDialog.again(rig.told[-1].scene)
    assert rig.moves == [NotRightDialog(rig.total), ChooseGameDialog(), again, *always()[1:]]


def test_player_who_forgot_to_draw_is_recorded(sit: Sit) -> None:
    rig = sit("ninety-nine").play("8").play("7")
    rig.hold("MORE").choose("Forgot to draw")
    assert rig.rows == ["Ann", "Bo"]
    rig.choose("Ann")
    assert (rig.player("Ann").cards, rig.player("Bo").cards) == (2, 3)
    assert rig.state.stock == 52 - 2 - 2 - 3 - 3
    rig.hold("MORE").choose("Forgot to draw")
    assert rig.rows == ["Bo"]


def test_player_can_leave(sit: Sit) -> None:
    rig = sit("ninety-nine").hold("MORE").choose("Player leaves").choose("Ann")
    assert rig.asking(LeaveDialog).name == "Ann"
    rig.press("UNDO").asking(ChoosePlayerDialog)
    rig.choose("Ann").press("OK")
    assert not rig.player("Ann").still_in
    assert (rig.state.pot, rig.to_act) == (5, "Bo")


def shows(sit: Sit) -> BoxDriver:
    """Return a hand of the game with shows, with the seven of hearts turned up."""
    return sit("ninety-nine-ishihara-shows", up_card="7H")


def test_three_kings_win(sit: Sit) -> None:
    rig = shows(sit).hold("MORE").choose("Show three").choose("Cy")
    assert rig.asking(ShowThreeDialog).name == "Cy"
    assert rig.press("OK", "MORE").asking(ShowThreeDialog).cards == ("K", "K")
    rig.press("MORE")
    assert rig.state.winner == 2
    assert rig.evening == {"Ann": 0, "Bo": 0, "Cy": 1}


def test_three_sixes_lose_for_everyone(sit: Sit) -> None:
    rig = shows(sit).hold("MORE").choose("Show three").choose("Ann")
    rig.turn_to("6").press("OK", "MORE", "UNDO", "MORE", "MORE")
    assert not rig.showing(WinnerScreen).crown
    assert rig.state.losers == (0, 1, 2)


def test_showing_a_rank_without_meaning_is_refused(sit: Sit) -> None:
    rig = shows(sit).hold("MORE").choose("Show three").choose("Bo")
    rig.turn_to("8").press("OK", "MORE", "MORE")
    assert rig.refusal == NoSuchShow(("K", "6"))
    rig.press("OK", "UNDO", "UNDO", "UNDO")
    assert rig.asking(ChoosePlayerDialog).then is ShowThreeDialog


def test_sound_can_be_switched_off_and_on(sit: Sit) -> None:
    rig = sit("ninety-nine").hold("MORE").choose("Sound")
    assert Toggle("muted", on=False) in rig.moves
    rig.press("UNDO").play("8")
    assert rig.buzzer.played == []
    rig.hold("MORE").choose("Sound").press("UNDO").play("7")
    assert rig.buzzer.played == ["accepted"]


def test_lights_are_at_half_brightness_at_night(sit: Sit) -> None:
    rig = sit("ninety-nine").hold("MORE").choose("Light")
    assert Toggle("night", on=False) in rig.moves
    assert rig.frame.contrast == 0.5


def test_shutdown_is_announced_as_safe_to_unplug(sit: Sit) -> None:
    rig = sit("ninety-nine").play("8").hold("MORE").choose("Switch off")
    assert rig.dialog == SwitchOffDialog()
    rig.press("UNDO")
    assert isinstance(rig.picture, PlayScreen)
    rig.hold("MORE").choose("Switch off").press("OK")
    assert isinstance(rig.picture, SafeToUnplugScreen)
    assert rig.box.shutdown.is_done
    rig.press("LEFT", "OK").show_card("8H")
    assert isinstance(rig.picture, SafeToUnplugScreen)
    again = BoxDriver(rig.path.parent)
    shown = again.showing(PlayScreen)
    assert (shown.total, shown.name, shown.card) == (8, "Bo", "8")
    again.table.close()


def test_undo_dialog_shows_command_and_resulting_state(sit: Sit) -> None:
    rig = sit("ninety-eight").play("8").play("6").press("UNDO")
    assert rig.dialog == TakeBackDialog(1)
    assert worded(rig.showing(ConfirmScreen).line) == "14 → 8"
    rig.press("OK")
    assert (rig.total, rig.to_act) == (8, "Bo")
    assert len(rig.kept) == 4


def test_repeated_undo_selects_more_and_ok_undoes_all(sit: Sit) -> None:
    rig = sit("ninety-eight").play("8").play("6").play("K").press("UNDO", "UNDO", "UNDO")
    assert rig.dialog == TakeBackDialog(3)
    assert worded(rig.showing(ConfirmScreen).line) == "98 → 0"
    assert rig.press("UNDO", "RIGHT").dialog == TakeBackDialog(2)
    assert worded(rig.showing(ConfirmScreen).line) == "98 → 8"
    rig.press("OK")
    assert rig.total == 8


def test_undo_dialog_can_be_left(sit: Sit) -> None:
    rig = sit("ninety-eight").play("8").press("UNDO")
    assert rig.dialog == TakeBackDialog(1)
    rig.press("UNDO")
    assert isinstance(rig.picture, PlayScreen)
    rig.play("7").press("UNDO", "MORE")
    assert isinstance(rig.picture, PlayScreen)
    assert rig.total == 15


def test_undo_crosses_hands_and_busts(sit: Sit) -> None:
    rig = sit("ninety-nine").play("8").press("BUST", "OK", "OK").play("7").press("UNDO", "UNDO")
    assert rig.dialog == TakeBackDialog(2)
    assert rig.press("UNDO").dialog == TakeBackDialog(3)
    rig.press("OK")
    assert (rig.state.hand, rig.total, rig.to_act) == (1, 8, "Bo")
    assert rig.player("Bo").chips == 5
    assert rig.state.pot == 0


def test_previous_game_can_be_reopened(sit: Sit) -> None:
    rig = sit("ninety-nine-boyer", "Ann", "Bo").play("8").press("BUST", "OK", "OK").choose("Start")
    rig.press("UNDO")
    assert rig.dialog == REOPEN_QUESTION
    rig.press("UNDO")
    assert isinstance(rig.picture, PlayScreen)
    rig.press("UNDO", "OK")
    assert isinstance(rig.picture, WinnerScreen)
    rig.press("UNDO", "OK")
    assert (rig.total, rig.to_act) == (8, "Bo")


def test_undo_is_refused_before_the_first_card(sit: Sit) -> None:
    assert sit("ninety-nine").press("UNDO").still_asks is None


def test_shield_question_can_be_undone(sit: Sit) -> None:
    rig = sit("ninety-eight-umass").play("A").press("OK").choose("Cy").press("UNDO")
    assert rig.dialog == TakeBackDialog(1)
    rig.press("OK")
    assert rig.phase == "play"
    assert rig.state.pile == ()


@pytest.mark.parametrize(
    ("row", "kind"),
    [
        ("", MenuDialog),
        ("Forgot", ChoosePlayerDialog),
        ("Player leaves", ChoosePlayerDialog),
        ("Switch", SwitchOffDialog),
    ],
)
def test_card_in_the_menu_is_refused(sit: Sit, row: str, kind: type[Dialog]) -> None:
    rig = sit("ninety-nine").play("8").hold("MORE")
    if row:
        rig.choose(row)
    open_dialog = rig.asking(kind)
    assert rig.show_card("7H").still_asks == open_dialog
    assert rig.press("OK").dialog == open_dialog
    assert len(rig.kept) == 2


def test_key_named_by_a_refusal_acts_at_once(sit: Sit) -> None:
    rig = sit("ninety-nine").hold("MORE").show_card("7H").press("UNDO")
    assert isinstance(rig.picture, PlayScreen)
    rig.hold("MORE").show_card("7H").wait(4).press("UNDO")
    assert isinstance(rig.picture, PlayScreen)


def test_card_in_the_undo_dialog_is_refused(sit: Sit) -> None:
    rig = sit("ninety-nine").play("8").press("UNDO").show_card("7H")
    assert rig.still_asks == TakeBackDialog(1)


def test_about_dialog_shows_version_journal_and_parts(
    tmp_path: Path, rigs: list[BoxDriver]
) -> None:
    game = New(variant="ninety-nine", players=("Ann", "Bo"))
    rigs.append(
        BoxDriver(
            tmp_path,
            game,
            Settings(version="0.1.0+git2026112210403201.6fbe010"),
        )
    )
    rig = rigs[-1].hold("MORE").choose("About")
    lines = len(rig.rows)
    for _ in rig.rows:
        drawn_whole(rig.picture, 128)
        rig.press("RIGHT")
    rig.box.handle(PartLost("Lights", "no such pin"))
    assert len(rig.press("OK").rows) == lines + 1
    assert isinstance(rig.show_card("8H").still_asks, AboutDialog)
    rig.press("UNDO")
    assert isinstance(rig.picture, PlayScreen)


def test_box_can_be_switched_off_before_any_game(rig: BoxDriver) -> None:
    rig.press("RIGHT").hold("MORE")
    assert rig.moves == always()
    assert rig.press("UNDO").asking(ChooseGameDialog)
    rig.hold("MORE").choose("Switch off").press("OK")
    assert isinstance(rig.picture, SafeToUnplugScreen)


def test_held_more_acts_as_more_during_a_half_given_answer(sit: Sit) -> None:
    assert sit("ninety-nine").press("BUST").hold("MORE").dialog == ShowRankDialog(AskBustDialog())
