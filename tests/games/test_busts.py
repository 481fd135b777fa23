"""Tests of the cost of a bust, one kind after the other: docs/reference/rules.md 1.3."""

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


def test_bust_costs_a_chip_and_reports_how_many_are_left() -> None:
    game = begun(chips=3)
    game.play("8")
    assert game.obey(Bust()) == (Busted("Bo"), Paid("Bo", 2), HandEnded("Ann"))
    assert (game.adding.players[1].chips, game.adding.pot) == (2, 1)


def test_player_who_pays_the_last_chip_is_out() -> None:
    game = begun(chips=1)
    assert game.obey(Bust())[:3] == (Busted("Ann"), Paid("Ann", 0), Eliminated("Ann", "no chips"))


def test_player_on_honor_goes_out_with_the_bust_after_the_last_chip() -> None:
    game = begun(chips=1, honor=True, bust="chip, play on")
    assert game.obey(Bust()) == (Busted("Ann"), Paid("Ann", 0))
    game.play("8", "8")
    assert game.obey(Bust()) == (Busted("Ann"), Eliminated("Ann", "bust"))
    assert game.adding.pot == 1


def test_new_pile_starts_empty() -> None:
    game = begun(bust="chip, new pile", chips=3)
    game.play("8", "7")
    assert game.obey(Bust()) == (Busted("Cy"), Paid("Cy", 2), PileStarted(2))
    assert (game.adding.total, game.adding.pile, game.adding.aside) == (0, (), 2)


def test_card_over_the_target_costs_as_much_as_a_bust() -> None:
    game = begun("one-hundred-strict", chips=3)
    game.play("10H")
    (over, *costs) = game.play("5C")
    assert over == WentOver("Bo", ("5C",), 105)
    assert costs[0] == Paid("Bo", 2)


def test_player_who_busts_loses_if_the_game_has_one_loser() -> None:
    assert begun("ninety-eight", bust="lose").obey(Bust()) == (
        Busted("Ann"),
        GameEnded(None, ("Ann",)),
    )
