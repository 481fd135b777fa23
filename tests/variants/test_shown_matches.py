"""Games of a table's own with several hands: who leads, who scores, and when it is over."""

from pathlib import Path

import pytest

from companion.core.commands import Bust, Leave
from companion.core.events import Got
from companion.variants import load_variants
from tests.drivers.game import GameDriver
from tests.variants.shown_games import shown


def points(game: GameDriver) -> dict[str, int | None]:
    return {player.name: player.points for player in game.adding.players}


def test_loser_of_a_hand_leads_the_next_one() -> None:
    game = shown("loser-leads")
    assert game.turn == "Ann"
    game.play("8")
    game.obey(Bust())
    game.deal()
    assert game.turn == "Bo"


def test_next_player_leads_after_a_loser_who_is_out() -> None:
    game = shown("loser-leads", chips=1)
    game.play("8")
    game.obey(Bust())
    game.deal()
    assert game.turn == "Cy"


def test_player_before_the_bust_leads_the_next_hand() -> None:
    game = shown("winner-leads")
    game.play("8 8")
    game.obey(Bust())
    game.deal()
    assert game.turn == "Bo"


def test_player_after_the_dealer_leads_if_nobody_called() -> None:
    game = shown("winner-leads")
    game.obey(Bust())
    game.deal()
    assert game.turn == "Bo"  # Ann deals.


def test_last_player_in_scores_and_everyone_is_in_again() -> None:
    game = shown("last-in-scores")
    game.obey(Bust())
    assert game.obey(Bust())[-2] == Got("Cy", "points", 1)
    assert points(game) == {"Ann": 0, "Bo": 0, "Cy": 1}
    assert game.phase == "hand-over"
    game.deal()
    assert [player.cards for player in game.adding.players] == [3, 3, 3]


def test_first_player_with_ten_points_wins_the_match() -> None:
    game = shown("last-in-scores", 2)
    for hand in range(19):
        if hand:
            game.deal()
        game.obey(Bust())
    assert points(game) == {"Ann": 9, "Bo": 10}
    assert (game.phase, game.adding.won_by) == ("game-over", ("Bo",))


def test_player_who_leaves_is_not_dealt_the_next_hand() -> None:
    game = shown("last-in-scores")
    game.obey(Bust(), Leave(player="Ann"), Bust())
    game.deal()
    assert [player.still_in for player in game.adding.players] == [False, True, True]


def test_last_player_in_scores_a_point_for_each_card_in_hand() -> None:
    game = shown("cards-left-score", 2)
    game.obey(Bust())
    assert points(game) == {"Ann": 0, "Bo": 3}


def test_first_player_without_chips_has_lost() -> None:
    game = shown("first-out-loses")
    game.play("8")
    game.obey(Bust())
    assert (game.phase, game.adding.losers, game.adding.won_by) == ("game-over", (1,), ())


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            'extends = "one-hundred"\nmatch = { to = 3 }',
            (
                "bust: in a match a bust ends the hand or puts the player out, unless an empty "
                "hand ends it (empty_hand)"
            ),
        ),
        (
            'extends = "ninety-eight"\nleads = "loser"',
            "leads: there is only one hand: leave it out, or add a match",
        ),
        (
            'extends = "ninety-nine-kolb"\nends = "first out"',
            "ends: the first one out loses and nobody wins the pot: leave one of them out",
        ),
        ('extends = "ninety-nine"\nmatch = { }', "match.to: is missing, write a whole number"),
    ],
)
def test_contradiction_of_the_course_is_named(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "ours.toml").write_text(f'{text}\ntitle = "Ours"\n')
    (problem,) = load_variants(tmp_path).problems
    assert f"{problem.key}: {problem.reason}".startswith(said)
