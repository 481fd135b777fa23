"""Trick games at the box: cards and keys, revokes and restricted leads, points, rounds, the end."""

import pytest

from companion.inputs import KeyName
from companion.labels.codec import CommandLabel, write_label
from companion.rules.commands import Deal, Score
from companion.rules.tricks.state import TrickState
from companion.screens.model import (
    ChoiceScreen,
    CountScreen,
    DialScreen,
    MiscountScreen,
    NoticeScreen,
    PlayerTableScreen,
    TrickScreen,
    WinnerScreen,
)
from companion.text.named import Named, plain
from tests.box.conftest import Sit
from tests.drivers.box import BoxDriver

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
    """The table of points on the display."""
    shown = rig.picture
    assert isinstance(shown, PlayerTableScreen), rig.says
    return {row.name: row.text for row in shown.rows}


def in_round(rig: BoxDriver, number: int) -> BoxDriver:
    """The game goes on to the first lead of that round; the rounds before were only scored."""
    for points in ROUNDS[: number - 1]:
        rig.table.obey(Score(points=points))
        rig.table.obey(Deal())
    rig.box.tick()
    return rig


@pytest.fixture
def four(sit: Sit) -> BoxDriver:
    return sit("arizona-spaghetti", *FOUR)


# A trick


def test_the_display_says_round_cost_and_who_leads(four: BoxDriver) -> None:
    shown = trick_of(four)
    assert (shown.title, shown.costs) == ("Round 1", "each trick costs 10")
    assert (shown.who, shown.does) == (Named("Ann"), "lead")
    assert [slot.name for slot in shown.slots] == list(FOUR)
    assert [slot.mark for slot in shown.slots] == ["act", "", "", ""]


def test_cards_passed_over_the_reader_make_a_trick(four: BoxDriver) -> None:
    four.show_cards("7D", "JD", "3C")
    shown = trick_of(four)
    assert [(slot.card, slot.mark) for slot in shown.slots] == [
        ("7♦", ""),
        ("J♦", "wins"),
        ("3♣", ""),
        ("", "act"),
    ]
    assert (shown.who, shown.does) == (Named("Di"), "follow ♦")
    assert four.ring.shown[-1].seats.count("act") == 1
    assert four.ring.shown[-1].clockwise


def test_taken_trick_is_shown_for_four_seconds(four: BoxDriver) -> None:
    four.show_cards("7D", "JD", "3C", "QD")
    shown = trick_of(four)
    assert (shown.who, shown.does) == (Named("Di"), "takes 10")
    assert [slot.card for slot in shown.slots] == ["7♦", "J♦", "3♣", "Q♦"]
    four.wait(4)
    assert (trick_of(four).who, trick_of(four).does) == (Named("Di"), "lead")
    assert not any(slot.card for slot in trick_of(four).slots)


def test_next_card_replaces_the_taken_trick(four: BoxDriver) -> None:
    four.show_cards("7D", "JD", "3C", "QD", "2S")
    assert trick_of(four).slots[3].card == "2♠"


def test_a_trick_that_costs_nothing_is_just_taken(four: BoxDriver) -> None:
    in_round(four, 3).show_cards("7D", "JD", "3C", "2D")
    assert trick_of(four).does == "takes it"


def test_suit_question_opens_at_the_led_suit(four: BoxDriver) -> None:
    four.turn_to("7").press("OK")
    assert isinstance(four.picture, ChoiceScreen)
    four.press("RIGHT", "RIGHT", "OK")
    assert trick_of(four).slots[0].card == "7♦"
    four.turn_to("J").press("OK")
    shown = four.picture
    assert isinstance(shown, ChoiceScreen)
    assert (shown.options[shown.chosen].label, plain(shown.ok.does if shown.ok else "")) == ("♦", "play")
    four.press("OK")
    assert trick_of(four).slots[1].card == "J♦"


def test_suit_question_shows_each_cards_result(four: BoxDriver) -> None:
    four.show_cards("7D", "3C", "8D", "9D")
    four.show_cards("2D", "4D")
    four.turn_to("5").press("OK")
    shown = four.picture
    assert isinstance(shown, ChoiceScreen)
    assert shown.ok is not None
    assert plain(shown.ok.does) == "revoke"


def test_refused_scan_keeps_the_chosen_suit(four: BoxDriver) -> None:
    four.show_card("7D").turn_to("J").press("OK").show_card("KS").wait(5)
    shown = four.picture
    assert isinstance(shown, ChoiceScreen)
    assert shown.options[shown.chosen].label == "♦"


def test_already_played_card_is_refused(four: BoxDriver) -> None:
    four.show_card("7D").turn_to("7").press("OK")
    shown = four.picture
    assert isinstance(shown, ChoiceScreen)
    assert shown.ok is not None
    assert plain(shown.ok.does) == "is played"


def test_adding_commands_are_refused_in_a_trick_game(four: BoxDriver) -> None:
    four.show_card("7D")
    assert "no bust" in four.press("BUST").says
    assert "One card at a time" in four.press("MORE").says
    assert "when the round is over" in four.press("OK").press("OK").says
    assert len(state_of(four).trick) == 1


# A revoke


@pytest.fixture
def void(four: BoxDriver) -> BoxDriver:
    """Bo has shown to have no diamond, and diamonds are led again."""
    four.show_cards("7D", "3C", "8D", "9D")
    return four.show_cards("2D", "4D")


def test_revoke_question_stays_until_answered(void: BoxDriver) -> None:
    void.wait(1).show_card("6D")
    assert void.says == "Revoke. Bo: no diamonds since trick 1. OK back, MORE stands."
    assert void.ring.shown[-1].refused
    assert void.buzzer.played[-1] == "refused"
    void.wait(30)
    assert void.says.startswith("Revoke")
    void.show_card("KS")
    assert "First: take 6♦ back?" in plain(void.notice.sentence)
    assert void.press("OK").says.startswith("Revoke")
    assert [note.facts["code"] for note in void.table.journal.notes() if note.kind == "refused"] == ["revoke"]


@pytest.mark.parametrize("key", ["OK", "UNDO"])
def test_a_revoke_is_taken_back_and_changes_nothing(void: BoxDriver, key: KeyName) -> None:
    before = state_of(void)
    void.wait(1).show_card("6D").press(key)
    assert state_of(void) == before
    assert trick_of(void).does == "follow ♦"
    void.show_card("6C")
    assert [slot.card for slot in trick_of(void).slots] == ["4♦", "6♣", "", "2♦"]


def test_the_card_that_was_taken_back_can_be_passed_again_at_once(void: BoxDriver) -> None:
    void.show_card("6D").press("OK").show_card("6D")
    assert void.says.startswith("Revoke")


def test_a_scanner_that_reads_the_card_twice_asks_once(void: BoxDriver) -> None:
    void.show_card("6D").show_card("6D")
    assert void.says.startswith("Revoke")


def test_a_revoke_is_let_stand(void: BoxDriver) -> None:
    void.show_card("6D").press("MORE")
    assert state_of(void).revokes == 1
    assert trick_of(void).slots[1].card == "6♦"
    assert (trick_of(void).who, trick_of(void).does) == (Named("Cy"), "follow ♦")


def test_a_revoke_costs_what_the_house_says(sit: Sit) -> None:
    rig = sit("arizona-spaghetti", *FOUR, revoke_penalty=50)
    rig.show_cards("7D", "3C", "8D", "9D", "2D", "4D", "5D").press("MORE")
    assert rig.says == "Revoke. Bo pays 50."
    assert [player.points for player in state_of(rig).players] == [0, 50, 0, 10]
    assert trick_of(rig.wait(5)).does == "follow ♦"


def test_a_card_that_lies_on_the_reader_is_not_played_again_when_it_was_let_stand(void: BoxDriver) -> None:
    void.wait(5).show_card("6D").press("MORE").wait(0.5).show_card("6D")
    assert void.says == "Read once. 6 of diamonds has been read."
    assert state_of(void).revokes == 1


# A restricted suit


def test_a_restricted_lead_asks(four: BoxDriver) -> None:
    in_round(four, 2)
    assert (trick_of(four).does, trick_of(four).who) == ("not ♥", Named("Bo"))
    four.show_card("5H")
    assert four.says.startswith("Not hearts. hearts may not be led before it is broken. OK back, MORE only")
    four.press("OK")
    assert state_of(four).trick == ()
    four.show_card("5H").press("MORE")
    assert trick_of(four).slots[1].card == "5♥"
    assert not state_of(four).broken


def test_other_suit_after_declared_only_suit_is_a_revoke(four: BoxDriver) -> None:
    in_round(four, 2).show_card("5H").press("MORE")
    four.show_cards("6H", "7H", "8H")
    assert trick_of(four).does == "takes 40"
    four.show_card("2D").show_card("3D")
    assert four.says == "Revoke. Bo: no diamonds since trick 1. OK back, MORE stands."


def test_void_player_breaks_the_restricted_suit(four: BoxDriver) -> None:
    in_round(four, 4)
    assert trick_of(four).does == "not ♠"
    four.show_cards("7D", "5S", "8D", "9D").wait(5)
    assert trick_of(four).does == "lead"


# Points of a round, entered


def test_the_points_of_a_round_are_entered_with_a_dial_for_each_but_the_last(four: BoxDriver) -> None:
    four.press("OK")
    shown = four.picture
    assert isinstance(shown, DialScreen)
    assert (shown.title, shown.whose, shown.value, shown.high) == (Named("Ann", " pays"), "130 left", 0, 130)
    four.press("RIGHT")
    assert isinstance(four.picture, DialScreen)
    assert four.picture.value == 10
    four.dial(50).dial(60)
    assert isinstance(four.picture, DialScreen)
    assert four.picture.whose == "20 left"
    four.dial(0)
    assert points_of(four) == {"Ann": "+50", "Bo": "+60", "Cy": "+0", "Di": "+20"}
    four.press("OK")
    assert points_of(four) == {"Ann": "50", "Bo": "60", "Cy": "0", "Di": "20"}
    assert '"points": {"Ann": 50, "Bo": 60, "Cy": 0, "Di": 20}' in four.kept[-1].command


def test_points_dial_ends_when_nothing_remains(four: BoxDriver) -> None:
    in_round(four, 4).press("OK").dial(0).dial(100)
    assert points_of(four) == {"Ann": "+0", "Bo": "+100", "Cy": "+0", "Di": "+0"}


def test_undo_goes_back_from_dial_to_dial(four: BoxDriver) -> None:
    four.press("OK").dial(50).dial(60).dial(20)
    four.press("UNDO", "UNDO", "UNDO")
    assert isinstance(four.picture, DialScreen)
    assert (four.picture.title, four.picture.value) == (Named("Ann", " pays"), 50)
    four.press("UNDO")
    assert isinstance(four.picture, TrickScreen)
    assert four.table.journal.sequence == 1


def test_the_dial_goes_in_steps_of_what_the_round_costs(four: BoxDriver) -> None:
    in_round(four, 3).press("OK", "RIGHT", "RIGHT", "RIGHT")
    assert isinstance(four.picture, DialScreen)
    assert four.picture.value == 75


def test_after_the_first_card_points_are_not_entered(four: BoxDriver) -> None:
    four.show_card("7D")
    assert "Enter points" not in menu_of(four)
    assert "Points are counted when the round is over" in four.press("UNDO").press("OK").says


def test_who_takes_everything_pays_the_sweep(sit: Sit) -> None:
    rig = sit("slobberhannes")
    rig.press("OK").dial(3)
    assert "1 point missing: together it must be 4" in rig.says
    rig.press("OK").dial(4)
    assert points_of(rig) == {"Ann": "+4", "Bo": "+0", "Cy": "+0"}


def test_sweep_is_given_to_the_last_player(sit: Sit) -> None:
    rig = sit("slobberhannes")
    rig.press("OK").dial(0).dial(0)
    assert points_of(rig) == {"Ann": "+0", "Bo": "+0", "Cy": "+4"}


def menu_of(rig: BoxDriver) -> list[str]:
    rig.hold("MORE")
    return [plain(row.text) for row in rig.listing.rows]


def test_the_menu_lists_what_is_possible(four: BoxDriver) -> None:
    assert menu_of(four)[:2] == ["Enter points", "New game"]
    four.choose("Enter points").dial(50).dial(60).dial(20).press("OK")
    assert menu_of(four)[:2] == ["Check points", "New game"]


# Between rounds


@pytest.fixture
def over(four: BoxDriver) -> BoxDriver:
    """The first round is over."""
    four.press("OK").dial(50).dial(60).dial(0).press("OK")
    return four


@pytest.mark.parametrize("keys", [("LEFT",), ("LEFT", "RIGHT")])
def test_the_next_round_is_dealt_by_card_whatever_is_shown_of_this_one(
    over: BoxDriver, keys: tuple[KeyName, ...]
) -> None:
    over.press(*keys).scan(write_label(CommandLabel("DEAL")))
    assert state_of(over).round == 2


def test_the_table_of_points_crowns_the_fewest(over: BoxDriver) -> None:
    shown = over.picture
    assert isinstance(shown, PlayerTableScreen)
    assert (plain(shown.title), shown.whose) == ("Round 1 over", "after 1 of 6")
    assert [row.name for row in shown.rows if row.crowned] == ["Cy"]
    assert over.says.endswith("OK Ann deals, low wins.")
    over.press("LEFT")
    assert points_of(over) == {"Ann": "+50", "Bo": "+60", "Cy": "+0", "Di": "+20"}
    over.press("RIGHT")
    assert points_of(over)["Ann"] == "50"


def test_single_payer_is_named_in_the_title(four: BoxDriver) -> None:
    in_round(four, 4).press("OK").dial(0).dial(0).dial(100).press("OK")
    shown = four.picture
    assert isinstance(shown, PlayerTableScreen)
    assert plain(shown.title) == "Cy +100"
    assert [row.name for row in shown.rows if row.marked] == ["Cy"]


@pytest.mark.parametrize("deal", ["OK", "card"])
def test_the_next_round_is_dealt(over: BoxDriver, deal: str) -> None:
    if deal == "OK":
        over.press("OK")
    else:
        over.scan(write_label(CommandLabel("DEAL")))
    assert (state_of(over).round, trick_of(over).who) == (2, Named("Bo"))


def test_card_before_the_deal_is_refused(over: BoxDriver) -> None:
    over.show_card("5C")
    assert "The round is over. Ann deals" in over.says
    assert over.table.journal.notes()[-1].facts["code"] == "round-over"


def test_called_points_are_checked(over: BoxDriver) -> None:
    over.press("MORE").press("RIGHT", "OK")
    shown = over.picture
    assert isinstance(shown, DialScreen)
    assert (shown.title, shown.value) == (Named("Bo", " called"), 0)
    over.dial(70)
    assert over.picture == MiscountScreen(60, 70, Named("Bo", " called 70"), FOUR, "not")
    over.wait(5).hold("MORE").choose("Check points").choose("Bo").dial(60)
    assert isinstance(over.picture, NoticeScreen)
    assert over.picture.headline == "Right"


def test_impossible_points_call_is_judged(over: BoxDriver) -> None:
    over.press("MORE", "OK").dial(35)
    assert over.picture == MiscountScreen(50, 35, Named("Ann", " called 35"), FOUR, "not")


def test_undo_goes_back_over_the_end_of_a_round(over: BoxDriver) -> None:
    over.press("OK", "UNDO")
    assert over.says == "Take back? Deal of round 2. back to round 1. OK yes, UNDO earlier."
    over.press("UNDO")
    assert "Points of round 1" in over.says
    over.press("OK")
    assert (state_of(over).round, state_of(over).phase) == (1, "play")
    assert isinstance(over.picture, TrickScreen)


def test_undo_takes_a_card_back_into_the_trick(four: BoxDriver) -> None:
    four.show_cards("7D", "JD", "3C", "QD").press("UNDO", "UNDO")
    assert "queen of diamonds by Di" in four.says
    four.press("OK")
    assert [slot.card for slot in trick_of(four).slots] == ["7♦", "J♦", "3♣", ""]


# The end


def test_the_lowest_wins_and_the_points_are_one_key_away(four: BoxDriver) -> None:
    in_round(four, 6).press("OK").dial(160).dial(200).dial(100).press("OK")
    shown = four.picture
    assert isinstance(shown, WinnerScreen)
    assert plain(shown.sentence) == "Di wins"
    assert dict(shown.tally) == {"Ann": 0, "Bo": 0, "Cy": 0, "Di": 1}
    four.press("RIGHT")
    assert points_of(four) == {"Ann": "335", "Bo": "335", "Cy": "230", "Di": "220"}
    four.press("LEFT", "OK")
    assert "Dealer Di" in four.press("RIGHT").says


def test_equal_lowest_totals_share_the_win(four: BoxDriver) -> None:
    in_round(four, 6)
    four.press("OK").dial(5).dial(245).dial(250).press("OK")
    assert isinstance(four.picture, WinnerScreen)
    assert plain(four.picture.sentence) == "Ann and Di win"
    assert dict(four.picture.tally) == {"Ann": 1, "Bo": 0, "Cy": 0, "Di": 1}
    four.press("OK")
    assert "Dealer Bo" in four.press("RIGHT").says


def test_several_winners_are_all_named(sit: Sit) -> None:
    rig = sit("slobberhannes", "Ann", "Bo", "Cy", "Di")
    for _ in range(2):
        rig.table.obey(Score(points={"Di": 4}))
        rig.table.obey(Deal())
    rig.table.obey(Score(points={"Di": 4}))
    rig.box.tick()
    assert isinstance(rig.picture, WinnerScreen)
    assert plain(rig.picture.sentence) == "Ann, Bo and Cy win"


@pytest.mark.parametrize("before", [(), ("LEFT",)])
def test_unused_keys_do_nothing_after_the_game(four: BoxDriver, before: tuple[KeyName, ...]) -> None:
    in_round(four, 6).table.obey(Score(points=ROUNDS[5]))
    four.box.tick()
    shown = four.press(*before).picture
    assert four.press("BUST").picture == shown
    assert four.press("UNDO").says.startswith("Take back?")


def test_a_round_played_out_shows_who_took_the_last_trick_and_then_the_points(four: BoxDriver) -> None:
    in_round(four, 4).show_cards("7D", "KS", "8D", "9D")
    assert (trick_of(four).who, trick_of(four).does) == (Named("Cy"), "takes 100")
    assert four.buzzer.played[-1] == "hand-over"
    four.wait(5)
    assert isinstance(four.picture, PlayerTableScreen)


# Setting up


def test_the_cards_to_take_out_are_announced(rig: BoxDriver) -> None:
    find(rig, "Arizona Spaghetti").press("OK")
    assert isinstance(rig.picture, CountScreen)
    rig.dial(5)
    assert "Start 10 each" in rig.says
    rig.press("OK")
    assert plain(rig.notice.sentence) == "2♣ 2♦"
    rig.press("OK")
    assert isinstance(rig.picture, TrickScreen)
    assert len(trick_of(rig).slots) == 5


def test_thirty_two_cards_are_made_of_a_deck(rig: BoxDriver) -> None:
    find(rig, "Slobberhannes").press("OK").dial(3).press("OK")
    assert plain(rig.notice.sentence) == "2 to 6, 7♣ 7♠"


def test_cards_already_removed_are_not_announced(rig: BoxDriver) -> None:
    find(rig, "Slobberhannes").press("OK").dial(4).press("OK", "OK")
    rig.hold("MORE").choose("New game")
    find(rig, "Polignac").press("OK").dial(4).press("OK")
    assert isinstance(rig.picture, TrickScreen)


def test_player_count_is_limited_to_what_can_be_dealt(rig: BoxDriver) -> None:
    find(rig, "Polignac").press("OK")
    seen = set()
    for _ in range(8):
        assert isinstance(rig.picture, CountScreen)
        seen.add(rig.picture.value)
        rig.press("RIGHT")
    assert seen == {4, 5, 6}


def test_revoke_penalty_can_be_set_as_a_house_rule(rig: BoxDriver) -> None:
    find(rig, "Arizona Spaghetti").press("OK").dial(4).choose("House rules")
    assert [plain(row.text) for row in rig.listing.rows] == ["Revoke costs"]
    rig.press("OK").dial(50).press("UNDO").choose("Start")
    assert rig.kept[-1].command.endswith('"house": {"revoke_penalty": 50}}')


@pytest.mark.parametrize(
    ("before", "after", "says"),
    [
        (
            ("slobberhannes", 3),
            ("Ninety-nine", 6),
            "The pack. Two decks. Put back: 2 to 6, 7 of clubs 7 of spades.",
        ),
        (("ninety-nine", 6), ("Arizona Spaghetti", 4), "Take out. the second deck."),
        (("arizona-ninety-eight", 3), ("Polignac", 4), "The pack. Take out: the jokers. Take out: 2 to 6."),
        (("ninety-nine", 3), ("Arizona 98", 4), "Put in. 2 jokers."),
        (("arizona-spaghetti", 5), ("Arizona Spaghetti", 3), "Take out. only 2 of clubs."),
    ],
)
def test_pack_changes_between_games_are_announced(
    sit: Sit, before: tuple[str, int], after: tuple[str, int], says: str
) -> None:
    rig = sit(before[0], *[f"P{seat}" for seat in range(before[1])])
    rig.hold("MORE").choose("New game")
    find(rig, after[0]).press("OK").dial(after[1]).choose("Start")
    assert rig.says == f"{says} OK start, UNDO back."


def test_a_game_after_another_deals_with_its_own_pack(sit: Sit) -> None:
    rig = sit("slobberhannes", "Ann", "Bo", "Cy", "Di")
    rig.hold("MORE").choose("New game")
    find(rig, "Ninety-nine").press("OK", "OK").choose("Start")
    assert rig.says == "Put back. 2 to 6. OK start, UNDO back."
    rig.press("OK").show_card("2C")
    assert rig.says.startswith("2. ")


def find(rig: BoxDriver, title: str) -> BoxDriver:
    """Turns the list of games to the one of that title."""
    for _ in range(60):
        row = rig.listing.rows[rig.listing.chosen]
        if plain(row.text) == title:
            return rig
        rig.press("RIGHT")
    raise AssertionError(f"no game {title!r}")


def test_resting_display_shows_the_round(four: BoxDriver) -> None:
    four.wait(700)
    assert four.says == "Resting. Round 1: Ann."
