"""Tests of busts, shown hands, called totals, and the end of hands and games, using only the six
buttons.
"""

from companion.core.events import TargetReached, WentOver
from companion.core.refusals import CanPlay, WrongHandSize
from companion.dialogs.taking_back import TakeBackDialog
from companion.drawing.text import around_names
from companion.games.adding.playing import AskBustDialog, CallDialog
from companion.screens.model import (
    CardRowScreen,
    Chips,
    ConfirmScreen,
    DialScreen,
    KeyHint,
    MiscountScreen,
    PlayerTableScreen,
    PlayScreen,
    WinnerScreen,
)
from companion.words.consequences import bust_costs
from tests.box.conftest import Sit
from tests.drivers.box import BoxDriver
from tests.worded import worded


def test_bust_is_asked_and_confirmed(sit: Sit) -> None:
    rig = sit("ninety-nine").press("BUST")
    assert rig.dialog == AskBustDialog()
    assert rig.showing(ConfirmScreen).chips == Chips(4, 5)
    rig.press("UNDO")
    assert isinstance(rig.picture, PlayScreen)
    assert len(rig.kept) == 1
    rig.press("BUST", "OK")
    assert rig.phase == "hand-over"
    rows = rig.showing(PlayerTableScreen).rows
    assert [(row.name, row.chips.held) for row in rows if row.chips] == [
        ("Ann", 4),
        ("Bo", 5),
        ("Cy", 5),
    ]
    assert [row.name for row in rows if row.marked] == ["Ann"]
    assert rig.buzzer.played == ["hand-over"]


def test_hand_shown_by_key_is_judged_with_its_last_card(sit: Sit) -> None:
    rig = sit("ninety-nine").play("K").press("BUST")
    rig.press("MORE").play("8").press("MORE").play("7")
    assert rig.dialog == AskBustDialog(cards=("8", "7"))
    shown = rig.showing(CardRowScreen)
    assert worded((shown.whose, shown.cards, shown.open)) == ("99", ("8", "7"), 1)
    rig.press("MORE").play("6")
    assert rig.phase == "hand-over"
    assert '"hand": ["8", "7", "6"]' in rig.kept[-1].command


def test_playable_card_of_a_shown_hand_is_named_and_then_played(sit: Sit) -> None:
    rig = sit("ninety-nine").play("K").press("BUST")
    rig.press("MORE").play("8").press("MORE").play("7").press("MORE").play("4")
    assert rig.refusal == CanPlay(("4",), "Bo")
    assert len(rig.kept) == 2
    rig.press("OK").play("4")
    assert (rig.total, rig.to_act) == (99, "Ann")


def test_incomplete_shown_hand_is_refused_and_can_be_completed(sit: Sit) -> None:
    rig = sit("ninety-nine").play("K").press("BUST", "MORE").play("8").press("OK")
    assert rig.refusal == WrongHandSize(3, "Bo", 1)
    rig.press("OK", "MORE").play("7").press("MORE").play("6")
    assert rig.phase == "hand-over"


def test_suits_of_a_shown_hand_are_asked_when_they_matter(sit: Sit) -> None:
    rig = (
        sit("one-hundred").play("10").press("BUST", "MORE").play("Q").press("OK", "MORE").play("9")
    )
    assert rig.dialog == AskBustDialog(cards=("QS", "9"))
    rig.press("UNDO", "UNDO", "UNDO")
    assert isinstance(rig.picture, PlayScreen)


def test_correct_call_is_confirmed(sit: Sit) -> None:
    rig = sit("ninety-nine").play("8").press("OK")
    assert rig.dialog == CallDialog(None)
    rig.dial(8)
    assert rig.notice.mark == ""
    assert rig.notes[-1].facts == {"player": "Ann", "called": 8, "actual": 8, "correct": True}
    assert rig.buzzer.played[-1] == "accepted"
    assert len(rig.kept) == 2


def test_wrong_call_shows_the_right_total(sit: Sit) -> None:
    rig = sit("ninety-nine").play("K").play("4").press("OK")
    rig.dial(98)
    shown = rig.showing(MiscountScreen)
    assert (shown.total, shown.called) == (99, 98)
    assert rig.buzzer.played[-1] == "refused"
    assert rig.wait(4.1).press("UNDO", "OK", "RIGHT").dialog == CallDialog(98)


def test_ok_on_an_empty_dial_leaves_it_and_judges_no_call(sit: Sit) -> None:
    rig = sit("ninety-nine").play("8").press("OK")
    shown = rig.showing(DialScreen)
    assert worded((shown.value, shown.keys)) == worded((None, (KeyHint("OK", "leave"),)))
    assert isinstance(rig.press("OK").picture, PlayScreen)
    assert rig.notes == ()


def test_first_key_of_an_empty_dial_shows_the_last_call(sit: Sit) -> None:
    rig = sit("ninety-nine").play("8").press("OK").dial(7).wait(5).press("UNDO", "OK", "LEFT")
    assert rig.dialog == CallDialog(7)
    assert rig.press("UNDO", "OK", "MORE", "MORE").dialog == CallDialog(17)


def test_undo_removes_a_judged_call_before_its_play(sit: Sit) -> None:
    rig = sit("ninety-nine").play("8").press("OK").dial(7).press("UNDO", "UNDO")
    assert "7" in worded(rig.showing(ConfirmScreen).question)
    rig.press("OK")
    assert (rig.table.game_notes, rig.total) == ((), 8)
    rig.press("UNDO", "OK")
    assert rig.total == 0


def test_second_undo_after_a_judged_call_removes_its_play(sit: Sit) -> None:
    rig = sit("ninety-nine").play("8").press("OK").dial(8).press("UNDO").press("UNDO", "UNDO")
    assert rig.dialog == TakeBackDialog(1)


def test_call_can_be_negative_and_dialed_by_tens(sit: Sit) -> None:
    rig = sit("ninety-nine").play("10").press("OK", "OK")
    assert rig.total == -10
    rig.press("LEFT").hold("LEFT", 0.55)
    assert rig.dialog == CallDialog(-11)


def test_call_before_the_first_card_asks_nothing(sit: Sit) -> None:
    assert sit("ninety-nine").press("OK").still_asks is None


def test_ok_starts_the_next_hand(sit: Sit) -> None:
    rig = sit("ninety-nine").play("8").press("BUST", "OK", "OK")
    shown = rig.showing(PlayScreen)
    assert (shown.total, shown.name, shown.clockwise) == (0, "Bo", True)
    assert (rig.state.hand, rig.state.dealer) == (2, 0)


def won(rig: BoxDriver) -> tuple[str, dict[str, int]]:
    """Return the winner that the display names at the end, and its count of the evening's wins."""
    shown = rig.showing(WinnerScreen)
    return around_names(shown.sentence)[1], rig.evening


def test_game_ends_and_the_evening_is_counted(sit: Sit) -> None:
    rig = sit("ninety-nine-boyer", "Ann", "Bo").press("BUST", "OK")
    assert won(rig) == ("Bo", {"Ann": 0, "Bo": 1})
    assert rig.buzzer.played == ["game-over"]
    rig.press("OK").choose("Start").press("BUST", "OK")
    assert won(rig) == ("Bo", {"Ann": 0, "Bo": 2})


def test_card_over_the_limit_can_be_the_bust_and_is_announced(sit: Sit) -> None:
    rig = sit("one-hundred-strict").play("10").play("9")
    assert WentOver("Bo", ("9",), 109) in rig.announced
    assert rig.notice.mark == "cross"
    assert (rig.player("Bo").chips, rig.to_act, rig.total) == (2, "Cy", 100)
    assert rig.buzzer.played[-1] == "bust"


def test_chip_from_the_pot_is_announced_only_when_there_is_one(sit: Sit) -> None:
    rig = sit("ninety-nine-sixty-nine", exact={"7": "chip"}).play("7")
    assert isinstance(rig.picture, PlayScreen)
    rig.press("BUST", "OK", "OK").play("7")
    assert TargetReached("Bo", 7, "chip") in rig.announced


def test_bust_loses_the_simple_game(sit: Sit) -> None:
    rig = sit("ninety-eight").press("BUST")
    assert rig.dialog == AskBustDialog()
    assert rig.showing(ConfirmScreen).line == bust_costs("lose", None)
    rig.press("BUST", "OK")
    assert rig.state.losers == (0,)
    assert not rig.showing(WinnerScreen).crown


def test_last_chip_is_the_last_bust(sit: Sit) -> None:
    """Stack: a player without chips is on their honor, and their next bust knocks them out."""
    rig = sit("ninety-nine-stack", chips=1).press("BUST", "OK", "OK")
    assert rig.player("Ann").chips == 0
    rig.play("8").play("8").press("BUST")
    assert rig.showing(ConfirmScreen).line == bust_costs("chip, play on", None)


def test_bust_can_be_declared_from_the_rank_ring(sit: Sit) -> None:
    assert sit("ninety-nine").press("RIGHT", "BUST").dialog == AskBustDialog()
