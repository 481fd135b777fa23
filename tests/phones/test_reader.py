"""A test of cards scanned at the box: each appears on both phones, and a phone can answer their
questions.
"""

import pytest

from companion.core.commands import New
from tests.phones.box import Box
from tests.phones.conftest import Comes
from tests.phones.evening import PhoneEvening

NEW = New(variant="arizona-ninety-eight", players=("Ann", "Bo", "Cy"), dealer="Cy")


@pytest.mark.slow("plays on the whole box with two phones and its scanner")
def test_cards_of_the_scanner_and_of_the_page_make_one_game(box: Box, comes: Comes) -> None:
    invited = box.invites()
    ruler, looker = comes(address=invited.address), comes()
    ruler.enters(invited.code)
    evening = PhoneEvening(box, ruler, looker)
    evening.sets_up(NEW, "98", "Arizona 98")
    evening.passes_over_reader("7H")
    evening.asks_at_the_box("AC", answer="add eleven", value=11)
    evening.plays("K")
    evening.passes_over_reader("9D")
    evening.reader_refuses("5C", "98 + 5 = 103 is over 98")
    evening.passes_over_reader("JK1")
    box.switch_off()
