"""A test of a whole game of Ninety-nine: one phone plays, another one watches, and some cards are
scanned at the box.
"""

import pytest

from companion.core.commands import New
from tests.phones.box import Box
from tests.phones.conftest import Comes
from tests.phones.evening import PhoneEvening
from tests.phones.phone import DESK, PHONE

Size = tuple[int, int]
NEW = New(variant="ninety-nine", players=("Ann", "Bo", "Cy"), dealer="Cy", house={"chips": 1})


@pytest.mark.slow("plays a whole game on the whole box with two phones")
@pytest.mark.parametrize(
    ("ruling", "looking"),
    [
        pytest.param(PHONE, DESK, id="ruled in the hand"),
        pytest.param(DESK, PHONE, id="ruled at a desk", marks=pytest.mark.full),
    ],
)
def test_whole_game_is_played_with_every_kind_of_play(
    box: Box, comes: Comes, ruling: Size, looking: Size
) -> None:
    invited = box.invites()
    ruler = comes(ruling, address=invited.address)
    looker = comes(looking)
    ruler.enters(invited.code)
    ruler.sees(standing="live, you can play" if ruler.wide else "you can play")
    evening = PhoneEvening(box, ruler, looker)
    evening.sets_up(NEW, "99", "Ninety-nine")
    first_hand(evening)
    second_hand(evening)
    assert evening.expected.adding.winner is not None
    box.shows_game(evening.expected, evening.won)
    box.switch_off()


def first_hand(evening: PhoneEvening) -> None:
    """Play a refusal, a miscount, two undone plays, and the first bust."""
    evening.plays("8")
    evening.plays("K")
    evening.is_refused("2", "99 + 2 = 101 is over 99")
    evening.plays("4")
    evening.calls(98)
    evening.calls(99)
    evening.plays("10")
    evening.takes_back("99 again, Bo to play")
    evening.takes_back_call()
    evening.takes_back_call()
    evening.takes_back("99 stays, Cy to play, clockwise")
    evening.busts()
    evening.takes_back("99 stays, Cy to play, a chip returned, Cy in again")
    evening.busts()
    evening.deals()


def second_hand(evening: PhoneEvening) -> None:
    """Play tens both ways, below zero and up to the end. Some cards come from the scanner."""
    evening.plays("10", value=-10, answer="take ten off")
    evening.passes_over_reader("6H")
    evening.asks_at_the_box("10D", answer="add ten", value=10)
    evening.plays("K")
    evening.reader_refuses("3H", "99 + 3 = 102 is over 99")
    evening.busts()
