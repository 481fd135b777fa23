"""Totals that are reached exactly (docs/reference/rules.md, 4.2)."""

from companion.core.commands import Bust, Deal
from tests.drivers.game import GameDriver


def chips(game: GameDriver) -> tuple[int | None, ...]:
    """Return the chips of Ann, of Bo, and in the pot."""
    return (*(player.chips for player in game.adding.players), game.adding.pot)


def test_player_who_reaches_the_total_takes_a_chip_from_a_pot_that_has_one() -> None:
    game = GameDriver()
    game.new("ninety-nine", ("Ann", "Bo"), exact={"10": "chip", "30": "chip"}, chips=3)
    game.obey(Bust(), Deal())
    assert chips(game) == (2, 3, 1)
    game.play("Q")
    assert chips(game) == (2, 4, 0)
    game.play("J Q")
    assert (game.adding.total, chips(game)) == (30, (2, 4, 0))
