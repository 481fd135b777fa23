"""Tests of the player who is asked, and of the total that a play would make."""

import pytest
from msgspec import UNSET

from companion.core.commands import Bust, Deal, New, Play
from companion.core.questions import asked_of
from companion.core.refusals import OverTarget
from companion.games import family_of
from tests.drivers.game import GameDriver


def begun(variant: str) -> GameDriver:
    game = GameDriver()
    game.new(variant, 4)
    return game


@pytest.mark.parametrize(("dealer", "asked"), [(UNSET, "Bo"), ("Ann", "Ann")])
def test_the_dealer_is_asked_about_a_new_game(dealer: str, asked: str) -> None:
    assert asked_of(None, New(variant="ninety-nine", players=("Ann", "Bo"), dealer=dealer)) == asked


def test_next_dealer_is_asked_about_a_deal_and_otherwise_the_player_to_act() -> None:
    game = begun("ninety-nine")
    game.play("8", "3")
    assert asked_of(game.state, Play(card="10")) == "Cy"
    game.obey(Bust())
    assert asked_of(game.state, Deal()) == game.state.deals_next


def test_preview_of_a_card_over_the_target_shows_the_previous_total() -> None:
    game = begun("one-hundred-strict")
    game.play("10H")
    family = family_of(game.rules)
    result = family.step(game.rules, game.state, Play(card="5C"))
    shown = family.preview(game.rules, game.state, *result)
    assert (shown.refusal, shown.is_bust) == (OverTarget(105, 100, 100), True)
