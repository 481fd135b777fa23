"""Tests of cards, choices, named players and sets, using only the six buttons."""

from companion.core.commands import Play
from companion.core.events import Eliminated, NamedBy
from companion.core.questions import WhichSuit
from companion.core.refusals import AlreadyPlayed, OneAtATime, OverTarget
from companion.dialogs.menu import MenuDialog
from companion.dialogs.questions import ChooseAnswerDialog, DialValueDialog
from companion.drawing.text import around_names
from companion.games.adding.dialogs import ShieldDialog
from companion.games.adding.playing import GatherSetDialog, PickSuitDialog
from companion.message import render
from companion.screens.model import (
    CardRowScreen,
    ChoiceScreen,
    DialScreen,
    KeyHint,
    PlayScreen,
    RankScreen,
)
from tests.box.conftest import Sit
from tests.drivers.box import BoxDriver
from tests.worded import named, worded


def test_card_is_played_by_its_rank(sit: Sit) -> None:
    rig = sit("ninety-eight").play("8")
    rig.turn_to("9")
    shown = rig.showing(RankScreen)
    assert worded((around_names(shown.title)[1], shown.whose, shown.keys[0])) == worded(
        ("Bo", "8", KeyHint("OK", "→ 17"))
    )
    rig.press("OK")
    assert (rig.total, rig.to_act) == (17, "Cy")
    playing = rig.showing(PlayScreen)
    assert (playing.total, playing.name, playing.clockwise, playing.card) == (17, "Cy", True, "9")
    assert rig.buzzer.played == ["accepted", "accepted"]


def test_rank_ring_marks_and_refuses_cards_over_the_target(sit: Sit) -> None:
    rig = sit("arizona-ninety-eight").play("K").turn_to("8")
    shown = rig.showing(RankScreen)
    assert shown.chosen >= len(shown.ranks) - shown.refused
    rig.press("OK")
    assert rig.refusal == OverTarget(106, 98, was=98)
    assert rig.buzzer.played[-1] == "refused"
    assert (rig.total, rig.to_act, len(rig.kept)) == (98, "Bo", 2)


def ring(rig: BoxDriver) -> RankScreen:
    """Return the ring of ranks, just opened."""
    return rig.press("RIGHT").showing(RankScreen)


def chosen(rig: BoxDriver) -> str:
    """Return the chosen rank of the ring."""
    shown = rig.showing(RankScreen)
    return render(shown.ranks[shown.chosen])


def test_rank_ring_is_in_order_while_all_ranks_are_playable(sit: Sit) -> None:
    rig = sit("ninety-nine").play("8")
    shown = ring(rig)
    assert worded(shown.ranks) == ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
    assert (chosen(rig), shown.refused) == ("7", 0)


def test_rank_ring_orders_playable_ranks_by_how_long_they_are_kept(sit: Sit) -> None:
    rig = sit("ninety-nine").play("K").play("10").play("8")
    assert rig.total == 97
    shown = ring(rig)
    assert worded(shown.ranks) == ("K", "10", "9", "4", "A", "2", "3", "5", "6", "7", "8", "J", "Q")
    assert (shown.chosen, shown.refused) == (0, 7)
    assert rig.press("OK").total == 99


def test_refused_rank_can_be_chosen_and_shows_the_reason(sit: Sit) -> None:
    rig = sit("ninety-nine").play("K")
    ring(rig)
    assert rig.press("LEFT", "OK").refusal == OverTarget(109, 99, was=99)
    assert worded(chosen(rig.press("OK"))) == "Q"


def test_too_early_king_is_refused_and_last_in_the_ring(sit: Sit) -> None:
    shown = ring(sit("ninety-nine-ishihara", up_card="8H"))
    assert worded((shown.ranks[-1], shown.refused)) == ("K", 1)


def test_rank_is_playable_if_any_of_its_suits_is(sit: Sit) -> None:
    """Above 90 only one queen can be played: the queen of hearts, which sets the total to 0."""
    rig = sit("one-hundred")
    for _ in range(4):
        rig.play("9").play("8").play("7")
    assert rig.total == 96
    shown = ring(rig)
    ranks = worded(shown.ranks)
    assert ranks.index("Q") < len(ranks) - shown.refused
    assert ranks.index("9") >= len(shown.ranks) - shown.refused


def test_set_begins_with_the_rank_chosen_from_the_new_order(sit: Sit) -> None:
    rig = sit("arizona-ninety-eight").play("K").turn_to("4").press("MORE", "MORE")
    assert rig.showing(CardRowScreen).cards == ("4", "4")


def test_ring_wraps_around_and_undo_leaves_it(sit: Sit) -> None:
    rig = sit("arizona-ninety-eight").turn_to("K").press("RIGHT")
    assert worded(chosen(rig)) == "Joker"
    assert chosen(rig.press("RIGHT")) == "A"
    rig.press("UNDO")
    assert isinstance(rig.picture, PlayScreen)


def test_held_key_keeps_turning_the_ring(sit: Sit) -> None:
    rig = sit("ninety-nine").press("RIGHT")
    assert worded(chosen(rig.hold("RIGHT", 1.0))) == "K"


def test_choice_is_asked_only_if_several_answers_are_legal(sit: Sit) -> None:
    rig = sit("arizona-ninety-eight").play("7").play("A")
    shown = rig.showing(ChoiceScreen)
    assert worded([(option.label, option.makes) for option in shown.options]) == [
        ("1", "→ 8"),
        ("11", "→ 18"),
    ]
    rig.press("LEFT", "OK")
    assert rig.total == 8
    for rank in ("10", "10", "10", "10", "8", "8", "8", "8", "7", "6"):
        rig.play(rank)
    rig.play("A")
    assert rig.total == 94


def test_ten_asks_for_plus_or_minus(sit: Sit) -> None:
    rig = sit("ninety-nine").play("J").play("10")
    shown = rig.showing(ChoiceScreen)
    assert worded([(option.label, option.makes) for option in shown.options]) == [
        ("-10", "→ 0"),
        ("+10", "→ 20"),
    ]
    assert (shown.whose, shown.chosen) == (named("Bo"), 0)
    assert rig.press("RIGHT").showing(ChoiceScreen).chosen == 1
    assert chosen(rig.press("UNDO")) == "10"
    rig.press("OK", "OK")
    assert rig.total == 0


def suit_asked(rig: BoxDriver) -> tuple[str, int]:
    """Return the rank whose suit is asked, and the index of the chosen suit."""
    asked = rig.asking(ChooseAnswerDialog)
    assert isinstance(asked.question, WhichSuit)
    return asked.question.rank, asked.chosen


def test_suit_is_asked_only_if_it_matters(sit: Sit) -> None:
    rig = sit("one-hundred").play("9").play("Q")
    assert suit_asked(rig) == ("Q", 0)
    assert worded([option.makes for option in rig.showing(ChoiceScreen).options]) == [
        "+10",
        "=0",
        "+10",
        "+10",
    ]
    rig.press("RIGHT")
    assert suit_asked(rig) == ("Q", 1)
    assert worded(rig.showing(ChoiceScreen).keys[0]) == worded(KeyHint("OK", "→ 0"))
    rig.press("OK")
    assert (rig.total, str(rig.state.pile[-1])) == (0, "QH")


def test_black_ace_is_dialed_from_the_total(sit: Sit) -> None:
    rig = sit("one-hundred").play("9").play("A").press("OK")
    asked = rig.asking(DialValueDialog)
    assert (asked.question.command, rig.showing(DialScreen).whose) == (Play(card="AS"), named("Bo"))
    assert (asked.question.low, asked.question.high, asked.value) == (0, 100, 9)
    assert rig.press("MORE", "MORE", "LEFT").showing(DialScreen).value == 28
    rig.hold("LEFT", 0.65)
    rig.dial(64)
    assert (rig.total, rig.to_act) == (64, "Cy")


def test_named_player_can_play_the_shield_by_key(sit: Sit) -> None:
    rig = sit("ninety-eight-umass").play("A").press("OK")
    assert rig.asking(ChooseAnswerDialog).question.answers == ("Bo", "Cy")
    assert worded((rig.listing.whose, rig.rows)) == ("A♠", ["Bo", "Cy"])
    rig.choose("Cy")
    assert (rig.dialog, rig.state.named) == (ShieldDialog(), 2)
    assert rig.ring.shown[-1].seats.count("act") == 1
    rig.press("MORE")
    assert rig.player("Cy").still_in
    assert [str(card) for card in rig.state.pile] == ["AH", "AS"]
    assert rig.to_act == "Bo"


def test_player_without_shield_is_out(sit: Sit) -> None:
    rig = sit("ninety-eight-umass").play("A").press("OK").choose("Bo").press("OK")
    assert not rig.player("Bo").still_in
    assert rig.to_act == "Cy"


def test_player_whose_shield_was_played_is_knocked_out(sit: Sit) -> None:
    rig = sit("ninety-eight-umass").play("A").press("RIGHT", "OK")
    rig.play("A").press("OK").choose("Cy")
    assert {NamedBy("Bo", "Cy"), Eliminated("Cy", "knocked out")} <= set(rig.announced)
    assert not rig.player("Cy").still_in


def test_next_player_is_chosen(sit: Sit) -> None:
    rig = sit("ninety-eight-umass", "Ann", "Bo", "Cy", "Di").play("Q").press("OK")
    assert rig.asking(ChooseAnswerDialog)
    rig.choose("Di")
    assert rig.to_act == "Di"


def test_set_is_collected_and_played(sit: Sit) -> None:
    rig = sit("arizona-ninety-eight").turn_to("8").press("MORE", "MORE", "MORE")
    shown = rig.showing(CardRowScreen)
    assert worded((shown.cards, shown.keys[0])) == worded((("8", "8", "8"), KeyHint("OK", "→ 24")))
    assert rig.dialog == GatherSetDialog(cards=("8", "8", "8"))
    assert worded(rig.press("UNDO").showing(CardRowScreen).keys[0]) == worded(KeyHint("OK", "→ 16"))
    rig.press("OK")
    assert (rig.total, rig.to_act, len(rig.kept)) == (16, "Bo", 2)
    assert len(rig.state.pile) == 2


def test_more_alone_begins_a_set(sit: Sit) -> None:
    rig = sit("arizona-ninety-eight").press("MORE")
    assert rig.dialog == GatherSetDialog()
    assert chosen(rig) == "7"
    rig.press("LEFT", "MORE", "MORE", "OK")
    assert rig.total == 12


def test_value_is_asked_once_for_the_whole_set(sit: Sit) -> None:
    rig = sit("arizona-ninety-eight").turn_to("A").press("MORE", "MORE", "MORE", "OK")
    asked = rig.asking(ChooseAnswerDialog).question
    assert (asked.command, asked.answers) == (Play(cards=("A", "A", "A")), (1, 11))
    assert worded(rig.showing(ChoiceScreen).options[1].makes) == "→ 33"
    rig.press("OK")
    assert rig.total == 33


def test_fifth_card_of_a_rank_is_refused_at_once(sit: Sit) -> None:
    rig = sit("arizona-ninety-eight", hand_size=5).turn_to("2").press("MORE", times=5)
    assert rig.still_asks == GatherSetDialog(cards=("2",) * 4)
    rig.press("OK", "OK")
    assert (rig.total, len(rig.state.pile)) == (8, 4)


def test_both_jokers_as_a_set_owe_four(sit: Sit) -> None:
    rig = sit("arizona-ninety-eight").turn_to("Joker").press("MORE", "MORE")
    assert worded(rig.showing(CardRowScreen).cards) == ("Joker", "Joker")
    rig.press("OK")
    shown = rig.showing(PlayScreen)
    assert worded((shown.total, shown.name, shown.owed, shown.card)) == (98, "Bo", 4, "Jokers")
    rig.press("MORE").press("MORE", "MORE")
    assert rig.refusal == OneAtATime("Bo", 4)


def test_sets_are_refused_in_a_game_without_them(sit: Sit) -> None:
    rig = sit("ninety-nine").press("MORE")
    assert rig.still_asks is None


def test_set_counts_suits_if_the_rules_do(sit: Sit) -> None:
    """One Hundred with sets: the red one of two fives subtracts five."""
    rig = sit("one-hundred", sets=True).turn_to("5").press("MORE")
    assert rig.dialog == PickSuitDialog(GatherSetDialog(), "5")
    assert worded(rig.showing(ChoiceScreen).options[0].makes) == "+5"
    rig.press("UNDO", "UNDO")
    assert isinstance(rig.picture, PlayScreen)
    rig.turn_to("5").press("MORE", "OK", "MORE", "RIGHT", "UNDO", "MORE", "RIGHT", "OK")
    shown = rig.showing(CardRowScreen)
    assert worded((shown.cards, shown.keys[0])) == worded((("5♠", "5♥"), KeyHint("OK", "→ 0")))
    rig.press("OK")
    assert [str(card) for card in rig.state.pile] == ["5S", "5H"]


def test_ok_begins_a_set(sit: Sit) -> None:
    rig = sit("arizona-ninety-eight").press("MORE", "OK", "UNDO", "UNDO")
    assert isinstance(rig.picture, PlayScreen)


def test_more_than_four_answers_with_gaps_are_a_list(sit: Sit) -> None:
    rig = sit("ninety-nine", cards={"3": {"add": [1, 2, 3, 30, -40]}}).play("3")
    assert worded([row.value for row in rig.listing.rows]) == ["→ -40", "→ 1", "→ 2", "→ 3", "→ 30"]
    rig.choose("+30")
    assert rig.total == 30


def test_four_answers_are_shown_side_by_side(sit: Sit) -> None:
    rig = sit("ninety-nine", cards={"3": {"add": [1, 2, 3, 30]}}).play("3")
    assert isinstance(rig.picture, ChoiceScreen)
    rig.press("RIGHT", "OK")
    assert rig.total == 1


def test_rank_with_all_cards_on_the_pile_is_refused(sit: Sit) -> None:
    rig = sit("ninety-nine")
    for _ in range(4):
        rig.play("2")
    assert rig.play("2").refusal == AlreadyPlayed("2")


def test_undo_in_a_question_goes_back_one_step(sit: Sit) -> None:
    rig = sit("ninety-eight-umass").turn_to("A").press("OK", "OK")
    assert rig.asking(ChooseAnswerDialog)
    assert isinstance(rig.press("UNDO").picture, RankScreen)
    rig = sit("one-hundred").turn_to("A").press("OK", "OK")
    assert isinstance(rig.picture, DialScreen)
    assert isinstance(rig.press("UNDO").picture, RankScreen)
    rig.press("UNDO", "OK").press("OK").play("8").press("OK")
    assert isinstance(rig.picture, DialScreen)
    assert isinstance(rig.press("UNDO").picture, PlayScreen)


def test_menu_opens_over_a_shield_question(sit: Sit) -> None:
    rig = sit("ninety-eight-umass").turn_to("Q").press("OK", "OK").choose("Cy")
    rig.play("A").press("OK").choose("Bo").hold("MORE")
    assert rig.asking(MenuDialog)
    rig.press("UNDO")
    assert (rig.dialog, rig.state.named) == (ShieldDialog(), 1)
