"""Points games of tests/variants/shown, played as a table plays them."""

import pytest

from companion.core.commands import Deal, End, Join, Leave, Score
from companion.core.events import (
    Adjusted,
    BidsEntered,
    Eliminated,
    GameEnded,
    RoundEnded,
    Scored,
    Tied,
)
from companion.variants import load_variants
from tests.games.points_games import PointsGame
from tests.variants.shown_games import SHOWN


def shown(name: str, *players: str) -> PointsGame:
    """Return the shown game with this name; the last player deals."""
    shelf = load_variants(extra=[SHOWN / f"{name}.toml"])
    assert not shelf.problems
    return PointsGame(shelf.variants[name], players)


def test_yaniv_puts_players_out_above_100_until_one_is_left() -> None:
    game = shown("yaniv", "Ann", "Bo", "Cy")
    game.rounds("0 60 99", "0 39 0")
    assert game.state.seats_in == (0, 1, 2)
    game.deal()
    assert game.score(Cy=2, Ann=20) == (
        Scored(3, {"Ann": 20, "Bo": 0, "Cy": 2}),
        Eliminated("Cy", "points"),
        RoundEnded(3, "Ann"),
    )
    game.rounds("5 2")
    assert (game.phase, game.winners) == ("game-over", ["Ann"])
    assert game.points == [25, 101, 101]


def test_yaniv_is_won_by_the_best_if_all_go_out_in_one_round() -> None:
    game = shown("yaniv", "Ann", "Bo", "Cy")
    game.rounds("95 90 90", "20 20 11")
    assert (game.phase, game.winners) == ("game-over", ["Cy"])


def test_yaniv_goes_on_between_the_best_if_they_are_equal() -> None:
    game = shown("yaniv", "Ann", "Bo", "Cy")
    game.rounds("90 90 90")
    game.deal()
    assert game.score(Ann=15, Bo=11, Cy=11)[1:] == (
        Eliminated("Ann", "points"),
        Tied(("Bo", "Cy")),
        RoundEnded(2, "Bo"),
    )
    game.deal()
    assert game.score(Bo=5)[1:] == (
        Eliminated("Bo", "points"),
        GameEnded("Cy", winners=("Cy",)),
    )


def test_players_who_end_a_game_of_yaniv_share_the_win() -> None:
    game = shown("yaniv", "Ann", "Bo")
    game.rounds("7 7")
    game.obey(End())
    assert game.winners == ["Ann", "Bo"]


@pytest.mark.parametrize(
    ("winners", "amount", "points"),
    [
        (("Ann", "Cy"), 2, [2, -2, 2, -2]),
        (("Bo",), 4, [-4, 12, -4, -4]),
        (("Ann", "Bo", "Cy"), 4, [4, 4, 4, -12]),
        (("Ann", "Cy"), -1, [-1, 1, -1, 1]),
    ],
)
def test_doppelkopf_is_entered_by_its_winners_and_one_amount(
    winners: tuple[str, ...], amount: int, points: list[int]
) -> None:
    game = shown("doppelkopf-by-winners", "Ann", "Bo", "Cy", "Di")
    game.obey(Score(winners=winners, amount=amount))
    assert game.points == points


def test_round_of_doppelkopf_may_also_be_entered_as_points_that_add_up_to_0() -> None:
    game = shown("doppelkopf-by-winners", "Ann", "Bo", "Cy", "Di")
    assert game.refused(Score(points={"Ann": 3, "Bo": -1})).facts["sums"] == [0]
    game.rounds("3 -1 -1 -1")


def test_only_the_single_player_of_skat_gets_points() -> None:
    game = shown("skat-by-winners", "Ann", "Bo", "Cy")
    game.obey(Score(winners=("Bo",), amount=24))
    game.deal()
    game.obey(Score(winners=("Ann",), amount=-36))
    assert game.points == [-36, 24, 0]


def test_spades_in_teams_has_the_points_of_a_team_together() -> None:
    game = shown("spades-in-teams", "Ann", "Bo", "Cy", "Di")
    scored, _ = game.score(Cy=62, Bo=-40)
    assert scored == Scored(1, {"Ann": 62, "Bo": -40, "Cy": 62, "Di": -40})
    assert game.refused(Score(points={"Ann": 1, "Cy": 1})).code == "round-over"
    game.deal()
    assert game.refused(Score(points={"Ann": 1, "Cy": 1})).code == "bad-field"
    game.score(Ann=438, Di=540)
    assert (game.phase, game.points) == ("round-over", [500, 500, 500, 500])
    game.deal()
    game.score(Ann=1)
    assert game.winners == ["Ann", "Cy"]


def test_partner_of_a_player_who_leaves_plays_on_for_the_team() -> None:
    game = shown("spades-in-teams", "Ann", "Bo", "Cy", "Di")
    assert game.refused(Join(player="Eva")).code == "not-in-this-game"
    game.obey(Leave(player="Ann"))
    game.score(Cy=10, Bo=20)
    assert game.points == [10, 20, 10, 20]
    game.obey(Leave(player="Bo"))
    game.obey(Leave(player="Di"))
    assert game.winners == ["Cy"]


def test_wizard_scores_bids_and_tricks() -> None:
    game = shown("wizard-with-bids", "Ann", "Bo", "Cy")
    assert game.obey(Score(bids={"Ann": 1, "Bo": 0})) == (
        BidsEntered(1, {"Ann": 1, "Bo": 0, "Cy": 0}),
    )
    assert game.phase == "play"
    game.obey(Score(tricks={"Ann": 1}))
    assert game.points == [30, 20, 20]
    game.deal()
    game.obey(Score(bids={"Ann": 2, "Bo": 1}, tricks={"Cy": 2}))
    assert game.points == [10, 10, 0]


def test_spades_scores_overtricks_and_loses_the_whole_bid() -> None:
    game = shown("spades-with-bids", "Ann", "Bo", "Cy", "Di")
    game.obey(Score(bids={"Ann": 4, "Bo": 5}, tricks={"Ann": 9, "Bo": 4}))
    assert game.points == [45, -50, 45, -50]
    game.deal()
    game.obey(Score(bids={"Ann": 6, "Bo": 5}, tricks={"Ann": 6, "Bo": 7}))
    assert game.points == [105, 2, 105, 2]


def test_every_tenth_trick_too_many_costs_a_team_100_points() -> None:
    game = shown("spades-with-bids", "Ann", "Bo", "Cy", "Di")
    for _ in range(2):
        game.obey(Score(bids={"Ann": 2, "Bo": 3}, tricks={"Ann": 6, "Bo": 7}))
        game.deal()
    assert game.points == [48, 68, 48, 68]
    game.score(Ann=5, Bo=5)
    game.deal()
    game.obey(Score(bids={"Cy": 4, "Bo": 6}, tricks={"Ann": 6, "Bo": 7}))
    assert game.points == [48 + 5 + 42 - 100, 68 + 5 + 61, 48 + 5 + 42 - 100, 68 + 5 + 61]
    assert [player.bags for player in game.state.players] == [10, 9, 10, 9]


def test_tricks_of_a_round_must_be_as_many_as_it_has() -> None:
    game = shown("spades-with-bids", "Ann", "Bo", "Cy", "Di")
    game.obey(Score(bids={"Ann": 4, "Bo": 5}))
    assert game.refused(Score(tricks={"Ann": 6, "Bo": 6})).code == "bad-field"


@pytest.mark.parametrize(
    ("tricks", "taken"), [('"round"', (1, 2, 3, 4)), ("[2, 1, 3]", (2, 1, 3, 2))]
)
def test_rounds_may_have_different_numbers_of_tricks(tricks: str, taken: tuple[int, ...]) -> None:
    game = PointsGame(f"bids = {{ each = 10, tricks = {tricks} }}", 2)
    for number in taken:
        assert game.refused(Score(bids={"Ann": 1}, tricks={"Ann": number + 1})).code == "bad-field"
        game.obey(Score(bids={"Ann": 1}, tricks={"Ann": number}), Deal())


def test_round_after_a_tie_has_as_many_tricks_as_the_last_one() -> None:
    game = PointsGame(
        'last_round = 2\ntie = "one more round"\nbids = { each = 10, tricks = "round" }', 2
    )
    for number in (1, 2, 2):
        assert game.phase == "play"
        game.obey(Score(bids={}, tricks={"Ann": number}), Deal())


def test_bid_of_zero_brings_or_costs_nil() -> None:
    game = PointsGame("bids = { each = 10, over = 1, nil = 100 }", 3)
    assert game.refused(Score(bids={"Cy": 3})).code == "bad-field"
    game.obey(Score(bids={"Ann": 0, "Bo": 0, "Cy": 3}, tricks={"Bo": 2, "Cy": 3}))
    assert game.points == [100, -98, 30]


def test_nil_takes_the_place_of_a_bid_that_is_made() -> None:
    game = PointsGame("bids = { made = 20, missed = -10, nil = 50 }", 2)
    game.obey(Score(bids={"Ann": 0, "Bo": 0}, tricks={"Ann": 0, "Bo": 3}))
    assert game.points == [50, -50]


SPADES = "bids = { each = 10, over = 1, missed_each = -10, bags = [10, -100], nil = 100 }"


@pytest.mark.parametrize(
    ("bids", "tricks", "points"),
    [
        ((4, 3, 0, 2), (5, 3, 0, 2), (141, 50)),  # Nil beside a bid that is made.
        ((4, 3, 0, 2), (4, 3, 2, 4), (-58, 52)),  # Tricks of a failed nil are too many.
        ((4, 3, 0, 2), (2, 3, 3, 2), (-137, 50)),  # They do not help the partner.
        ((0, 5, 0, 5), (0, 6, 1, 6), (1, 102)),  # Both partners bid nil; one fails.
    ],
)
def test_each_partner_bids_and_a_nil_is_of_one_partner(
    bids: tuple[int, ...], tricks: tuple[int, ...], points: tuple[int, int]
) -> None:
    game, names = PointsGame(f"teams = 2\n{SPADES}", 4), ("Ann", "Bo", "Cy", "Di")
    command = Score(
        bids=dict(zip(names, bids, strict=True)), tricks=dict(zip(names, tricks, strict=True))
    )
    game.obey(command)
    assert game.points == [*points, *points]


def test_bid_above_the_tricks_of_a_round_is_refused() -> None:
    game = PointsGame('bids = { each = 10, tricks = "round" }', 2)
    assert game.refused(Score(bids={"Ann": 2})).code == "bad-field"
    game.obey(Score(bids={"Ann": 1}))


def test_bids_may_not_add_up_to_the_tricks_with_the_hook() -> None:
    game = PointsGame("bids = { made = 10, tricks = 5, hook = true }", 3)
    assert game.refused(Score(bids={"Ann": 2, "Cy": 3})).code == "bad-field"
    game.obey(Score(bids={"Ann": 2, "Bo": 1, "Cy": 3}))


def test_molkky_is_won_with_exactly_50() -> None:
    game = shown("molkky", "Ann", "Bo")
    game.rounds("48 40")
    game.deal()
    assert game.score(Ann=3, Bo=8) == (
        Scored(2, {"Ann": 3, "Bo": 8}),
        Adjusted("Ann", 51, 25),
        RoundEnded(2, "Bo"),
    )
    game.rounds("1 2")
    assert game.winners == ["Bo"]


def test_round_that_goes_past_501_does_not_count() -> None:
    game = shown("five-hundred-and-one", "Ann", "Bo")
    game.rounds("450 420", "60 80")
    assert (game.points, game.last) == ([450, 500], [60, 80])
    game.rounds("51 2")
    assert (game.points, game.winners) == ([501, 500], ["Ann"])


def test_yaniv_halves_exactly_50_and_100() -> None:
    game = shown("yaniv", "Ann", "Bo", "Cy")
    game.rounds("50 49 100")
    assert game.points == [25, 49, 50]
    game.rounds("24 51 51")
    assert game.points == [49, 50, 101]
    assert game.state.seats_in == (0, 1)


def test_round_of_zero_points_halves_nothing_again() -> None:
    game = shown("yaniv", "Ann", "Bo", "Cy")
    game.rounds("100 1 1", "0 1 1")
    assert game.points == [50, 2, 2]


@pytest.mark.parametrize(("players", "rounds"), [(3, 2), (4, 15), (5, None)])
def test_last_round_follows_from_the_number_of_players(players: int, rounds: int | None) -> None:
    game = shown("wizard-to-its-end", *"ABCDE"[:players])
    assert game.rules.last_round == rounds


def test_bids_of_wizard_can_be_corrected_before_the_tricks() -> None:
    game = shown("wizard-with-bids", "Ann", "Bo", "Cy")
    assert game.refused(Score(tricks={"Ann": 1})).code == "bad-field"
    game.obey(Score(bids={"Ann": 1}))
    game.obey(Score(bids={"Bo": 1}))
    assert [player.bid for player in game.state.players] == [0, 1, 0]
    game.rounds("5 -5 3")
    assert game.points == [5, -5, 3]
    assert [player.bid for player in game.state.players] == [None, None, None]
