"""Commands of an adding game at the wrong time, or with impossible values."""

import pytest

from companion.core.commands import Accept, Bust, Forget, Play, Shield
from companion.core.refusals import BadValue, CanPlay, TooSoon, WrongPhase
from tests.drivers.game import GameDriver


def begun(variant: str = "ninety-nine") -> GameDriver:
    game = GameDriver()
    game.new(variant, ("Ann", "Bo", "Cy"))
    return game


def test_showing_a_playable_card_at_a_bust_is_refused() -> None:
    game = begun()
    game.play("K")
    assert game.refused(Bust(hand=("8C", "4H", "9D"))).refusal == CanPlay(("4H", "9D"), "Bo")


def test_forgotten_draw_is_refused_without_a_draw_and_the_second_time() -> None:
    game = begun()
    assert game.refused(Forget(player="Ann")).refusal == WrongPhase("forgot", "Ann")
    game.play("8")
    game.obey(Forget(player="Ann"))
    assert game.refused(Forget(player="Ann")).refusal == WrongPhase("forgot", "Ann")


@pytest.mark.parametrize("command", [Shield(card="AH"), Accept()])
def test_shield_is_refused_from_a_player_who_was_not_named(command: Shield | Accept) -> None:
    assert begun("ninety-eight-umass").refused(command).refusal == WrongPhase("shield")


@pytest.mark.parametrize(("of_spades", "common"), [([1, 5], (1,)), ([5, 6], ())])
def test_set_offers_the_values_that_its_cards_have_in_common(
    of_spades: list[int], common: tuple[int, ...]
) -> None:
    game = GameDriver()
    cards = {"A": {"add": [1, 11]}, "AS": {"add": of_spades}}
    game.new("ninety-nine", ("Ann", "Bo", "Cy"), sets=True, cards=cards)
    refused = game.refused(Play(cards=("AH", "AS"), value=11))
    assert refused.refusal == BadValue(common, 11)


def test_value_that_the_card_does_not_have_is_refused() -> None:
    game = begun("ninety-nine-ace-eleven")
    assert game.refused(Play(card="AH", value=5)).code == "bad-value"
    game.obey(Play(card="AH", value=11))
    assert game.adding.total == 11


def test_ishihara_king_is_refused_before_the_sixth_turn_of_its_player() -> None:
    game = GameDriver()
    game.new("ninety-nine-ishihara", ("Ann", "Bo"), up_card="none")
    game.play("2C 2D 2H 2S 3C 3D 3H 3S")
    assert game.refused(Play(card="KH")).refusal == TooSoon(5, "Ann", "KH")
    game.play("5C 5D KH")
    assert game.adding.total == 99
