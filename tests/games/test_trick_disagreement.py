"""Explanations of a difference between table and box in a trick game: docs/disagreement.md."""

import pytest

from companion.core.commands import Play
from companion.core.disagreement import Edit, Observed
from companion.core.search import explain
from companion.games import family_of
from companion.games.tricks.faults import follows
from tests.drivers.game import GameDriver, TrickGame
from tests.games.explained import explained, played, the


@pytest.fixture
def tricks() -> GameDriver:
    return played("5C", "9C", "KC", "2C", "4D", "9D", "QD", variant="arizona-spaghetti")


def test_missed_card_of_a_trick_is_found(tricks: GameDriver) -> None:
    at_the_end = next(
        one for one in explained(tricks, None, "Bo", trick=0) if one.edits[0].place == 8
    )
    (edit,) = at_the_end.edits
    assert (edit.cause, edit.player) == ("card-missed", "Bo")
    assert {str(card) for card in edit.alike} == {"KD", "AD"}


def test_card_of_a_trick_that_was_not_played_is_found(tricks: GameDriver) -> None:
    found = explained(tricks, None, "Ann", trick=2)
    assert found[0].edits[0].cause == "card-twice"


def test_two_cards_of_a_trick_in_the_wrong_order_are_found() -> None:
    game = played("5C", "KC", "9C", "2C", variant="arizona-spaghetti")
    found = explained(game, None, "Cy", trick=0)
    assert found[0].edits[0] == Edit("order", 2, "Bo", Play(card="KC"), Play(card="9C"))


def test_swapped_cards_of_a_trick_need_not_be_neighbors() -> None:
    game = played("KC", "9C", "5C", "2C", variant="arizona-spaghetti")
    found = explained(game, None, "Cy", trick=0)
    assert Edit("order", 1, "Ann", Play(card="KC"), Play(card="5C")) in found[0].edits


def test_wrong_card_of_a_trick_is_found() -> None:
    game = played("5C", "2C", "9C", "3C", variant="arizona-spaghetti")
    (edit,) = the("other-card", explained(game, None, "Di", trick=0)).edits
    assert (edit.player, edit.entered) == ("Di", Play(card="3C"))
    assert {str(card) for card in edit.alike} == {"10C", "JC", "QC", "KC", "AC"}


def test_players_of_a_trick_game_may_be_wrong_about_the_turn() -> None:
    found = explained(played("5C", "KC", variant="arizona-spaghetti"), None, "Ann")
    assert (found[0].edits, found[0].repair) == ((), None)


def test_explanation_in_which_a_player_does_not_follow_suit_is_unlikely() -> None:
    game = played("5C", "KC", "9C", "2D", "3D", "7D", "JD", variant="arizona-spaghetti")
    found = explained(game, None, "Ann", trick=0)
    assert (found[0].edits[0].cause, found[0].edits[0].place) == ("card-missed", 4)


def test_points_games_are_not_searched() -> None:
    game = GameDriver()
    game.new("points", 3)
    assert explain(family_of(game.rules), game.rules, game.history.moments, Observed(turn=1)) == []


@pytest.mark.parametrize("cards", ["", "5C 9C", "5C 2D KC 2C QC 3C 6C"])
def test_probabilities_of_unplayed_cards_add_up_to_one(cards: str) -> None:
    game = TrickGame()
    game.play(cards)
    unseen = [card for card in game.pack.cards() if card not in game.state.played]
    chances = [follows(game.rules, game.state, card.suit) / len(unseen) for card in unseen]
    assert sum(chances) == pytest.approx(1.0)
