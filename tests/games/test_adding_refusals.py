"""Commands of an adding game that come at the wrong time, or with what cannot be."""

import pytest

from companion.core.commands import Accept, Bust, Forget, Play, Shield
from companion.core.refusals import CanPlay, TooSoon, WrongPhase
from tests.drivers.game import GameDriver


def begun(variant: str = "ninety-nine") -> GameDriver:
    game = GameDriver()
    game.new(variant, ("Ann", "Bo", "Cy"))
    return game


def test_whoever_shows_a_card_that_can_be_played_is_not_out() -> None:
    game = begun()
    game.play("K")
    assert game.refused(Bust(hand=("8C", "4H", "9D"))).refusal == CanPlay(("4H", "9D"), "Bo")


def test_only_whoever_has_drawn_can_have_forgotten_it_and_only_once() -> None:
    game = begun()
    assert game.refused(Forget(player="Ann")).refusal == WrongPhase("forgot", "Ann")
    game.play("8")
    game.obey(Forget(player="Ann"))
    assert game.refused(Forget(player="Ann")).refusal == WrongPhase("forgot", "Ann")


@pytest.mark.parametrize("command", [Shield(card="AH"), Accept()])
def test_nobody_shows_a_shield_who_was_not_named(command: Shield | Accept) -> None:
    assert begun("ninety-eight-umass").refused(command).refusal == WrongPhase("shield")


def test_a_card_has_one_of_its_own_values() -> None:
    game = begun("ninety-nine-ace-eleven")
    assert game.refused(Play(card="AH", value=5)).code == "bad-value"
    game.obey(Play(card="AH", value=11))
    assert game.adding.total == 11


def test_a_king_by_ishihara_is_played_from_the_sixth_turn_of_its_player_on() -> None:
    game = GameDriver()
    game.new("ninety-nine-ishihara", ("Ann", "Bo"), up_card="none")
    game.play("2C 2D 2H 2S 3C 3D 3H 3S")
    assert game.refused(Play(card="KH")).refusal == TooSoon(5, "Ann", "KH")
    game.play("5C 5D KH")
    assert game.adding.total == 99
