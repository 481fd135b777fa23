"""A total that is reached exactly (docs/reference/rules.md, 4.2)."""

from companion.core.commands import Bust, Deal
from tests.drivers.game import GameDriver


def chips(game: GameDriver) -> tuple[int | None, ...]:
    """Those of Ann, of Bo, and of the pot."""
    return (*(player.chips for player in game.adding.players), game.adding.pot)


def test_whoever_reaches_the_total_takes_a_chip_from_the_pot_while_there_is_one() -> None:
    game = GameDriver()
    game.new("ninety-nine", ("Ann", "Bo"), exact={"10": "chip", "30": "chip"}, chips=3)
    game.obey(Bust(), Deal())
    assert chips(game) == (2, 3, 1)
    game.play("Q")
    assert chips(game) == (2, 4, 0)
    game.play("J Q")
    assert (game.adding.total, chips(game)) == (30, (2, 4, 0))
