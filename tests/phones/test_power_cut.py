"""The box is off for a while in mid-game: both phones come back by themselves,
and who ruled still rules.
"""

import pytest

from companion.core.commands import New
from tests.phones.box import Box
from tests.phones.conftest import Comes
from tests.phones.evening import PhoneEvening

NEW = New(variant="ninety-nine", players=("Ann", "Bo", "Cy", "Di"), dealer="Di")


@pytest.mark.slow("starts the whole box three times, and two phones")
def test_both_phones_come_back_after_the_box_was_stopped_and_after_its_plug_was_pulled(
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
    evening.plays("10")
    box.switch_off()


@pytest.mark.slow("starts the whole box, and two phones")
def test_what_was_played_at_the_box_while_a_phone_was_away_is_there_when_it_comes_back(
    box: Box, comes: Comes
) -> None:
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
