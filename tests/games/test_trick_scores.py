"""Entered points of a round, claims and undo: docs/reference/rules.md 6.5, 7 and 8."""

from typing import Any

import pytest

from companion.core import refusals
from companion.core.commands import Claim, Judged, Play, Score, Undo
from companion.core.events import GameEnded, RoundEnded, Scored
from companion.errors import Illegal
from companion.games import family_of
from companion.games.tricks.engine import cost_so_far
from tests.drivers.game import NAMES, POLIGNAC, SLOBBERHANNES, SPAGHETTI, RefereeDriver, TrickGame
from tests.games.trick_laws import LAWS, Law
from tests.games.trick_laws import SPAGHETTI as THE_LAW

STEPS = {1: 10, 2: 10, 3: 25, 4: 100, 5: 100, 6: 5}


def refused(game: TrickGame, **points: int) -> tuple[Illegal, object]:
    """Return the refusal of these points, and the number of points missing."""
    illegal = game.refused(Score(points=points))
    assert illegal.code == "bad-sum"
    return illegal, illegal.facts["missing"]


@pytest.mark.parametrize("players", THE_LAW.cards)
def test_the_points_of_each_round_add_up(players: int) -> None:
    game = TrickGame(SPAGHETTI, players)
    for number in range(1, 7):
        due, step = THE_LAW.due(number, THE_LAW.cards[players]), STEPS[number]
        assert refused(game, Ann=due - step)[1] == step
        assert refused(game, Ann=due, Bo=step)[1] == -step
        assert refused(game)[1] == due
        game.score(Bo=due)
        assert family_of(game.rules).miscount(game.rules, game.state) is None
        if number < 6:
            game.deal()
    assert game.state.phase == "game-over"


@pytest.mark.parametrize("number", STEPS)
def test_points_must_be_multiples_of_the_unit_of_the_round(number: int) -> None:
    game, step = TrickGame().to_round(number), STEPS[number]
    due = THE_LAW.due(number, 13)
    illegal, missing = refused(game, Ann=due - step + 1, Bo=step - 1)
    points = (due - step + 1, step - 1, 0, 0)
    assert (missing, illegal.refusal) == (0, refusals.BadSum(0, due, step, points))
    if due > step:
        game.score(Ann=due - step, Bo=step)
    else:
        assert refused(game, Ann=due // 2, Bo=due // 2)[1] == 0


def test_negative_points_are_refused() -> None:
    illegal, missing = refused(TrickGame(), Ann=140, Bo=-10)
    assert (missing, illegal.refusal) == (0, refusals.BadSum(0, 130, 10, (140, -10, 0, 0)))


@pytest.mark.parametrize(
    ("points", "missing"),
    [
        ({"Ann": 50, "Bo": 60}, 20),
        ({"Ann": 129}, 1),
        ({"Ann": 50, "Bo": 100}, -20),
    ],
)
def test_miscount_is_refused_with_the_difference(points: dict[str, int], missing: int) -> None:
    assert refused(TrickGame(), **points)[1] == missing


def test_entered_points_end_the_round_like_played_cards() -> None:
    game = TrickGame()
    told = game.score(Ann=50, Bo=60, Di=20)
    everybody = {"Ann": 50, "Bo": 60, "Cy": 0, "Di": 20}
    assert told == (Scored(1, everybody), RoundEnded(1, "Ann"))
    assert (game.state.phase, game.turn) == ("round-over", None)
    assert game.points == everybody
    assert game.round_points == {"Ann": 50, "Bo": 60, "Di": 20}
    assert game.taken == {}
    assert [player.cards for player in game.state.players] == [13] * 4


def test_player_entered_with_zero_has_zero() -> None:
    game = TrickGame()
    game.score(Ann=0, Bo=130, Cy=0)
    assert game.points == {"Ann": 0, "Bo": 130, "Cy": 0, "Di": 0}


def test_unknown_player_is_refused_before_points_are_added_up() -> None:
    illegal = TrickGame().refused(Score(points={"Zoe": 10, "Ann": 7}))
    assert illegal.refusal == refusals.UnknownPlayer("Zoe")


def test_points_are_refused_once_a_card_is_played() -> None:
    game = TrickGame()
    game.play("5C")
    illegal = game.refused(Score(points={"Zoe": 1}))
    assert illegal.refusal == refusals.WrongPhase("score")
    game.undo()
    game.score(Ann=130)


def test_points_are_refused_between_two_tricks() -> None:
    game = TrickGame()
    game.play("5C 6C 7C 8C")
    assert game.refused(Score(points={"Ann": 130})).code == "not-now"


def test_entering_the_last_round_ends_the_game() -> None:
    game = TrickGame().to_round(6)
    told = game.score(Bo=560)
    assert told[1:] == (GameEnded(None, winners=("Cy", "Di")),)


# Slobberhannes and Polignac.


@pytest.mark.parametrize("law", LAWS[1:], ids=lambda law: law.name)
def test_sum_is_the_same_for_any_number_of_players(law: Law) -> None:
    for players, cards in law.cards.items():
        due = law.due(1, cards)
        game = TrickGame(law.name, players)
        assert refused(game, Ann=due - 1, Bo=2)[1] == -1
        game.score(Ann=due - 1, Bo=1)


@pytest.mark.parametrize(
    ("points", "missing"),
    [
        ({"Ann": 3}, 1),
        ({"Ann": 5}, -1),
        ({"Ann": 2}, 1),
        ({"Ann": 2, "Bo": 2}, -1),
        ({"Ann": 3, "Bo": 1}, -1),
        ({"Ann": 4, "Bo": 1}, -2),
        ({"Ann": 4, "Bo": -1}, 0),
        ({}, 3),
    ],
)
def test_sweep_of_slobberhannes_costs_4(points: dict[str, int], missing: int) -> None:
    game = TrickGame(SLOBBERHANNES)
    assert refused(game, **points)[1] == missing
    game.score(Bo=4)
    assert game.points["Bo"] == 4
    assert family_of(game.rules).miscount(game.rules, game.state) is None


def test_all_jacks_of_polignac_cost_5() -> None:
    game = TrickGame(POLIGNAC)
    assert refused(game, Ann=6)[1] == -1
    game.score(Ann=5)


# Claims.


def test_claimed_points_are_judged_at_the_end_of_a_round() -> None:
    game = TrickGame()
    game.score(Ann=50, Bo=60, Di=20)
    assert game.claim("Bo", 70) == Judged("Bo", 70, 60, correct=False)
    assert game.claim("Cy", 0) == Judged("Cy", 0, 0, correct=True)


def test_claimed_points_include_the_penalties_of_the_round() -> None:
    game = TrickGame(revoke_penalty=10).to_round(4)
    game.play("5C 6C 6D 7C 9C KS 10C")
    game.obey(Play(card="8C", accept_revoke=True))
    assert game.points["Ann"] == 460
    assert game.claim("Ann", 100).correct
    assert game.claim("Bo", 10).correct


def test_claimed_points_are_judged_after_the_game() -> None:
    game = TrickGame().to_round(6)
    game.score(Bo=560)
    assert game.claim("Bo", 560).correct


def test_claim_changes_nothing_and_is_not_undone() -> None:
    game = TrickGame()
    game.score(Ann=130)
    moments = list(game.game.moments)
    game.claim("Ann", 130)
    assert game.game.moments == moments
    game.undo()
    assert game.state.phase == "play"


@pytest.mark.parametrize(
    ("claim", "why"),
    [
        (Claim(player="Ann", points=0), refusals.NothingToClaim("points")),
        (Claim(player="Zoe", points=0), refusals.UnknownPlayer("Zoe")),
        (Claim(total=40), refusals.NotInThisGame("total")),
    ],
)
def test_claim_is_refused_during_a_round(claim: Claim, why: refusals.Refusal) -> None:
    assert TrickGame().refused(claim).refusal == why


def test_claim_of_a_total_is_refused_in_every_phase() -> None:
    game = TrickGame()
    game.score(Ann=130)
    assert game.refused(Claim(total=40)).code == "not-in-this-game"


# Undo.


def test_undo_works_across_the_end_of_a_trick() -> None:
    game = TrickGame()
    game.play("5C 9C 2C")
    before = game.state
    game.play("4C 3D")
    game.undo(2)
    assert game.state == before


def test_undo_works_across_the_end_of_a_round() -> None:
    game = TrickGame(revoke_penalty=10).to_round(4)
    game.play("5C 6C 6D 7C 9C KS 10C")
    before = game.state
    game.obey(Play(card="8C", accept_revoke=True))
    game.deal()
    game.play("8C")
    game.undo(3)
    assert (game.state, game.state.phase, game.state.revokes) == (before, "play", 0)
    assert game.refused(Play(card="8C")).facts == {"trick": 1, "suit": "C"}


def test_undo_works_across_the_end_of_the_game() -> None:
    game = TrickGame().to_round(6)
    before = game.state
    game.score(Bo=560)
    game.undo()
    assert (game.state, game.winners) == (before, ())
    game.score(Ann=560)
    assert game.winners == ("Bo", "Cy", "Di")


def test_undo_stops_at_the_first_deal() -> None:
    game = TrickGame().to_round(2)
    assert game.refused(Undo(3)).code == "nothing-to-undo"
    game.undo(2)
    assert game.state == game.game.moments[0].state
    assert game.refused(Undo()).code == "nothing-to-undo"


# As lines of the protocol.


@pytest.mark.parametrize(
    ("line", "field"),
    [
        ({"cmd": "score"}, "points"),
        ({"cmd": "score", "points": [130]}, "points"),
        ({"cmd": "score", "points": {"Ann": "130"}}, "points"),
        ({"cmd": "score", "points": {"Ann": True}}, "points"),
        ({"cmd": "score", "points": {"Ann": 1.5}}, "points"),
        ({"cmd": "score", "points": {"Ann": 130}, "round": 1}, "round"),
        ({"cmd": "play", "card": "5C", "only_suit": "yes"}, "only_suit"),
        ({"cmd": "play", "card": "5C", "accept_revoke": None}, "accept_revoke"),
        ({"cmd": "claim", "player": "Ann"}, ""),
        ({"cmd": "claim", "total": 3, "player": "Ann", "points": 3}, ""),
    ],
)
def test_line_of_the_wrong_shape_is_a_bad_field(line: dict[str, Any], field: str) -> None:
    referee = RefereeDriver()
    referee.says(cmd="new", variant=SPAGHETTI, players=NAMES[:4])
    error = referee.refused(**line)
    assert error["code"] == "bad-field"
    assert not field or error["field"] == field


def test_cost_of_the_first_trick_is_counted_at_once() -> None:
    game = TrickGame(SLOBBERHANNES)
    game.play("7C 8C 9C")
    assert cost_so_far(game.rules, game.state) == 0
    game.play("10C")
    assert cost_so_far(game.rules, game.state) == 1
