"""Busts, shown hands, called totals and the end of hands and games: with the six buttons alone."""

from companion.screens.model import (
    ConfirmScreen,
    DialScreen,
    MiscountScreen,
    PlayerTableScreen,
    PlayScreen,
    WinnerScreen,
)
from tests.box.conftest import Sit
from tests.drivers.box import words


def test_a_bust_is_asked_and_confirmed(sit: Sit) -> None:
    rig = sit("ninety-nine").press("BUST")
    shown = rig.picture
    assert isinstance(shown, ConfirmScreen)
    assert (words(shown.question), shown.line) == ("Ann: bust?", "pays 1")
    assert shown.chips is not None
    assert shown.chips.held == 4
    rig.press("UNDO")
    assert isinstance(rig.picture, PlayScreen)
    assert len(rig.kept) == 1
    rig.press("BUST", "OK")
    assert rig.phase == "hand-over"
    assert isinstance(rig.picture, PlayerTableScreen)
    assert rig.says == "Ann pays 1. Ann 4, Bo 5, Cy 5. OK Ann deals."
    assert rig.buzzer.played == ["hand-over"]


def test_a_hand_shown_by_key_is_judged_with_its_last_card(sit: Sit) -> None:
    rig = sit("ninety-nine").play("K").press("BUST")
    rig.press("MORE").play("8").press("MORE").play("7")
    assert rig.says == "Bo shows. 99. 8, 7. OK bust, UNDO less."
    rig.press("MORE").play("6")
    assert rig.phase == "hand-over"
    assert '"hand": ["8", "7", "6"]' in rig.kept[-1].command


def test_a_shown_card_that_can_be_played_is_named_and_then_played(sit: Sit) -> None:
    rig = sit("ninety-nine").play("K").press("BUST")
    rig.press("MORE").play("8").press("MORE").play("7").press("MORE").play("4")
    assert rig.says == "No bust. Bo can play 4."
    assert len(rig.kept) == 2
    rig.press("OK").play("4")
    assert (rig.total, rig.to_act) == (99, "Ann")


def test_a_shown_hand_too_small_is_refused_and_can_go_on(sit: Sit) -> None:
    rig = sit("ninety-nine").play("K").press("BUST", "MORE").play("8").press("OK")
    assert rig.says == "No bust. Bo holds 3 cards, 1 were shown."
    rig.press("OK", "MORE").play("7").press("MORE").play("6")
    assert rig.phase == "hand-over"


def test_suits_of_a_shown_hand(sit: Sit) -> None:
    rig = sit("one-hundred").play("10").press("BUST", "MORE").play("Q").press("OK", "MORE").play("9")
    assert rig.says == "Bo shows. 100. queen of spades, 9. OK bust, UNDO less."
    rig.press("UNDO", "UNDO", "UNDO")
    assert isinstance(rig.picture, PlayScreen)


def test_a_right_call(sit: Sit) -> None:
    rig = sit("ninety-nine").play("8").press("OK")
    shown = rig.picture
    assert isinstance(shown, DialScreen)
    assert (words(shown.title), shown.value) == ("Ann called", 0)
    rig.dial(8)
    assert rig.says == "Right. Ann called 8."
    assert rig.notes[-1].facts["correct"] is True
    assert len(rig.kept) == 2


def test_a_wrong_call_shows_the_right_total(sit: Sit) -> None:
    rig = sit("ninety-nine").play("K").play("4").press("OK")
    rig.dial(98)
    assert isinstance(rig.picture, MiscountScreen)
    assert rig.says == "Bo called 98. It is 99, not 98."
    assert rig.buzzer.played[-1] == "refused"
    rig.wait(4.1).press("OK")
    assert isinstance(rig.picture, DialScreen)
    assert rig.picture.value == 98


def test_a_call_below_zero_and_by_tens(sit: Sit) -> None:
    rig = sit("ninety-nine").play("10").press("OK", "OK")
    assert rig.total == -10
    rig.hold("LEFT", 0.55)
    assert "-11" in rig.says


def test_nothing_to_check_before_the_first_card(sit: Sit) -> None:
    assert sit("ninety-nine").press("OK").says == "No call. Nobody has called a total."


def test_the_next_hand(sit: Sit) -> None:
    rig = sit("ninety-nine").play("8").press("BUST", "OK", "OK")
    assert rig.says == "0. Bo to play, clockwise. New hand 2 Ann dealt."
    assert rig.state.hand == 2


def test_a_game_to_its_end_and_the_evening(sit: Sit) -> None:
    rig = sit("ninety-nine-boyer", "Ann", "Bo").press("BUST", "OK")
    assert isinstance(rig.picture, WinnerScreen)
    assert rig.says == "Bo wins. Ann 0, Bo 1. OK again, MORE games."
    assert rig.buzzer.played == ["game-over"]
    rig.press("OK").choose("Start").press("BUST", "OK")
    assert rig.says == "Bo wins. Ann 0, Bo 2. OK again, MORE games."


def test_a_card_that_goes_over_can_be_the_bust_and_says_so(sit: Sit) -> None:
    rig = sit("one-hundred-strict").play("10").play("9")
    assert rig.says == "Bo is bust. 100 + 9 = 109 is over 100."
    assert (rig.player("Bo").chips, rig.to_act, rig.total) == (2, "Cy", 100)
    assert rig.buzzer.played[-1] == "bust"


def test_exactly_sixty_nine_is_announced(sit: Sit) -> None:
    rig = sit("ninety-nine-sixty-nine", exact={"7": "drink", "8": "point", "9": "reset"})
    assert rig.play("7").says == "Exactly 7. Ann drinks."
    assert rig.press("OK").play("A").says == "Exactly 8. Bo gets a point."
    assert rig.press("OK").play("A").says == "Exactly 9. The total is 0 again."
    assert rig.total == 0


def test_a_chip_from_the_pot_is_announced_only_when_there_is_one(sit: Sit) -> None:
    rig = sit("ninety-nine-sixty-nine", exact={"7": "chip"}).play("7")
    assert isinstance(rig.picture, PlayScreen)
    rig.press("BUST", "OK", "OK").play("7")
    assert rig.says == "Exactly 7. Bo takes a chip."


def test_a_pile_to_shuffle_is_announced(sit: Sit) -> None:
    rig = sit("ninety-nine", "Ann", "Bo", hand_size=25)
    rig.play("9").play("9").play("9")
    assert rig.says == "Stock is out. Shuffle all played but the last card."
    rig.wait(4.1)
    assert isinstance(rig.picture, PlayScreen)


def test_a_player_without_cards_is_out(sit: Sit) -> None:
    rig = sit("arizona-ninety-eight", hand_size=1).play("2")
    rig.hold("MORE").choose("Forgot to draw").choose("Ann")
    rig.play("3").play("5")
    assert rig.says == "Ann is out. No card left to play."
    assert rig.to_act == "Bo"


def test_in_the_simple_game_a_bust_loses(sit: Sit) -> None:
    rig = sit("ninety-eight").press("BUST")
    assert rig.says == "Ann: bust? loses the game. OK bust, UNDO no."
    rig.press("BUST", "OK")
    assert rig.says.startswith("Ann loses.")


def test_the_last_chip_is_the_last_bust(sit: Sit) -> None:
    """Stack: who has no chips plays on their honor, and the next bust is the end."""
    rig = sit("ninety-nine-stack", chips=1).press("BUST", "OK", "OK")
    assert rig.player("Ann").chips == 0
    rig.play("8").play("8").press("BUST")
    assert rig.says == "Ann: bust? is out of the game. OK bust, UNDO no."


def test_a_bust_out_of_the_ring_of_ranks(sit: Sit) -> None:
    assert sit("ninety-nine").press("RIGHT", "BUST").says.startswith("Ann: bust?")
