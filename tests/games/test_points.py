"""The engine of the points games (docs/reference/rules.md section 9;
docs/reference/referee-protocol.md, "Decisions of points games").
"""

import pytest

from companion.core.commands import Deal, End, Join, Judged, Leave, New, Score
from companion.core.events import (
    Eliminated,
    EndCalled,
    GameEnded,
    RoundDealt,
    RoundEnded,
    Scored,
    Tied,
)
from companion.core.legal import legal_plays
from companion.games import family_of
from tests.games.points_games import PointsGame


def test_game_begins_with_its_first_round_dealt_and_zero_points() -> None:
    game = PointsGame()
    assert game.begun == (RoundDealt(1, "Di", cards=0),)
    assert (game.phase, game.state.round, game.dealer) == ("play", 1, "Di")
    assert game.points == game.last == [0, 0, 0, 0]
    assert game.turn is None
    assert list(legal_plays(family_of(game.rules), game.rules, game.state)) == []


def test_the_dealer_of_the_first_round_can_be_named() -> None:
    game = PointsGame()
    game.obey(New(variant="points", players=("Ann", "Bo", "Cy"), dealer="Ann"))
    assert game.dealer == "Ann"


def test_points_of_a_round_may_be_negative() -> None:
    game = PointsGame(players=2)
    assert game.score(Ann=-20, Bo=35) == (Scored(1, {"Ann": -20, "Bo": 35}), RoundEnded(1, "Ann"))
    assert (game.phase, game.points, game.last) == ("round-over", [-20, 35], [-20, 35])


def test_last_points_are_kept_until_the_next_round_is_entered() -> None:
    game = PointsGame(players=2)
    game.rounds("10 0")
    game.deal()
    assert (game.phase, game.state.round, game.points, game.last) == ("play", 2, [10, 0], [10, 0])
    game.rounds("0 5")
    assert (game.points, game.last) == ([10, 5], [0, 5])


def test_points_are_reported_in_seat_order() -> None:
    game = PointsGame(players=2)
    (scored, _) = game.score(Bo=1, Ann=2)
    assert isinstance(scored, Scored)
    assert list(scored.points) == ["Ann", "Bo"]


def test_the_deal_goes_round_to_the_next_player_still_in() -> None:
    game = PointsGame()
    game.rounds("1 2 3 4")
    game.obey(Leave(player="Ann"))
    assert game.state.deals_next == "Bo"
    assert game.deal() == (RoundDealt(2, "Bo", cards=0),)
    game.rounds("1 1 1")
    game.obey(Leave(player="Bo"))
    assert game.deal() == (RoundDealt(3, "Cy", cards=0),)


# The end of a game, and its winners.


def test_game_without_target_or_last_round_continues_until_the_players_end_it() -> None:
    game = PointsGame(players=2)
    game.rounds(*["5000 1"] * 40)
    assert game.phase == "round-over"
    assert game.obey(End()) == (EndCalled(40), GameEnded("Ann", winners=("Ann",)))
    assert (game.phase, game.winners) == ("game-over", ["Ann"])


def test_game_can_be_ended_during_a_round() -> None:
    game = PointsGame(players=2)
    game.rounds("1 3")
    game.deal()
    assert game.obey(End())[0] == EndCalled(1)
    assert (game.state.round, game.state.deals_counted) == (2, 1)
    assert (game.points, game.winners) == ([1, 3], ["Bo"])


@pytest.mark.parametrize(("wins", "winner"), [("highest", "Bo"), ("lowest", "Cy")])
def test_game_with_a_target_ends_after_the_round_in_which_it_is_reached(
    wins: str, winner: str
) -> None:
    game = PointsGame(players=3, target=100, wins=wins)
    game.rounds("60 99 -5")
    assert (game.phase, game.state.won_by) == ("round-over", ())
    game.rounds("40 20 3")
    assert (game.phase, game.winners) == ("game-over", [winner])


def test_exceeding_the_target_ends_the_game() -> None:
    game = PointsGame(players=2, target=100)
    game.rounds("0 101")
    assert game.phase == "game-over"


def test_a_game_ends_with_its_last_round() -> None:
    game = PointsGame(players=2, last_round=3)
    game.rounds("1 2", "1 2")
    assert game.phase == "round-over"
    game.rounds("4 2")
    assert (game.phase, game.winners) == ("game-over", ["Ann", "Bo"])


@pytest.mark.parametrize(
    ("rounds", "over"), [(["9 0"], False), (["10 0"], True), (["1 0", "1 0"], True)]
)
def test_a_target_or_the_last_round_ends_a_game_whichever_comes_first(
    rounds: list[str], over: bool
) -> None:
    game = PointsGame(players=2, target=10, last_round=2)
    game.rounds(*rounds)
    assert (game.phase == "game-over") == over


def test_tie_is_decided_in_another_round_if_the_rules_say_so() -> None:
    game = PointsGame(players=3, last_round=1, tie="one more round")
    assert game.score(Ann=5, Bo=5)[1:] == (Tied(("Ann", "Bo")), RoundEnded(1, "Ann"))
    game.rounds("1 1 0", "0 2 9")
    assert (game.phase, game.winners, game.points) == ("game-over", ["Cy"], [6, 8, 9])


def test_player_who_waits_continues_with_the_last_player_whose_points_allow_it() -> None:
    game = PointsGame(players=2, out_at=10, wins="lowest")
    game.obey(Join(player="Cy", points=3))
    game.score(Ann=10)
    assert (game.phase, game.state.seats_in) == ("round-over", (1, 2))


def test_players_with_equal_points_share_the_win() -> None:
    game = PointsGame(players=3, target=50)
    (_, ended) = game.score(Ann=50, Bo=10, Cy=50)
    assert ended == GameEnded(None, winners=("Ann", "Cy"))
    assert game.state.won_by == ("Ann", "Cy")


# Players who leave.


def test_the_points_of_a_player_who_leaves_stay_and_cannot_win() -> None:
    game = PointsGame(players=3)
    game.rounds("90 10 20")
    assert game.obey(Leave(player="Ann")) == (Eliminated("Ann", "left"),)
    game.rounds("5 -30")
    assert (game.points, game.last) == ([90, 15, -10], [0, 5, -30])
    game.obey(End())
    assert game.winners == ["Bo"]


def test_the_last_player_left_wins_whatever_the_points_are() -> None:
    game = PointsGame(players=3)
    game.rounds("9 8 7")
    game.deal()
    game.obey(Leave(player="Ann"))
    events = game.obey(Leave(player="Bo"))
    assert events == (Eliminated("Bo", "left"), GameEnded("Cy", winners=("Cy",)))
    assert (game.phase, game.winners, game.points) == ("game-over", ["Cy"], [9, 8, 7])


def test_undo_lets_a_player_in_again() -> None:
    game = PointsGame(players=2)
    before = game.state
    game.obey(Leave(player="Ann"))
    game.undo()
    assert game.state == before


# Rounds of a file.

DOUBLED = """
sums = [26, 78]
[[rounds]]
[[rounds]]
says = "double"
times = 2
[[rounds]]
sums = []
"""


def test_points_of_a_round_are_multiplied_by_its_factor() -> None:
    game = PointsGame(DOUBLED)
    game.rounds("26 0 0 0", "10 10 6 0")
    assert (game.points, game.last) == ([46, 20, 12, 0], [20, 20, 12, 0])
    assert game.game.moments[-1].events[0] == Scored(2, {"Ann": 20, "Bo": 20, "Cy": 12, "Di": 0})


def test_after_the_last_round_the_first_one_follows() -> None:
    game = PointsGame(DOUBLED)
    assert [game.rules.round(number).times for number in range(1, 8)] == [1, 2, 1, 1, 2, 1, 1]
    assert [game.rules.sums_of_round(number) for number in (2, 3, 6)] == [(26, 78), (), ()]


def test_rounds_of_a_file_are_played_once_if_the_last_ends_the_game() -> None:
    game = PointsGame('last_round = 2\n[[rounds]]\nsays = "one"\n[[rounds]]\nsays = "two"', 2)
    game.rounds("1 0", "1 0")
    assert (game.phase, game.rules.round(2).says) == ("game-over", "two")


def test_sum_is_checked_for_the_players_still_in() -> None:
    game = PointsGame("sums = [0]")
    game.rounds("30 -10 -10 -10")
    game.obey(Leave(player="Ann"))
    game.rounds("20 -10 -10")
    assert game.points == [30, 10, -20, -20]


def test_player_who_is_not_named_scores_0() -> None:
    game = PointsGame("sums = [26]")
    game.rounds("5 5 10 6")
    game.deal()
    (scored, _) = game.score(Cy=26)
    assert scored == Scored(2, {"Ann": 0, "Bo": 0, "Cy": 26, "Di": 0})
    assert (game.points, game.last) == ([5, 5, 36, 6], [0, 0, 26, 0])


def test_sums_and_rounds_can_be_set_as_house_rules() -> None:
    game = PointsGame(players=2, sums=[10], rounds=[{}, {"times": 2, "sums": [4]}])
    assert game.refused(Score(points={"Ann": 9})).facts["sums"] == [10]
    game.rounds("10 0", "1 3", "4 6")
    assert game.points == [16, 12]


# Called points.


@pytest.mark.parametrize(("called", "correct"), [(20, True), (15, False)])
def test_called_points_are_all_rounds_together_in_every_phase(called: int, correct: bool) -> None:
    game = PointsGame(players=3)
    assert game.claim("Ann", 0) == Judged("Ann", 0, 0, correct=True)
    game.rounds("5 0 1", "15 0 1")
    for command in (Deal(), Leave(player="Ann"), End()):
        assert game.claim("Ann", called) == Judged("Ann", called, 20, correct=correct)
        game.obey(command)
    assert game.claim("Ann", called).correct == correct
