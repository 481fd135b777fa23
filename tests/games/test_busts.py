"""A bust costs what docs/reference/rules.md 1.3 says, one kind after the other."""

from companion.core.commands import Bust
from companion.core.events import (
    Busted,
    Eliminated,
    GameEnded,
    HandEnded,
    Paid,
    PileStarted,
    WentOver,
)
from tests.drivers.game import GameDriver


def begun(variant: str = "ninety-nine", players: int = 3, **house: object) -> GameDriver:
    game = GameDriver()
    game.new(variant, players, **house)
    return game


def test_a_bust_costs_a_chip_and_says_how_many_are_left() -> None:
    game = begun(chips=3)
    game.play("8")
    assert game.obey(Bust()) == (Busted("Bo"), Paid("Bo", 2), HandEnded("Ann"))
    assert (game.adding.players[1].chips, game.adding.pot) == (2, 1)


def test_whoever_pays_the_last_chip_is_out() -> None:
    game = begun(chips=1)
    assert game.obey(Bust())[:3] == (Busted("Ann"), Paid("Ann", 0), Eliminated("Ann", "no chips"))


def test_on_their_honor_players_pay_the_last_chip_and_go_out_with_the_next_bust() -> None:
    game = begun(chips=1, honor=True, bust="chip, play on")
    assert game.obey(Bust()) == (Busted("Ann"), Paid("Ann", 0))
    game.play("8", "8")
    assert game.obey(Bust()) == (Busted("Ann"), Eliminated("Ann", "bust"))
    assert game.adding.pot == 1


def test_a_new_pile_begins_without_the_cards_that_lay() -> None:
    game = begun(bust="chip, new pile", chips=3)
    game.play("8", "7")
    assert game.obey(Bust()) == (Busted("Cy"), Paid("Cy", 2), PileStarted(2))
    assert (game.adding.total, game.adding.pile, game.adding.aside) == (0, (), 2)


def test_a_card_that_goes_over_costs_as_much_as_a_bust() -> None:
    game = begun("one-hundred-strict", chips=3)
    game.play("10H")
    (over, *costs) = game.play("5C")
    assert over == WentOver("Bo", ("5C",), 105)
    assert costs[0] == Paid("Bo", 2)


def test_whoever_busts_loses_where_one_player_loses() -> None:
    assert begun("ninety-eight", bust="lose").obey(Bust()) == (
        Busted("Ann"),
        GameEnded(None, ("Ann",)),
    )
