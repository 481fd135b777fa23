"""Tests of a box that is off for a while during a game: both phones reconnect, and the paired one
can still play.
"""

import pytest

from companion.core.commands import New
from tests.phones.box import Box
from tests.phones.conftest import Comes
from tests.phones.evening import PhoneEvening

NEW = New(variant="ninety-nine", players=("Ann", "Bo", "Cy", "Di"), dealer="Di")


@pytest.mark.slow("starts the whole box three times, and two phones")
def test_both_phones_reconnect_after_a_stop_and_a_power_cut(box: Box, comes: Comes) -> None:
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
    evening.plays("10")
    box.switch_off()


@pytest.mark.slow("starts the whole box, and two phones")
def test_plays_during_a_phones_absence_are_shown_when_it_returns(box: Box, comes: Comes) -> None:
    invited = box.invites()
    ruler, looker = comes(address=invited.address, clock=True), comes(clock=True)
    ruler.enters(invited.code)
    evening = PhoneEvening(box, ruler, looker)
    evening.sets_up(NEW, "99", "Ninety-nine")
    evening.plays("8")
    with looker.away():
        evening.plays_unseen("K")
        evening.plays_unseen("4")
    evening.stands()
    box.switch_off()
