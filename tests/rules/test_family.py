"""What is chosen by the family of the rules and of the state."""

from collections.abc import Callable

import pytest
from msgspec import UNSET

from companion.rules.commands import Bust, Deal, New, Play
from companion.rules.family import Rules, State, asked_of, preview, public_state, step
from companion.rules.refusals import OverTarget
from tests.drivers.game import SPAGHETTI, GameDriver


def begun(variant: str) -> GameDriver:
    game = GameDriver()
    game.new(variant, 4)
    return game


@pytest.mark.parametrize(
    "used",
    [
        lambda rules, state: step(rules, state, Bust()),
        lambda rules, state: preview(rules, None, (state, ())),
        public_state,
    ],
    ids=("step", "preview", "public_state"),
)
def test_rules_and_a_state_of_two_families_are_a_mistake_of_the_program(
    used: Callable[[Rules, State], object],
) -> None:
    rules, state = begun("ninety-nine").rules, begun(SPAGHETTI).state
    with pytest.raises(
        TypeError, match="the rules of Ninety-nine and TrickState are of different families"
    ):
        used(rules, state)


@pytest.mark.parametrize(("dealer", "asked"), [(UNSET, "Bo"), ("Ann", "Ann")])
def test_the_dealer_is_asked_about_a_new_game(dealer: str, asked: str) -> None:
    assert asked_of(None, New(variant="ninety-nine", players=("Ann", "Bo"), dealer=dealer)) == asked


def test_whoever_deals_next_is_asked_about_a_deal_and_else_the_player_to_act() -> None:
    game = begun("ninety-nine")
    game.play("8", "3")
    assert asked_of(game.state, Play(card="10")) == "Cy"
    game.obey(Bust())
    assert asked_of(game.state, Deal()) == game.state.deals_next


def test_a_card_that_goes_over_is_previewed_with_the_total_before_it() -> None:
    game = begun("one-hundred-strict")
    game.play("10H")
    shown = preview(game.rules, game.state, step(game.rules, game.state, Play(card="5C")))
    assert (shown.refusal, shown.is_bust) == (OverTarget(105, 100, 100), True)
