"""Refusals of points games, and their order: docs/reference/referee-protocol.md, "Error codes"."""

from typing import Any

import pytest

from companion.core.commands import (
    Accept,
    Bust,
    Claim,
    Command,
    Deal,
    End,
    Forget,
    Leave,
    New,
    Play,
    Score,
    Shield,
    Show,
)
from companion.core.refusals import BadField, BadSum, NotInThisGame, RoundOver, WrongPhase
from tests.drivers.game import GameDriver
from tests.games.points_games import PointsGame


def in_play() -> PointsGame:
    """A game in its second round; Di has left."""
    game = PointsGame("sums = [26, 78]")
    game.rounds("26 0 0 0")
    game.obey(Leave(player="Di"))
    game.deal()
    return game


def round_over() -> PointsGame:
    game = in_play()
    game.rounds("0 26 0")
    return game


def game_over() -> PointsGame:
    game = round_over()
    game.obey(End())
    return game


STRANGE: list[Command] = [
    Play(card="8H"),
    Bust(),
    Shield(card="AH"),
    Accept(),
    Forget(player="Ann"),
    Show(player="Ann", cards=("KC", "KD", "KH")),
]


@pytest.mark.parametrize(
    "game", [in_play(), round_over(), game_over()], ids=lambda game: game.phase
)
@pytest.mark.parametrize("command", STRANGE, ids=lambda command: type(command).__name__)
def test_commands_with_cards_are_refused_in_every_phase(game: PointsGame, command: Any) -> None:
    tag = str(command.__struct_config__.tag)
    assert game.refused(command).refusal == NotInThisGame(tag)


@pytest.mark.parametrize("variant", ["ninety-nine", "polignac"])
def test_only_a_points_game_is_ended_by_its_players(variant: str) -> None:
    game = GameDriver()
    game.new(variant)
    assert game.refused(End()).refusal == NotInThisGame("end")


IN_PHASES: list[tuple[Any, str | None, str | None, str]] = [
    (Score(points={"Ann": 26, "Bo": 0, "Cy": 0}), None, "round-over", "game-over"),
    (Score(points={"Zoe": 1}), "unknown-player", "round-over", "game-over"),
    (Deal(), "not-now", None, "game-over"),
    (Deal(up_card="8H"), "not-now", "bad-field", "game-over"),
    (Leave(player="Ann"), None, None, "game-over"),
    (Leave(player="Zoe"), "unknown-player", "unknown-player", "game-over"),
    (Leave(player="Di"), "player-out", "player-out", "game-over"),
    (End(), None, None, "game-over"),
]


@pytest.mark.parametrize(("command", "play", "between", "over"), IN_PHASES)
def test_commands_are_refused_outside_their_phases(
    command: Any, play: str | None, between: str | None, over: str
) -> None:
    for game, code in ((in_play(), play), (round_over(), between), (game_over(), over)):
        if code is None:
            game.obey(command)
        else:
            assert game.refused(command).code == code


def test_refusal_names_the_dealer_if_a_deal_is_needed() -> None:
    assert round_over().refused(Score(points={})).refusal == RoundOver("Bo")


def test_deal_is_refused_before_the_last_points_are_entered() -> None:
    assert in_play().refused(Deal()).refusal == WrongPhase("deal-round")


def test_end_is_refused_before_a_round_is_entered() -> None:
    game = PointsGame()
    assert game.refused(End()).refusal == WrongPhase("end")
    game.rounds("1 2 3 4")
    game.undo()
    assert game.refused(End()).refusal == WrongPhase("end")


@pytest.mark.parametrize(
    ("points", "code"),
    [
        ({"Di": 1, "Zoe": 1}, "unknown-player"),
        ({"Ann": 1, "Di": 1}, "player-out"),
        ({"Ann": 1, "Bo": 1}, "bad-sum"),
        ({}, "bad-sum"),
        ({"Ann": 1, "Bo": 1, "Cy": 1}, "bad-sum"),
        ({"Cy": 20, "Ann": 10, "Bo": -4}, None),
        ({"Cy": 26}, None),
    ],
)
def test_points_may_name_only_players_still_in_and_must_add_up(
    points: dict[str, int], code: str | None
) -> None:
    game = in_play()
    if code is None:
        game.obey(Score(points=points))
    else:
        assert game.refused(Score(points=points)).code == code


@pytest.mark.parametrize(
    ("brought", "missing", "due"),
    [((13, 12, 0), 1, 26), ((26, 26, 0), -26, 26), ((26, 26, 1), 25, 78), ((0, 0, -1), 27, 26)],
)
def test_wrong_sum_is_reported_with_its_distance_to_the_nearest_valid_one(
    brought: tuple[int, int, int], missing: int, due: int
) -> None:
    refused = in_play().refused(Score(points=dict(zip(("Ann", "Bo", "Cy"), brought, strict=True))))
    assert refused.refusal == BadSum(missing, due, 1, brought, sums=(26, 78))
    assert refused.facts == {"missing": missing, "sums": [26, 78]}


def test_sum_is_checked_before_points_are_multiplied() -> None:
    game = PointsGame("sums = [26]\n[[rounds]]\ntimes = 2", 2)
    assert game.refused(Score(points={"Ann": 13, "Bo": 0})).facts == {"missing": 13, "sums": [26]}


def by_winners(**house: Any) -> PointsGame:
    return PointsGame(players=5, entry="winners", **house)


@pytest.mark.parametrize(
    ("house", "winners", "amount", "code"),
    [
        ({}, ("Zoe", "Ann"), 1, "unknown-player"),
        ({}, (), 1, "bad-field"),
        ({}, ("Ann", "Bo", "Cy", "Di", "Eva"), 1, "bad-field"),
        ({"losers": "nothing"}, ("Ann", "Bo", "Cy", "Di", "Eva"), 1, None),
        ({}, ("Ann", "Bo", "Cy"), 2, "bad-amount"),
        ({}, ("Ann", "Bo", "Cy"), 3, None),
        ({}, ("Ann", "Ann"), 1, None),
        ({"solo": 2}, ("Ann",), 1, "bad-amount"),
        ({"solo": 2}, ("Ann", "Bo", "Cy", "Di"), 1, "bad-amount"),
        ({"losers": "nothing", "solo": 2}, ("Ann",), 1, None),
        ({"sums": [4], "losers": "nothing"}, ("Ann",), 3, "bad-sum"),
        ({"sums": [0], "losers": "nothing"}, ("Ann",), 3, None),
    ],
)
def test_winners_and_amount_must_make_whole_points(
    house: dict[str, Any], winners: tuple[str, ...], amount: int, code: str | None
) -> None:
    game = by_winners(**house)
    command = Score(winners=winners, amount=amount)
    if code is None:
        game.obey(command)
    else:
        assert game.refused(command).code == code


def test_amount_that_cannot_be_shared_is_told_with_how_many_share_it() -> None:
    refused = by_winners().refused(Score(winners=("Ann", "Bo", "Cy"), amount=2))
    assert refused.facts == {"amount": 4, "among": 3}


def test_player_who_is_out_neither_wins_nor_pays() -> None:
    game = by_winners()
    game.obey(Leave(player="Eva"))
    assert game.refused(Score(winners=("Eva",), amount=1)).code == "player-out"
    game.obey(Score(winners=("Ann",), amount=1))
    assert game.points == [3, -1, -1, -1, 0]


def test_points_are_entered_while_a_player_sits_out() -> None:
    game = PointsGame(players=5, variant="points-doppelkopf", entry="winners", solo=3)
    won = Score(winners=("Ann", "Cy"), amount=2)
    assert game.refused(won).code == "bad-field"
    game.obey(Leave(player="Eva"), won)
    assert game.points == [2, -2, 2, -2, 0]


@pytest.mark.parametrize(("variant", "what"), [("points-wizard", "bids"), ("polignac", "winners")])
@pytest.mark.parametrize(
    "command",
    [Score(bids={"Ann": 1}), Score(tricks={"Ann": 1}), Score(bids={"Ann": 1}, tricks={"Ann": 1})],
)
def test_bids_are_entered_only_where_the_rules_have_them(
    variant: str, what: str, command: Score
) -> None:
    game = GameDriver()
    game.new(variant)
    assert game.refused(command).refusal == NotInThisGame(what)


@pytest.mark.parametrize(
    ("field", "command"),
    [
        ("bids", Score(bids={"Ann": 2})),
        ("bids", Score(bids={"Ann": 1})),  # which the hook forbids
        ("tricks", Score(bids={"Ann": 0}, tricks={"Ann": 2})),
    ],
)
def test_sentence_about_bids_names_no_field(field: str, command: Score) -> None:
    game = PointsGame('[bids]\neach = 1\ntricks = "round"\nhook = true')
    refusal = game.refused(command).refusal
    assert isinstance(refusal, BadField)
    assert refusal.field == field
    assert refusal.message == refusal.why


@pytest.mark.parametrize("variant", ["points", "points-doppelkopf", "polignac"])
def test_winners_are_entered_only_where_the_rules_say_so(variant: str) -> None:
    game = GameDriver()
    game.new(variant)
    refused = game.refused(Score(winners=("Ann",), amount=1))
    assert refused.refusal == NotInThisGame("winners")


@pytest.mark.parametrize("game", [PointsGame(), game_over()], ids=lambda game: game.phase)
def test_call_of_a_total_is_refused(game: PointsGame) -> None:
    assert game.refused(Claim(total=3)).refusal == NotInThisGame("total")
    assert game.refused(Claim(player="Zoe", points=3)).code == "unknown-player"


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"house": {"chips": 1}, "players": ()}, "bad-house-rule"),
        ({"players": ("Ann",), "dealer": "Zoe"}, "bad-players"),
        ({"players": tuple(f"P{seat}" for seat in range(13))}, "bad-players"),
        ({"players": ("Ann", "Ann"), "dealer": "Zoe"}, "bad-players"),
        ({"players": ("Ann", "Bo", "Cy"), "house": {"teams": 2}, "dealer": "Zoe"}, "bad-players"),
        ({"dealer": "Zoe", "up_card": "8H"}, "unknown-player"),
        ({"up_card": "8H"}, "bad-field"),
        ({}, None),
        ({"players": tuple(f"P{seat}" for seat in range(12))}, None),
    ],
)
def test_faults_of_a_new_game_are_reported_in_this_order(
    fields: dict[str, Any], code: str | None
) -> None:
    game = GameDriver()
    command = New(**{"variant": "points", "players": ("Ann", "Bo"), **fields})
    if code is None:
        game.obey(command)
    else:
        assert game.refused(command).code == code


@pytest.mark.parametrize(
    ("rule", "value"),
    [
        *(("wins", value) for value in ("most", "", None, True)),
        *(("target", value) for value in (0, -5, 100_000, 1.5, False, None, "50")),
        *(("last_round", value) for value in (0, -1, True, None)),
        *(("out_at", value) for value in (0, 100_000, True, None)),
        ("tie", "draw"),
        *(("entry", value) for value in ("bids", None)),
        ("losers", "all"),
        ("bids", {"made": 10}),
        *(("teams", value) for value in (1, 7, False, "2")),
        *(("solo", value) for value in (1, 100, None, False)),
        ("out_at", 100),  # with the most points winning
        *(("sums", value) for value in (26, [1.5], [0, 0], [100_000], None)),
        *(("rounds", value) for value in ([], [{"times": 0}], [{"sums": [1, 1]}], 3)),
    ],
)
def test_invalid_house_rule_is_refused(rule: str, value: object) -> None:
    new = New(variant="points", players=("Ann", "Bo"), house={rule: value})
    refused = GameDriver().refused(new)
    assert (refused.code, refused.facts) == ("bad-house-rule", {"rule": rule})
