"""Tests of points games at the box: rounds by key, a wrong sum, a leaving player, the end, and the
next game.
"""

from pathlib import Path

import pytest

from companion.core.commands import End, Leave, New, Repair
from companion.core.refusals import NotInThisGame
from companion.dialogs.checking import CalledPointsDialog
from companion.dialogs.context import Move, Submit
from companion.dialogs.seating import ChoosePlayerDialog
from companion.dialogs.set_up import SummaryDialog
from companion.dialogs.taking_back import TakeBackDialog
from companion.dialogs.toolkit import Confirmation
from companion.drawing.text import around_names
from companion.games.points.dialogs import (
    AmountDialog,
    CorrectPointsDialog,
    DialNumberDialog,
    WhosePointsOfRoundDialog,
    WinnersDialog,
)
from companion.games.points.engine import PointsState
from companion.labels.codec import CommandLabel, write_label
from companion.message import render
from companion.screens.model import (
    DialScreen,
    KeyHint,
    ListScreen,
    MiscountScreen,
    NoticeScreen,
    PlayerTableScreen,
    RestingScreen,
    WinnerScreen,
)
from companion.variants import load_variants
from tests.box.conftest import Sit
from tests.drivers.box import BoxDriver
from tests.games.points_games import shelf_with_points_games
from tests.variants.shown_games import SHOWN
from tests.worded import named, worded

FOUR = ("Ann", "Bo", "Cy", "Di")


def state_of(rig: BoxDriver) -> PointsState:
    assert isinstance(rig.table.state, PointsState)
    return rig.table.state


def standings(rig: BoxDriver) -> dict[str, str]:
    """Return the points on the display, with a star for a small crown."""
    shown = rig.picture
    assert isinstance(shown, PlayerTableScreen | WinnerScreen), rig.says
    return {row.name: render(row.text) + "*" * row.crowned for row in shown.rows}


def enter(rig: BoxDriver, *points: int) -> BoxDriver:
    """Dial the points of a round for each remaining player, and submit with the last one."""
    rig.press("OK")
    for brought in points:
        rig.dial(brought)
    return rig


@pytest.fixture
def four(sit: Sit) -> BoxDriver:
    return sit("points", *FOUR, target=60)


@pytest.fixture
def hearts(sit: Sit, monkeypatch: pytest.MonkeyPatch) -> BoxDriver:
    """Return a game whose rounds sum to 26 or 0, and whose last round sums to 26 or 78."""
    monkeypatch.setattr("tests.drivers.box.VARIANTS", shelf_with_points_games())
    return sit("our-three-rounds", *FOUR)


# A round


def test_game_is_set_up_and_started_by_key(rig: BoxDriver) -> None:
    rig.choose_game("Points").dial(4).choose("House rules").choose("Goal").dial(30)
    rig.choose("Wins").press("UNDO").choose("Start")
    assert rig.kept[0].command.endswith('"house": {"target": 30, "wins": "lowest"}}')
    assert standings(rig) == dict.fromkeys(("Seat 1", "Seat 2", "Seat 3", "Seat 4"), "0")


def test_each_players_dial_starts_at_zero_and_shows_the_new_standing(four: BoxDriver) -> None:
    enter(four, 10, -5, 0, 20).press("OK")
    shown = four.showing(DialScreen)
    assert (around_names(shown.title)[1], worded(shown.whose)) == ("Ann", "1 of 4")
    assert shown.value == 0
    assert worded(four.press("RIGHT", "RIGHT").showing(DialScreen).makes) == "10 → 12"
    four.press("OK", "LEFT", "LEFT")
    shown = four.showing(DialScreen)
    assert around_names(shown.title)[1] == "Bo"
    assert worded((shown.value, shown.makes)) == (-2, "-5 → -7")


def test_1500_points_are_dialed_within_four_seconds(four: BoxDriver) -> None:
    four.press("OK").hold("RIGHT", 3.3).press("LEFT")
    assert four.showing(DialScreen).value == 1500
    four.hold("MORE").press("MORE")
    assert four.showing(DialScreen).value == 1610


def test_last_player_submits_the_round(four: BoxDriver) -> None:
    enter(four, 10, -5, 0, 20)
    assert standings(four) == {"Ann": "10", "Bo": "-5", "Cy": "0", "Di": "20*"}
    shown = four.showing(PlayerTableScreen)
    assert worded(shown.keys) == worded(
        (KeyHint("OK", "points"), KeyHint("", named("Ann", " deals")))
    )
    four.press("RIGHT")
    assert standings(four) == {"Ann": "+10", "Bo": "-5", "Cy": "+0", "Di": "+20"}


def test_undo_goes_back_one_player_and_keeps_the_entered_points(four: BoxDriver) -> None:
    four.press("OK").dial(10).dial(-5).press("RIGHT", "UNDO", "UNDO")
    assert four.asking(DialNumberDialog) == DialNumberDialog((10, -5, 1))
    four.press("OK", "OK", "OK")
    assert four.asking(DialNumberDialog) == DialNumberDialog((10, -5, 1), 3)
    four.press("UNDO", "UNDO", "UNDO", "UNDO")
    assert four.dialog is None
    assert state_of(four).deals_counted == 0


def test_refused_card_keeps_the_entered_points(four: BoxDriver) -> None:
    assert four.show_card("7D").refusal == NotInThisGame("play")
    four.press("OK", "OK").dial(10).show_card("7D")
    assert four.still_asks == DialNumberDialog((10,), 1)


def test_key_that_enters_a_round_deals_the_next(four: BoxDriver) -> None:
    enter(four, 10, -5, 0, 20).press("OK")
    assert (state_of(four).phase, four.asking(DialNumberDialog)) == ("play", DialNumberDialog())
    four.press("UNDO", "UNDO", "OK")  # leaves the dial, then undoes the deal
    assert state_of(four).phase == "round-over"


def test_card_labelled_deal_deals_the_next_round(four: BoxDriver) -> None:
    enter(four, 1, 2, 3, 4).scan(write_label(CommandLabel("DEAL")))
    assert (state_of(four).phase, state_of(four).round) == ("play", 2)


# A wrong sum


def test_wrong_sum_is_shown_with_the_last_player_chosen(hearts: BoxDriver) -> None:
    enter(hearts, 10, 3, 12, 0)
    shown = hearts.showing(ListScreen)
    assert worded(shown.title) == "25 of 26: 1 short"
    assert worded([(row.text, row.value) for row in shown.rows][2:]) == [("Cy", "12"), ("Di", "0")]
    assert shown.chosen == 3
    assert state_of(hearts).deals_counted == 0


def test_player_of_a_wrong_sum_is_dialed_again(hearts: BoxDriver) -> None:
    enter(hearts, 10, 3, 13, 2).press("LEFT", "LEFT", "OK")
    assert hearts.asking(CorrectPointsDialog).value == 3
    hearts.dial(2)
    assert hearts.asking(WhosePointsOfRoundDialog).points == (10, 2, 13, 2)
    assert worded(hearts.showing(ListScreen).title) == "27 of 26: 1 over"
    hearts.press("OK").press("LEFT")
    assert worded(hearts.showing(DialScreen).makes) == "0 → 1"
    hearts.press("OK")
    assert [player.points for player in state_of(hearts).players] == [10, 1, 13, 2]


def test_undo_of_a_wrong_sum_returns_to_the_dials_with_all_points(hearts: BoxDriver) -> None:
    enter(hearts, 10, 3, 12, 0).press("OK", "UNDO", "UNDO")
    assert hearts.asking(DialNumberDialog) == DialNumberDialog((10, 3, 12, 0), 3)
    hearts.dial(1)
    assert state_of(hearts).phase == "round-over"


# Calls, undo, leaving, the end


def ends(move: Move) -> bool:
    """Return whether a row of the menu asks whether the game ends."""
    return isinstance(move, Confirmation) and move.ok == Submit(End())


@pytest.mark.parametrize(("called", "is_wrong"), [(30, False), (20, True)])
def test_called_points_are_checked_against_all_rounds(
    four: BoxDriver, called: int, is_wrong: bool
) -> None:
    enter(four, 10, -5, 0, 20)
    enter(four, 20, 0, 0, 0).press("MORE", "OK")
    assert four.asking(CalledPointsDialog).value is None
    four.dial(called)
    assert isinstance(four.picture, MiscountScreen) == is_wrong


def test_points_of_a_round_are_undone(four: BoxDriver) -> None:
    enter(four, 10, -5, 0, 20).press("UNDO")
    assert four.asking(TakeBackDialog).count == 1
    four.press("OK")
    assert (state_of(four).phase, state_of(four).deals_counted) == ("play", 0)


def test_leaving_player_gets_no_dial(four: BoxDriver) -> None:
    enter(four, 10, -5, 0, 20).hold("MORE").choose("Player leaves")
    four.asking(ChoosePlayerDialog)
    four.choose("Di")
    assert four.asking(Confirmation).ok == Submit(Leave(player="Di"))
    four.press("OK")
    assert standings(four) == {"Ann": "10*", "Bo": "-5", "Cy": "0", "Di": "out"}
    enter(four, 1, 2, 3)
    assert [player.points for player in state_of(four).players] == [11, -3, 3, 20]


def test_players_can_end_a_game_once_a_round_is_entered(sit: Sit) -> None:
    rig = sit("points", *FOUR, wins="lowest").hold("MORE")
    assert not any(map(ends, rig.moves))
    enter(rig.press("UNDO"), 10, -5, 0, 20).hold("MORE")
    assert any(map(ends, rig.moves))
    rig.choose("End the game").press("OK")
    assert rig.showing(WinnerScreen).crown
    assert state_of(rig).won_by == ("Bo",)
    assert standings(rig) == {"Ann": "10", "Bo": "-5", "Cy": "0", "Di": "20"}


def test_last_round_shows_the_player_whom_it_puts_out(sit: Sit) -> None:
    rig = enter(sit("points", *FOUR, wins="lowest", out_at=50), 1, 60, 0, 2)
    assert standings(rig)["Bo"] == "out"
    rig.press("RIGHT")
    assert standings(rig) == {"Ann": "+1", "Bo": "+60", "Cy": "+0", "Di": "+2"}


def test_goal_ends_the_game_and_the_same_players_play_again(four: BoxDriver) -> None:
    enter(four, 10, -5, 0, 20)
    enter(four, 50, 5, 0, 40)
    assert four.buzzer.played[-1] == "game-over"
    assert standings(four) == {"Ann": "60*", "Bo": "0", "Cy": "0", "Di": "60*"}
    assert four.evening == {"Ann": 1, "Bo": 0, "Cy": 0, "Di": 1}
    four.press("OK")
    assert four.asking(SummaryDialog).command.house == {"target": 60}
    four.press("OK")
    assert (state_of(four).round, state_of(four).players[0].points) == (1, 0)


def test_points_game_does_not_ask_for_a_pack(sit: Sit) -> None:
    rig = sit("slobberhannes", *FOUR).hold("MORE").choose("New game")
    rig.choose_game("Points").press("OK").choose("Start").press("OK")
    assert state_of(rig).phase == "play"


# Lights and rest


def test_dealer_and_remaining_players_are_lit(four: BoxDriver) -> None:
    lights = four.ring.shown[-1]
    assert (lights.seats.count("act"), lights.seats.count("in")) == (1, 3)
    assert (lights.clockwise, lights.counterclockwise) == (False, False)
    dealer = lights.seats.index("act")
    enter(four, 1, 2, 3, 4).wait(4)
    assert four.ring.shown[-1].seats.index("act") != dealer


def test_resting_display_shows_the_round(four: BoxDriver) -> None:
    four.wait(700)
    assert worded(four.showing(RestingScreen).text) == "Round 1"


# A corrected round


def correct(rig: BoxDriver, row: str, whose: str) -> BoxDriver:
    """Open the dial of one player's points in an entered round."""
    return rig.hold("MORE").choose("That's not right").choose(row).choose(whose)


def test_correction_of_points_shows_before_and_after(four: BoxDriver) -> None:
    enter(four, 10, -5, 0, 20)
    enter(four, 1, 2, 3, 4)
    correct(four, "Round 1", "Bo")
    assert four.asking(CorrectPointsDialog).value == -5
    four.press("RIGHT")
    assert worded(four.showing(DialScreen).makes) == "-3 → -2"
    four.dial(7)
    assert [player.points for player in state_of(four).players] == [11, 9, 3, 24]
    assert isinstance(four.snapshot.scene.moments[-1].command, Repair)
    four.press("UNDO", "OK")
    assert [player.points for player in state_of(four).players] == [11, -3, 3, 24]


def test_corrected_round_must_add_up(hearts: BoxDriver) -> None:
    enter(hearts, 10, 3, 13, 0)
    correct(hearts, "Round 1", "Cy").dial(12)
    assert hearts.asking(WhosePointsOfRoundDialog).points == (10, 3, 12, 0)
    assert worded(hearts.showing(ListScreen).title) == "25 of 26: 1 short"
    hearts.choose("Di").dial(1)
    assert [player.points for player in state_of(hearts).players] == [10, 3, 12, 1]


def test_points_of_a_doubled_round_are_corrected_as_they_were_entered(sit: Sit) -> None:
    rig = enter(sit("points", *FOUR, rounds=[{"times": 2}]), 10, 0, 0, 0)
    assert state_of(rig).players[0].points == 20
    correct(rig, "Round 1", "Ann")
    assert rig.asking(CorrectPointsDialog).value == 10


def test_correction_that_drops_a_later_round_is_announced(four: BoxDriver) -> None:
    enter(four, 10, -5, 0, 20)
    enter(four, 1, 2, 3, 4)
    correct(four, "Round 1", "Bo").dial(60)
    assert isinstance(four.picture, NoticeScreen)
    four.press("OK")
    assert four.asking(WhosePointsOfRoundDialog).points == (10, -5, 0, 20)


def test_dial_foretells_the_standing_that_a_rule_for_exact_points_makes(
    tmp_path: Path, rigs: list[BoxDriver]
) -> None:
    game = New(variant="molkky", players=FOUR)
    rigs.append(
        BoxDriver(tmp_path, game, variants=load_variants(extra=[SHOWN / "molkky.toml"]).variants)
    )
    rigs[-1].press("OK", "LEFT")
    assert worded(rigs[-1].showing(DialScreen).makes) == "0 → -1"
    enter(rigs[-1].press("UNDO"), 45, 0, 0, 0)
    rigs[-1].press("OK").press("RIGHT", times=6)
    assert worded(rigs[-1].showing(DialScreen).makes) == "45 → 25"


# Entry by winners.


@pytest.fixture
def winners(sit: Sit) -> BoxDriver:
    return sit("points", *FOUR, entry="winners", solo=3)


def test_round_is_entered_by_marking_the_winners_and_dialing_one_amount(
    winners: BoxDriver,
) -> None:
    winners.press("OK")
    rows = winners.showing(ListScreen).rows
    assert worded([row.text for row in rows[:-1]]) == [*FOUR]
    winners.press("OK", "RIGHT", "OK", "RIGHT", "OK")
    assert winners.asking(AmountDialog).won == {0, 2}
    assert winners.showing(DialScreen).value == 1
    winners.dial(3)
    assert standings(winners) == {"Ann": "3*", "Bo": "-3", "Cy": "3*", "Di": "-3"}
    winners.press("OK")
    assert winners.asking(WinnersDialog) == WinnersDialog()


def test_points_are_dialed_while_a_player_sits_out(sit: Sit) -> None:
    five = sit("points-doppelkopf", *FOUR, "Eva", entry="winners")
    assert five.press("OK").asking(DialNumberDialog)
    five.press("UNDO").table.obey(Leave(player="Eva"))
    five.box.tick()
    assert five.press("OK").asking(WinnersDialog)


def test_winner_can_be_unmarked_and_the_amount_left(winners: BoxDriver) -> None:
    winners.press("OK", "OK", "LEFT", "OK", "OK", "LEFT", "LEFT", "LEFT", "OK")
    assert winners.asking(AmountDialog).won == {1}
    winners.press("UNDO")
    assert winners.asking(WinnersDialog).won == {1}
    winners.press("UNDO")
    assert winners.dialog is None


def test_amount_is_refused_without_a_winner(winners: BoxDriver) -> None:
    winners.press("OK", "LEFT", "OK")
    assert winners.notice.mark == "cross"
    assert winners.press("OK").asking(WinnersDialog).won == frozenset()


def test_amount_that_cannot_be_shared_is_told_and_can_be_changed(sit: Sit) -> None:
    rig = sit("points", *FOUR, entry="winners")
    before = rig.table.state
    rig.press("OK", "OK", "OK", "OK", "RIGHT", "OK", "OK")
    assert rig.notice.mark == "cross"
    assert rig.table.state == before
    rig.press("OK", "RIGHT", "RIGHT", "OK")
    assert standings(rig) == {"Ann": "1*", "Bo": "1*", "Cy": "1*", "Di": "-3"}


def test_round_entered_by_winners_is_corrected_as_points(winners: BoxDriver) -> None:
    winners.press("OK", "OK", "LEFT", "LEFT", "OK")
    winners.dial(2)
    assert standings(winners) == {"Ann": "6*", "Bo": "-2", "Cy": "-2", "Di": "-2"}
    winners.hold("MORE").choose("That's not right").choose("Round 1")
    assert worded([row.value for row in winners.showing(ListScreen).rows]) == [
        "6",
        "-2",
        "-2",
        "-2",
    ]


# Teams.


def test_points_of_a_team_are_entered_and_shown_once(sit: Sit) -> None:
    rig = sit("points", *FOUR, teams=2).press("OK")
    shown = rig.showing(DialScreen)
    assert around_names(shown.title)[1] == "Ann & Cy"
    assert worded(shown.whose) == "1 of 2"
    rig.dial(20).dial(-5)
    assert standings(rig) == {"Ann & Cy": "20*", "Bo & Di": "-5"}
    rig.hold("MORE").choose("That's not right").choose("Round 1").choose("Bo & Di").dial(5)
    assert standings(rig) == {"Ann & Cy": "20*", "Bo & Di": "5"}


# Bids.


@pytest.fixture
def wizard(sit: Sit, monkeypatch: pytest.MonkeyPatch) -> BoxDriver:
    monkeypatch.setattr("tests.drivers.box.VARIANTS", shelf_with_points_games())
    return sit("wizard-with-bids", *FOUR[:3])


def test_bids_are_dialed_first_and_then_tricks_that_begin_with_them(wizard: BoxDriver) -> None:
    wizard.press("OK").dial(1).dial(0).dial(2)
    assert standings(wizard) == {"Ann": "0 (1)", "Bo": "0 (0)", "Cy": "0 (2)"}
    wizard.press("OK")
    shown = wizard.showing(DialScreen)
    assert worded((around_names(shown.title)[1:], shown.value, shown.makes)) == (
        ("Ann", "'s tricks"),
        1,
        "0 → 30",
    )
    wizard.press("OK", "OK").dial(0)
    assert standings(wizard) == {"Ann": "30*", "Bo": "20", "Cy": "-20"}
    wizard.press("OK")
    assert around_names(wizard.showing(DialScreen).title)[1:] == ("Ann", " bids")


def test_partners_bid_one_by_one_and_the_last_of_them_shows_the_points_of_both(
    tmp_path: Path, rigs: list[BoxDriver]
) -> None:
    file = SHOWN / "spades-with-bids.toml"
    game = New(variant=file.stem, players=FOUR)
    rig = BoxDriver(tmp_path, game, variants=load_variants(extra=[file]).variants)
    rigs.append(rig)
    rig.press("OK").dial(4).dial(3).dial(1).dial(2)
    assert standings(rig) == {"Ann & Cy": "0 (4+1)", "Bo & Di": "0 (3+2)"}
    rig.press("OK")
    assert rig.showing(DialScreen).makes == ""
    rig.dial(4).dial(3)
    assert around_names(rig.showing(DialScreen).title)[1:] == ("Cy", "'s tricks")
    rig.press("RIGHT", "RIGHT", "RIGHT")
    assert worded(rig.showing(DialScreen).makes) == "0 → 53"
    rig.press("OK").dial(2)
    assert standings(rig) == {"Ann & Cy": "53*", "Bo & Di": "50"}


def test_undo_goes_back_over_the_dialed_bids(wizard: BoxDriver) -> None:
    wizard.press("OK").dial(1).press("RIGHT", "UNDO")
    assert wizard.asking(DialNumberDialog) == DialNumberDialog((1, 1))
    wizard.press("UNDO")
    assert wizard.dialog is None


def test_only_rounds_with_points_are_corrected(wizard: BoxDriver) -> None:
    wizard.press("OK", "OK", "OK", "OK", "OK", "OK", "OK", "OK")
    wizard.press("OK", "OK", "OK", "OK").hold("MORE").choose("That's not right")
    assert worded([row.text for row in wizard.showing(ListScreen).rows]) == ["Round 1"]
    wizard.choose("Round 1").choose("Bo").dial(0)
    assert standings(wizard) == {"Ann": "20 (0)*", "Bo": "0 (0)", "Cy": "20 (0)*"}
