"""A test of a game during which the box and then a phone are away: both phones reconnect, and the
paired one can still play.
"""

import pytest

from companion.core.commands import New
from tests.phones.box import Box
from tests.phones.conftest import Comes
from tests.phones.evening import PhoneEvening

NEW = New(variant="ninety-nine", players=("Ann", "Bo", "Cy", "Di"), dealer="Di")


@pytest.mark.slow("starts the whole box three times, and two phones")
def test_both_phones_reconnect_after_a_stop_a_power_cut_and_an_absence(
    box: Box, comes: Comes
) -> None:
    invited = box.invites()
    ruler, looker = comes(address=invited.address, clock=True), comes(clock=True)
    ruler.enters(invited.code)
    evening = PhoneEvening(box, ruler, looker)
    evening.sets_up(NEW, "99", "Ninety-nine")
    evening.plays("K")
    with evening.without_box():
        box.switch_off()
        evening.has_been_lost()
        box.switch_on()
    evening.stands()
    evening.plays("4")
    evening.plays("9")
    with evening.without_box():
        box.cut_off()
        evening.has_been_lost()
        box.switch_on()
    evening.stands()
    evening.takes_back()
    with looker.away():
        evening.plays_unseen("10")
        evening.plays_unseen("4")
    evening.stands()
    box.switch_off()
