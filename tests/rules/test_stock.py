"""Drawing from the stock, and what happens when it is used up: docs/rules.md 1.4."""

import pytest
from msgspec.structs import replace

from companion.errors import Illegal
from companion.rules import family
from companion.rules.commands import Play, Shield
from companion.rules.events import CardDrawn, Eliminated, Played, Reshuffled
from companion.rules.refusals import NotEnoughCards
from tests.drivers.game import GameDriver


def begun(variant: str, players: int = 2, **house: object) -> GameDriver:
    game = GameDriver()
    game.new(variant, players, **house)
    return game


def test_a_stock_that_is_used_up_is_made_of_the_pile_without_its_top_card() -> None:
    game = begun("ninety-nine", hand_size=25)
    game.play("2C", "2D")
    assert game.adding.stock == 0
    assert game.play("2H") == (Played("Ann", ("2H",), 6), Reshuffled(2), CardDrawn("Ann", 1, 1))
    assert (game.adding.stock, [str(card) for card in game.adding.pile]) == (1, ["2H"])


def test_where_play_goes_on_without_a_stock_nobody_draws_and_whoever_has_no_card_is_out() -> None:
    game = begun("ninety-eight", 3, hand_size=17, stock_out="play on")
    game.play("2C")
    assert game.play("2D")[-1] == CardDrawn("Bo", 0, 1)
    state = game.adding
    state = replace(state, players=state.players_with(0, replace(state.players[0], cards=0)), aside=17)
    _, events = family.step(game.rules, state, Play(card="2H"))
    assert events[-1] == Eliminated("Ann", "no cards")


def test_whoever_has_no_card_shows_no_shield() -> None:
    game = begun("ninety-eight-umass", 3)
    game.obey(Play(card="AS", target="Cy"))
    state = game.adding
    state = replace(state, players=state.players_with(2, replace(state.players[2], cards=0)))
    with pytest.raises(Illegal) as illegal:
        family.step(game.rules, state, Shield(card="AH"))
    assert illegal.value.refusal == NotEnoughCards("Cy", 0, 1)


def test_each_card_is_held_lies_or_is_in_the_stock() -> None:
    game = begun("ninety-nine", 3)
    game.play("2C", "2D")
    held, pile, called, stock, aside, has_stock = game.adding.card_counts
    assert (held, list(map(str, pile)), list(map(str, called))) == ((3, 3, 3), ["2C", "2D"], ["2D"])
    assert (stock, aside, has_stock) == (41, 0, True)
