"""Games of a table's own in which nobody draws, hands run empty, and a bust is a pass."""

from pathlib import Path

import pytest

from companion.core.commands import Bust, Forget, Set
from companion.core.events import CardsMatched, GameEnded, Got, HandEnded, Paid, PileStarted
from companion.variants import load_variants
from tests.drivers.game import GameDriver
from tests.variants.shown_games import shown


def cards(game: GameDriver) -> list[int]:
    return [player.cards for player in game.adding.players]


def points(game: GameDriver) -> list[int | None]:
    return [player.points for player in game.adding.players]


def test_nobody_draws_after_a_play() -> None:
    game = shown("cribbage-pegging", 2)
    game.play("K 5")
    assert cards(game) == [3, 3]


def test_last_to_play_scores_when_nobody_can() -> None:
    game = shown("cribbage-pegging", 2)
    game.play("K 5 6 9")
    game.obey(Bust())
    assert Got("Bo", "points", 1) in game.obey(Bust())
    assert points(game) == [0, 3]


def test_next_player_starts_a_new_pile_when_nobody_can_play() -> None:
    game = shown("cribbage-pegging", 2)
    game.play("K Q 9")
    assert PileStarted(3) in game.obey(Bust(), Bust())
    assert (game.adding.total, game.adding.aside, game.turn) == (0, 3, "Bo")


def test_play_after_a_pass_lets_everybody_try_again() -> None:
    game = shown("cribbage-pegging", 2)
    game.play("K Q 9")
    game.obey(Bust())
    game.play("A")
    game.obey(Bust())
    assert (game.adding.total, game.turn) == (30, "Ann")


def test_exactly_31_scores_and_starts_a_new_pile() -> None:
    game = shown("cribbage-pegging", 2)
    events = game.play("K 9 2 10")
    assert events[-2:] == (Got("Bo", "points", 2), PileStarted(4))
    assert (game.adding.total, game.turn, points(game)) == (0, "Ann", [0, 2])


def test_cards_alike_score_with_each_card() -> None:
    game = shown("cribbage-pegging", 2, hand_size=6)
    assert CardsMatched("Bo", "alike", 2) in game.play("3 3")
    game.play("3 3")
    assert points(game) == [6, 2 + 12]


def test_run_scores_its_length_in_any_order_and_grows() -> None:
    game = shown("cribbage-pegging", 2, hand_size=6)
    assert CardsMatched("Ann", "run", 3) in game.play("3 5 4")
    assert CardsMatched("Bo", "run", 4) in game.play("6")
    assert points(game) == [3, 4]
    game.play("6")
    assert points(game) == [3 + 2, 4]


def test_king_and_ace_are_no_neighbors() -> None:
    game = shown("cribbage-pegging", 2)
    game.play("Q K A")
    assert points(game) == [0, 0]


def test_pair_that_makes_31_scores_both() -> None:
    game = shown("cribbage-pegging", 2, hand_size=6)
    game.play("K 7 7 7")
    assert (game.adding.total, points(game)) == (0, [2, 6 + 2])


def test_first_player_with_enough_points_wins_at_once() -> None:
    game = shown("cribbage-pegging", 2, hand_size=6)
    game.obey(Set(points={"Ann": 60, "Bo": 59}))
    assert game.play("3 3")[-1] == GameEnded("Bo")


def test_going_over_costs_a_chip_for_each_point_to_each_player() -> None:
    game = shown("hundred-pays-the-overshoot", 3)
    game.obey(Set(total=95))
    game.play("A")
    assert [player.chips for player in game.adding.players] == [30 - 2 * 6, 36, 36]
    assert (game.phase, game.adding.pot) == ("hand-over", 0)


def test_bust_without_a_card_is_not_over() -> None:
    game = shown("hundred-pays-the-overshoot", 3)
    game.obey(Set(total=100), Bust())
    assert [player.chips for player in game.adding.players] == [30, 30, 30]


def test_player_without_cards_is_passed_over() -> None:
    game = shown("cribbage-pegging", 2, hand_size=2)
    game.play("K Q 9")
    game.obey(Bust())
    assert (game.turn, cards(game), game.adding.total) == ("Bo", [0, 1], 0)


def test_hand_ends_when_all_cards_are_played_and_the_last_one_scores() -> None:
    game = shown("cribbage-pegging", 2, hand_size=1)
    game.play("9")
    assert game.play("2")[-2:] == (Got("Bo", "points", 1), HandEnded("Ann"))
    assert (game.phase, points(game)) == ("hand-over", [0, 1])


def test_first_player_without_cards_wins_and_is_rewarded() -> None:
    game = shown("first-out-of-cards", 3, hand_size=2)
    events = game.play("A 2 3 J")
    assert events[-3:] == (
        Paid("Bo", 4, to="Ann"),
        Paid("Cy", 4, to="Ann"),
        HandEnded("Ann", "Ann"),
    )


def test_without_chips_the_first_player_without_cards_wins_the_game(tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    file.write_text(
        'extends = "ninety-eight"\ntitle = "Ours"\nhand_size = 1\ndraws = "never"\n'
        'empty_hand = "wins"\n'
    )
    game = GameDriver(variants=load_variants(extra=[file]).variants)
    game.new("ours", 3)
    assert game.play("8")[-1] == GameEnded("Ann")


def test_multiple_of_seven_lets_the_others_drink_and_a_total_that_stays_does_not() -> None:
    game = shown("first-out-of-cards")
    game.play("5")
    assert [event for event in game.play("2") if isinstance(event, Got)] == [
        Got(name, "drinks", 1) for name in ("Cy", "Ann")
    ]
    assert not [event for event in game.play("9") if isinstance(event, Got)]


def test_largest_of_several_multiples_counts_and_points_are_lost_in_passing() -> None:
    game = shown("jubilee")
    game.play("AC AS JC JS")
    assert (game.adding.total, points(game)) == (50, [10, -5, 0])
    game.play("KC KS QC QS KC")
    assert (game.adding.total, points(game)) == (100, [10, -5, 20])


def test_exactly_29_scores_a_point_for_each_card_of_the_pile() -> None:
    game = shown("twenty-nine", 2)
    assert game.play("10 10 9")[-2:] == (Got("Ann", "points", 3), PileStarted(3))
    assert points(game) == [3, 0]


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        ('bust = "pass"', "bust: the game has no end: let an empty hand win (empty_hand)"),
        (
            'chips = false\nempty_hand = "passes"\nbust = "out"',
            "empty_hand: a hand without cards has no winner",
        ),
        ('stuck = { does = "scores" }', "stuck: stuck needs a bust that is a pass: write"),
        (
            'multiples.1 = { does = "drinks" }',
            "multiples.1: 1 has no multiples here: write 2",
        ),
        ('alike.1 = { does = "drinks" }', "alike.1: write a number of cards, 2 to 13"),
        ('runs.14 = { does = "drinks" }', "runs.14: write a number of cards, 3 to 13"),
        (
            'on_bust = { does = "drinks", how_many = "over" }',
            "on_bust: nothing goes over here: write a number, or",
        ),
        (
            'exact.50 = { does = "drinks", going = "up" }',
            "exact.50: only a passed total has a direction: leave going out",
        ),
        ('reward = { does = "scores", how_many = 0 }', "reward: 0 is nothing: write another"),
        ('on_bust = { does = "pays", how_many = -1 }', "on_bust: only points can be below 0, or"),
        ('on_bust = { does = "drinks", how_many = "pile" }', "on_bust: only points can be below"),
        (
            'on_bust = { who = "next", does = "starts a new pile" }',
            "on_bust: there is only one pile: leave who out",
        ),
    ],
)
def test_rule_without_a_meaning_is_refused(tmp_path: Path, lines: str, reason: str) -> None:
    (tmp_path / "ours.toml").write_text(f'extends = "ninety-nine"\ntitle = "Ours"\n{lines}\n')
    (problem,) = load_variants(tmp_path).problems
    assert f"{problem.key}: {problem.reason}".startswith(reason)


@pytest.mark.parametrize("lines", ['stock_out = "play on"', 'exact.50 = { does = "pays" }'])
def test_bust_may_be_a_pass_if_something_else_ends_the_game(tmp_path: Path, lines: str) -> None:
    text = f'extends = "ninety-nine"\ntitle = "Ours"\nbust = "pass"\n{lines}\n'
    (tmp_path / "ours.toml").write_text(text)
    assert load_variants(tmp_path).problems == ()


def test_cards_that_a_consequence_lets_a_player_draw_cannot_be_forgotten(tmp_path: Path) -> None:
    text = 'extends = "ninety-nine"\ntitle = "Ours"\n'
    text += 'cards.Q = { add = 10, then = { who = "others", does = "draws" } }\n'
    (tmp_path / "ours.toml").write_text(text)
    game = GameDriver(variants=load_variants(tmp_path).variants)
    game.new("ours", 3)
    game.play("Q")
    assert cards(game) == [3, 4, 4]
    assert game.refused(Forget(player="Cy")).code == "not-now"
