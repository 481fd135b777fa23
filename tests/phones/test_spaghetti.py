"""A test of a whole game of Arizona Spaghetti on the page: one trick card by card, all rounds by
their points.
"""

from itertools import pairwise

import pytest

from companion.core.commands import New
from tests.phones.box import Box
from tests.phones.conftest import Comes
from tests.phones.evening import PhoneEvening
from tests.phones.phone import DESK
from tests.service.record import After, read_record

PLAYERS = ("Ann", "Bo", "Cy", "Di")
NEW = New(variant="arizona-spaghetti", players=PLAYERS, dealer="Bo")
AFTER = {line.round: line.points for line in read_record() if isinstance(line, After)}
ROUNDS = [
    {name: now[name] - before[name] for name in PLAYERS}
    for before, now in pairwise([dict.fromkeys(PLAYERS, 0), *AFTER.values()])
]
"""Each player's points of each round of the recorded game."""


@pytest.mark.full
def test_whole_game_is_entered_by_its_points(box: Box, comes: Comes) -> None:
    invited = box.invites()
    ruler = comes(DESK, address=invited.address)
    looker = comes()
    ruler.enters(invited.code)
    evening = PhoneEvening(box, ruler, looker)
    evening.sets_up(NEW, "Tricks", "Arizona Spaghetti")
    for card in ("6D", "9D", "QD", "10C"):
        evening.lays(card)
    evening.lay_is_refused("6D", "6♦ has been played already")
    for _ in range(4):
        evening.takes_back()
    for number, points in enumerate(ROUNDS, start=1):
        evening.scores(points)
        if number < len(ROUNDS):
            looker.sees(sums=sums(number))
            evening.deals()
    assert evening.won == {"Cy": 1}
    box.shows_game(evening.expected, evening.won)
    box.switch_off()


def sums(count: int) -> str:
    """Return the page's sentence about `count` rounds with correct sums."""
    costs = ", ".join(str(sum(points.values())) for points in ROUNDS[:count])
    return f"Round 1 adds up: {costs}." if count == 1 else f"Rounds 1 to {count} add up: {costs}."
