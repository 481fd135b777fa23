"""Tests of trick games at the box: cards and keys, revokes and restricted leads, points, rounds,
the end.
"""

import pytest

from companion.core.commands import Deal, Play, Score
from companion.core.events import Revoked, TrickTaken
from companion.core.refusals import AlreadyPlayed, BadSum, RoundOver
from companion.dialogs.checking import CalledPointsDialog, WhosePointsDialog
from companion.dialogs.questions import DisputeDialog
from companion.dialogs.set_up import MakePackDialog, SummaryDialog
from companion.dialogs.taking_back import TakeBackDialog
from companion.drawing.text import around_names
from companion.games.tricks.dialogs import EnterPointsDialog
from companion.games.tricks.state import TrickState
from companion.inputs import KeyName
from companion.labels.codec import CommandLabel, write_label
from companion.message import render
from companion.screens.model import (
    ChoiceScreen,
    CountScreen,
    DialScreen,
    MiscountScreen,
    PlayerTableScreen,
    RestingScreen,
    TrickScreen,
    WinnerScreen,
)
from companion.words.refusals import refusal_sentence
from companion.words.variants import pack_changes
from tests.box.conftest import Sit
from tests.drivers.box import BoxDriver
from tests.worded import named, worded

FOUR = ("Ann", "Bo", "Cy", "Di")
ROUNDS = (
    {"Ann": 50, "Bo": 60, "Di": 20},
    {"Cy": 130},
    {"Ann": 25, "Bo": 75},
    {"Di": 100},
    {"Ann": 100},
    {"Ann": 160, "Bo": 200, "Cy": 100, "Di": 100},
)


def state_of(rig: BoxDriver) -> TrickState:
    assert isinstance(rig.table.state, TrickState)
    return rig.table.state


def trick_of(rig: BoxDriver) -> TrickScreen:
    shown = rig.picture
    assert isinstance(shown, TrickScreen), rig.says
    return shown


def points_of(rig: BoxDriver) -> dict[str, str]:
    """Return the table of points on the display."""
    shown = rig.picture
    assert isinstance(shown, PlayerTableScreen), rig.says
    return {row.name: render(row.text) for row in shown.rows}


def in_round(rig: BoxDriver, number: int) -> BoxDriver:
    """Move the game to the first lead of round `number`; the earlier rounds were only scored."""
    for points in ROUNDS[: number - 1]:
        rig.table.obey(Score(points=points))
        rig.table.obey(Deal())
    rig.box.tick()
    return rig


@pytest.fixture
def four(sit: Sit) -> BoxDriver:
    return sit("arizona-spaghetti", *FOUR)


# A trick


def test_display_names_round_cost_and_leader(four: BoxDriver) -> None:
    shown = trick_of(four)
    assert worded((shown.who, shown.does)) == worded((named("Ann"), "lead"))
    assert [slot.name for slot in shown.slots] == list(FOUR)
    assert [slot.mark for slot in shown.slots] == ["act", "", "", ""]


def test_scanned_cards_make_a_trick(four: BoxDriver) -> None:
    four.show_cards("7D", "JD", "3C")
    shown = trick_of(four)
    assert worded([(slot.card, slot.mark) for slot in shown.slots]) == [
        ("7♦", ""),
        ("J♦", "wins"),
        ("3♣", ""),
        ("", "act"),
    ]
    assert worded((shown.who, shown.does)) == worded((named("Di"), "follow ♦"))
    assert four.ring.shown[-1].seats.count("act") == 1
    assert four.ring.shown[-1].clockwise


def test_taken_trick_is_shown_for_four_seconds(four: BoxDriver) -> None:
    four.show_cards("7D", "JD", "3C", "QD")
    shown = trick_of(four)
    assert worded((shown.who, shown.does)) == worded((named("Di"), "takes 10"))
    assert worded([slot.card for slot in shown.slots]) == ["7♦", "J♦", "3♣", "Q♦"]
    four.wait(4)
    assert worded((trick_of(four).who, trick_of(four).does)) == worded((named("Di"), "lead"))
    assert not any(slot.card for slot in trick_of(four).slots)


def test_next_card_replaces_the_taken_trick(four: BoxDriver) -> None:
    four.show_cards("7D", "JD", "3C", "QD", "2S")
    assert worded(trick_of(four).slots[3].card) == "2♠"


def test_trick_without_cost_is_announced_as_taken(four: BoxDriver) -> None:
    in_round(four, 3).show_cards("7D", "JD", "3C", "2D")
    assert TrickTaken("Di", "JD", 1, 0) in four.announced


def test_suit_question_opens_at_the_led_suit(four: BoxDriver) -> None:
    four.turn_to("7").press("OK")
    assert isinstance(four.picture, ChoiceScreen)
    four.press("RIGHT", "RIGHT", "OK")
    assert worded(trick_of(four).slots[0].card) == "7♦"
    four.turn_to("J").press("OK")
    shown = four.picture
    assert isinstance(shown, ChoiceScreen)
    assert worded((shown.options[shown.chosen].label, worded(shown.keys[0].does))) == (
        "♦",
        "play",
    )
    four.press("OK")
    assert worded(trick_of(four).slots[1].card) == "J♦"


def test_suit_question_shows_each_cards_result(four: BoxDriver) -> None:
    four.show_cards("7D", "3C", "8D", "9D")
    four.show_cards("2D", "4D")
    four.turn_to("5").press("OK")
    shown = four.picture
    assert isinstance(shown, ChoiceScreen)
    assert worded(shown.keys[0].does) == "revoke"


def test_refused_scan_keeps_the_chosen_suit(four: BoxDriver) -> None:
    four.show_card("7D").turn_to("J").press("OK").show_card("KS").wait(5)
    shown = four.picture
    assert isinstance(shown, ChoiceScreen)
    assert worded(shown.options[shown.chosen].label) == "♦"


def test_already_played_card_is_refused(four: BoxDriver) -> None:
    four.show_card("7D").turn_to("7").press("OK")
    assert four.press("OK").refusal == AlreadyPlayed("7D", "tricks")


def test_adding_commands_are_refused_in_a_trick_game(four: BoxDriver) -> None:
    four.show_card("7D")
    assert four.press("BUST").still_asks is None
    assert four.press("MORE").still_asks is None
    assert four.press("OK").press("OK").still_asks is None
    assert len(state_of(four).trick) == 1


# A revoke


@pytest.fixture
def void(four: BoxDriver) -> BoxDriver:
    """Return a game in which Bo has shown that he has no diamonds, and diamonds are led again."""
    four.show_cards("7D", "3C", "8D", "9D")
    return four.show_cards("2D", "4D")


SIX_STANDS = Play(card="6D/1", accept_revoke=True)
"""The players accept Bo's revoke."""


def test_revoke_question_stays_until_answered(void: BoxDriver) -> None:
    void.wait(1).show_card("6D")
    assert void.asking(DisputeDialog).question.standing == SIX_STANDS
    assert void.ring.shown[-1].refused
    assert void.buzzer.played[-1] == "refused"
    assert void.wait(30).asking(DisputeDialog)
    assert isinstance(void.show_card("KS").still_asks, DisputeDialog)
    assert void.press("OK").asking(DisputeDialog).question.standing == SIX_STANDS
    assert [note.facts["code"] for note in void.notes if note.kind == "refused"] == ["revoke"]


@pytest.mark.parametrize("key", ["OK", "UNDO"])
def test_undone_revoke_changes_nothing(void: BoxDriver, key: KeyName) -> None:
    before = state_of(void)
    void.wait(1).show_card("6D").press(key)
    assert state_of(void) == before
    assert worded(trick_of(void).does) == "follow ♦"
    void.show_card("6C")
    assert worded([slot.card for slot in trick_of(void).slots]) == ["4♦", "6♣", "", "2♦"]


def test_undone_card_can_be_scanned_again_at_once(void: BoxDriver) -> None:
    void.show_card("6D").press("OK").show_card("6D")
    assert void.asking(DisputeDialog)


def test_revoke_read_twice_is_asked_about_once(void: BoxDriver) -> None:
    void.show_card("6D").show_card("6D")
    assert void.asking(DisputeDialog)


def test_revoke_can_be_accepted(void: BoxDriver) -> None:
    void.show_card("6D").press("MORE")
    assert state_of(void).revokes == 1
    assert worded(trick_of(void).slots[1].card) == "6♦"
    assert worded((trick_of(void).who, trick_of(void).does)) == worded((named("Cy"), "follow ♦"))


def test_revoke_costs_the_penalty_of_the_house_rule(sit: Sit) -> None:
    rig = sit("arizona-spaghetti", *FOUR, revoke_penalty=50)
    rig.show_cards("7D", "3C", "8D", "9D", "2D", "4D", "5D").press("MORE")
    assert Revoked("Bo", "D", 1, 50) in rig.announced
    assert [player.points for player in state_of(rig).players] == [0, 50, 0, 10]
    assert worded(trick_of(rig.wait(5)).does) == "follow ♦"


def test_accepted_revoke_left_at_the_scanner_is_not_played_again(void: BoxDriver) -> None:
    void.wait(5).show_card("6D").press("MORE").wait(0.5).show_card("6D")
    assert void.notice.mark == "", "it has been read, and is not refused"
    assert state_of(void).revokes == 1


# A restricted suit


def test_restricted_lead_is_asked_about(four: BoxDriver) -> None:
    in_round(four, 2)
    assert worded((trick_of(four).does, trick_of(four).who)) == worded(("not ♥", named("Bo")))
    four.show_card("5H")
    assert four.asking(DisputeDialog).question.standing == Play(card="5H/1", only_suit=True)
    four.press("OK")
    assert state_of(four).trick == ()
    four.show_card("5H").press("MORE")
    assert worded(trick_of(four).slots[1].card) == "5♥"
    assert not state_of(four).broken


def test_other_suit_after_declared_only_suit_is_a_revoke(four: BoxDriver) -> None:
    in_round(four, 2).show_card("5H").press("MORE")
    four.show_cards("6H", "7H", "8H")
    assert worded(trick_of(four).does) == "takes 40"
    four.show_card("2D").show_card("3D")
    assert four.asking(DisputeDialog).question.standing == Play(card="3D/1", accept_revoke=True)


def test_void_player_breaks_the_restricted_suit(four: BoxDriver) -> None:
    in_round(four, 4)
    assert worded(trick_of(four).does) == "not ♠"
    four.show_cards("7D", "5S", "8D", "9D").wait(5)
    assert worded(trick_of(four).does) == "lead"


# Points of a round, entered


def test_points_of_a_round_need_a_dial_for_each_but_the_last(four: BoxDriver) -> None:
    four.press("OK")
    assert four.dialog == EnterPointsDialog()
    assert four.showing(DialScreen).high == 130
    assert four.press("RIGHT").showing(DialScreen).value == 10
    four.dial(50).dial(60)
    assert four.dialog == EnterPointsDialog((50, 60))
    assert worded(four.showing(DialScreen).whose) == "20 left"
    four.dial(0)
    assert worded(points_of(four)) == worded({"Ann": "50", "Bo": "60", "Cy": "0", "Di": "20"})
    assert '"points": {"Ann": 50, "Bo": 60, "Cy": 0, "Di": 20}' in four.kept[-1].command


def test_points_dial_ends_when_nothing_remains(four: BoxDriver) -> None:
    in_round(four, 4).press("OK").dial(0).dial(100)
    assert state_of(four).deals_counted == 4
    four.press("RIGHT")
    assert points_of(four) == {"Ann": "+0", "Bo": "+100", "Cy": "+0", "Di": "+0"}


def test_undo_goes_back_from_dial_to_dial(four: BoxDriver) -> None:
    four.press("OK").dial(50).dial(60)
    four.press("UNDO", "UNDO")
    assert four.dialog == EnterPointsDialog((), 50)
    four.press("UNDO")
    assert isinstance(four.picture, TrickScreen)
    assert four.table.journal.sequence == 1


def test_dial_moves_in_steps_of_the_rounds_cost(four: BoxDriver) -> None:
    in_round(four, 3).press("OK", "RIGHT", "RIGHT", "RIGHT")
    assert four.dialog == EnterPointsDialog((), 75)


def test_points_cannot_be_entered_after_the_first_card(four: BoxDriver) -> None:
    four.show_card("7D")
    assert EnterPointsDialog() not in four.hold("MORE").moves
    assert four.press("UNDO").press("OK").still_asks is None


def test_player_who_takes_everything_pays_the_sweep(sit: Sit) -> None:
    rig = sit("slobberhannes")
    rig.press("OK").dial(3)
    assert rig.notice.sentence == refusal_sentence(BadSum(1, 4, 1, (3, 0, 0)))
    rig.press("OK").dial(4)
    assert points_of(rig) == {"Ann": "4", "Bo": "0", "Cy": "0"}


def test_sweep_is_given_to_the_last_player(sit: Sit) -> None:
    rig = sit("slobberhannes")
    rig.press("OK").dial(0).dial(0)
    assert points_of(rig) == {"Ann": "0", "Bo": "0", "Cy": "4"}


def test_menu_lists_only_possible_rows(four: BoxDriver) -> None:
    moves = four.hold("MORE").moves
    assert EnterPointsDialog() in moves
    assert not any(isinstance(move, WhosePointsDialog) for move in moves)
    four.choose("Enter points").dial(50).dial(60).dial(20)
    moves = four.hold("MORE").moves
    assert any(isinstance(move, WhosePointsDialog) for move in moves)
    assert EnterPointsDialog() not in moves


# Between rounds


@pytest.fixture
def over(four: BoxDriver) -> BoxDriver:
    """Return a game whose first round is over."""
    four.press("OK").dial(50).dial(60).dial(0)
    return four


@pytest.mark.parametrize("keys", [("LEFT",), ("LEFT", "RIGHT")])
def test_deal_card_deals_the_next_round_from_any_page(
    over: BoxDriver, keys: tuple[KeyName, ...]
) -> None:
    over.press(*keys).scan(write_label(CommandLabel("DEAL")))
    assert state_of(over).round == 2


def test_table_of_points_crowns_the_fewest(over: BoxDriver) -> None:
    shown = over.picture
    assert isinstance(shown, PlayerTableScreen)
    assert [row.name for row in shown.rows if row.crowned] == ["Cy"]
    assert (shown.keys[0].key, around_names(shown.keys[0].does)[1]) == ("OK", "Ann")
    over.press("LEFT")
    assert points_of(over) == {"Ann": "+50", "Bo": "+60", "Cy": "+0", "Di": "+20"}
    over.press("RIGHT")
    assert points_of(over)["Ann"] == "50"


def test_single_payer_is_named_in_the_title(four: BoxDriver) -> None:
    in_round(four, 4).press("OK").dial(0).dial(0).dial(100)
    shown = four.picture
    assert isinstance(shown, PlayerTableScreen)
    assert worded(shown.title) == "Cy +100"
    assert [row.name for row in shown.rows if row.marked] == ["Cy"]


@pytest.mark.parametrize("deal", ["OK", "card"])
def test_next_round_is_dealt(over: BoxDriver, deal: str) -> None:
    if deal == "OK":
        over.press("OK")
    else:
        over.scan(write_label(CommandLabel("DEAL")))
    assert (state_of(over).round, trick_of(over).who) == (2, named("Bo"))


def test_card_before_the_deal_is_refused(over: BoxDriver) -> None:
    over.show_card("5C")
    assert over.refusal == RoundOver("Ann")
    assert over.notes[-1].facts["code"] == "round-over"


def test_called_points_are_checked(over: BoxDriver) -> None:
    over.press("MORE").press("RIGHT", "OK")
    called = over.asking(CalledPointsDialog)
    assert (called.player, called.value) == ("Bo", None)
    over.dial(70)
    shown = over.showing(MiscountScreen)
    assert worded((shown.total, shown.called)) == (60, 70)
    over.wait(5).hold("MORE").choose("Check points").choose("Bo").dial(60)
    assert over.notice.mark == ""
    assert over.notes[-1].facts["correct"] is True


def test_impossible_points_call_is_judged(over: BoxDriver) -> None:
    over.press("MORE", "OK").dial(35)
    shown = over.showing(MiscountScreen)
    assert (shown.total, shown.called) == (50, 35)


def test_undo_goes_back_over_the_end_of_a_round(over: BoxDriver) -> None:
    over.press("OK", "UNDO")
    assert over.dialog == TakeBackDialog(1)
    over.press("UNDO")
    assert over.dialog == TakeBackDialog(2)
    over.press("OK")
    assert (state_of(over).round, state_of(over).phase) == (1, "play")
    assert isinstance(over.picture, TrickScreen)


def test_undo_reopens_a_taken_trick(four: BoxDriver) -> None:
    four.show_cards("7D", "JD", "3C", "QD").press("UNDO", "UNDO")
    assert four.dialog == TakeBackDialog(1)
    four.press("OK")
    assert worded([slot.card for slot in trick_of(four).slots]) == ["7♦", "J♦", "3♣", ""]


# The end


def test_lowest_total_wins_and_one_key_shows_the_games_won(four: BoxDriver) -> None:
    in_round(four, 6).press("OK").dial(160).dial(200).dial(100)
    assert state_of(four).winners == (3,)
    shown = four.showing(WinnerScreen)
    assert worded([(row.name, row.text) for row in shown.rows]) == [
        ("Di", "220"),
        ("Cy", "230"),
        ("Ann", "335"),
        ("Bo", "335"),
    ]
    assert worded(shown.unit) == "points"
    assert four.evening == {"Ann": 0, "Bo": 0, "Cy": 0, "Di": 1}
    four.press("OK")
    assert four.asking(SummaryDialog).dealer == "Di"


def test_equal_lowest_totals_share_the_win(four: BoxDriver) -> None:
    in_round(four, 6)
    four.press("OK").dial(5).dial(245).dial(250)
    assert state_of(four).winners == (0, 3)
    assert four.evening == {"Ann": 1, "Bo": 0, "Cy": 0, "Di": 1}
    assert four.press("OK").asking(SummaryDialog).dealer == "Bo"


def test_every_winner_has_a_crown(sit: Sit) -> None:
    rig = sit("slobberhannes", "Ann", "Bo", "Cy", "Di")
    for _ in range(2):
        rig.table.obey(Score(points={"Di": 4}))
        rig.table.obey(Deal())
    rig.table.obey(Score(points={"Di": 4}))
    rig.box.tick()
    shown = rig.showing(WinnerScreen)
    assert [row.name for row in shown.rows if row.crowned] == ["Ann", "Bo", "Cy"]


@pytest.mark.parametrize("before", [(), ("LEFT",)])
def test_unused_keys_do_nothing_after_the_game(
    four: BoxDriver, before: tuple[KeyName, ...]
) -> None:
    in_round(four, 6).table.obey(Score(points=ROUNDS[5]))
    four.box.tick()
    shown = four.press(*before).picture
    assert four.press("BUST").picture == shown
    assert four.press("UNDO").dialog == TakeBackDialog(1)


def test_finished_round_shows_the_last_trick_and_then_the_points(four: BoxDriver) -> None:
    in_round(four, 4).show_cards("7D", "KS", "8D", "9D")
    assert worded((trick_of(four).who, trick_of(four).does)) == worded((named("Cy"), "takes 100"))
    assert four.buzzer.played[-1] == "hand-over"
    four.wait(5)
    assert isinstance(four.picture, PlayerTableScreen)


# Setting up


def test_cards_to_take_out_are_announced(rig: BoxDriver) -> None:
    rig.choose_game("Arizona Spaghetti")
    assert isinstance(rig.picture, CountScreen)
    rig.dial(5)
    rig.press("OK")
    assert worded(rig.notice.sentence) == "2♣ 2♦"
    rig.press("OK")
    assert isinstance(rig.picture, TrickScreen)
    assert len(trick_of(rig).slots) == 5


def test_cards_already_removed_are_not_announced(rig: BoxDriver) -> None:
    rig.choose_game("Slobberhannes").dial(4).press("OK", "OK")
    rig.hold("MORE").choose("New game")
    rig.choose_game("Polignac").dial(4).press("OK", "OK")
    assert isinstance(rig.picture, TrickScreen)


def test_player_count_is_limited_to_what_can_be_dealt(rig: BoxDriver) -> None:
    rig.choose_game("Polignac")
    seen = set()
    for _ in range(8):
        assert isinstance(rig.picture, CountScreen)
        seen.add(rig.picture.value)
        rig.press("RIGHT")
    assert seen == {4, 5, 6}


def test_revoke_penalty_can_be_set_as_a_house_rule(rig: BoxDriver) -> None:
    rig.choose_game("Arizona Spaghetti").dial(4).choose("House rules")
    assert len(rig.rows) == 1
    rig.press("OK").dial(50).press("UNDO").choose("Start")
    assert rig.kept[-1].command.endswith('"house": {"revoke_penalty": 50}}')


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (("slobberhannes", 3), ("Ninety-nine", 6)),
        (("ninety-nine", 6), ("Arizona Spaghetti", 4)),
        (("arizona-ninety-eight", 3), ("Polignac", 4)),
        (("ninety-nine", 3), ("Arizona 98", 4)),
        (("arizona-spaghetti", 5), ("Arizona Spaghetti", 3)),
    ],
)
def test_pack_changes_between_games_are_announced(
    sit: Sit, before: tuple[str, int], after: tuple[str, int]
) -> None:
    rig = sit(before[0], *[f"P{seat}" for seat in range(before[1])])
    assert rig.table.rules is not None
    had = rig.table.rules.pack
    rig.hold("MORE").choose("New game")
    rig.choose_game(after[0]).dial(after[1]).choose("Start").press("OK")
    asked = rig.asking(MakePackDialog)
    rules = asked.summary.rules(rig.snapshot.scene)
    assert rules is not None
    assert (asked.had, asked.wanted) == (had, rules.pack)
    assert any(pack_changes(had, asked.wanted))


def test_next_game_deals_with_its_own_pack(sit: Sit) -> None:
    rig = sit("slobberhannes", "Ann", "Bo", "Cy", "Di")
    rig.hold("MORE").choose("New game")
    rig.choose_game("Ninety-nine").press("OK").choose("Start").press("OK")
    assert rig.asking(MakePackDialog)
    assert rig.press("OK").show_card("2C").total == 2


def test_resting_display_shows_the_round(four: BoxDriver) -> None:
    four.wait(700)
    shown = four.showing(RestingScreen)
    assert shown.total is None
    assert "Ann" in worded(shown.text)
