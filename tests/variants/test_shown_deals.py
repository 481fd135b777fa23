"""Seven to one: each round has one card less, and the rest of the deck is not dealt."""

import pytest

from companion import IllegalCommand
from companion.core.events import RoundDealt
from companion.core.refusals import BadSum
from companion.games.tricks.engine import miscounted_points
from tests.variants.test_shown_choices import game_of

ROUNDS = range(7, 0, -1)


def test_each_round_is_dealt_one_card_less() -> None:
    game = game_of("seven-to-one", 3, trump="S")
    for cards in ROUNDS:
        assert RoundDealt(8 - cards, game.state.players[game.state.dealer].name, cards) in (
            game.history[-1].events
        )
        assert [player.cards for player in game.state.players] == [cards] * 3
        game.score({"Ann": cards})
        if cards > 1:
            game.deal(trump="none")
    assert game.over
    assert [player.points for player in game.state.players] == [28, 0, 0]


def test_round_ends_when_all_dealt_cards_are_played() -> None:
    game = game_of("seven-to-one", 2, trump="none")
    for rank in ("2", "3", "4", "5", "6", "7", "8"):
        assert game.state.phase == "play"
        game.play(f"{rank}C")
        assert miscounted_points(game.rules, game.state) is None
        game.play(f"{rank}D")
    assert game.state.phase == "round-over"
    assert [player.round_points for player in game.state.players] == [7, 0]


def test_points_of_a_round_are_those_of_its_tricks() -> None:
    game = game_of("seven-to-one", 3, trump="S")
    game.score({"Ann": 3, "Cy": 4})
    game.deal(trump="S")
    with pytest.raises(IllegalCommand) as refused:
        game.score({"Ann": 3, "Cy": 4})
    assert refused.value.refusal == BadSum(-1, 6, 1, (3, 0, 4))
