"""The hands at the simulated table follow players who join, leave and change seats."""

from companion.core.commands import ChangeSeat, Join, Set
from companion.core.history import counting
from companion.simulation.pack import Hands, SimulatedPack
from tests.drivers.game import GameDriver


def test_hands_follow_the_players() -> None:
    game, pack = GameDriver(stickers=True), SimulatedPack()

    def hands() -> Hands:
        return pack.follow("seed", game.pack, counting(game.history.moments))

    game.new("ninety-nine", 3)
    ann, bo, cy = hands().seats
    game.obey(Join(player="Eva", after="Ann", when="now"))
    assert (hands().seats[0], hands().seats[2:], len(hands().seats[1])) == (ann, [bo, cy], 3)
    eva = hands().seats[1]
    game.obey(ChangeSeat(player="Cy", after="Ann"))
    assert hands().seats == [ann, cy, eva, bo]
    game.obey(Set(still_in={"Cy": False}))
    assert (hands().seats[1], set(hands().aside)) == ([], set(cy))
