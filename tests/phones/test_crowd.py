"""Tests with two hundred phones at once: each receives each change, and crowds that leave free
their memory.

`tests/web/test_event_stream.py` proves that a change wakes two hundred pages at once.
"""

import pytest

from companion.core.commands import New, Play
from companion.games import family_of
from tests.drivers.expected import Expected
from tests.drivers.game import as_read
from tests.phones.box import Box
from tests.phones.lines import Crowd, Ruler, resident

pytestmark = pytest.mark.full

MANY = 200
PLAYERS = ("Ann", "Bo", "Cy", "Di")
CARDS = ("8H", "3C", "2D", "4S", "9C", "KD", "9S", "4D", "9H", "4C")
MORE = 12.0
"""MB that the box may use after the last crowd beyond its use after the first one."""


@pytest.fixture
def ruler(box: Box) -> Ruler:
    """Return a phone that plays over its line. The box closes other connections
    that stay silent.
    """
    ruler = Ruler(box.port)
    ruler.enters(box.invites().code)
    return ruler


def test_each_of_two_hundred_phones_receives_each_play(box: Box, ruler: Ruler) -> None:
    expected = Expected(New(variant="ninety-nine", players=PLAYERS))
    sequence = ruler.orders(0, "new", variant="ninety-nine", players=PLAYERS)
    with Crowd(box.port, MANY) as crowd:
        crowd.until(sequence)
        for card in CARDS:
            expected.obey(Play(card=card))
            sequence = ruler.orders(sequence, "play", card=card)
            crowd.until(sequence)
            for phone in crowd.phones:
                assert phone.parts["state"] == as_read(
                    family_of(expected.rules).public_state(expected.rules, expected.state)
                )
                assert [row["cards"] for row in phone.plays[1:]] == [
                    [said] for said in CARDS[: expected.commands - 1]
                ]
    assert box.written() == expected.kept
    ruler.close()
    box.switch_off()


def test_crowds_that_come_and_go_leave_no_memory_in_use(box: Box, ruler: Ruler) -> None:
    sequence = ruler.orders(0, "new", variant="ninety-nine", players=PLAYERS)
    after = []
    for _ in range(5):
        with Crowd(box.port, MANY) as crowd:
            for card in CARDS[:4]:
                sequence = ruler.orders(sequence, "play", card=card)
                crowd.until(sequence)
            sequence = ruler.orders(sequence, "undo", count=4)
            crowd.until(sequence)
        after.append(resident(box.program.process.pid))
    assert after[-1] - after[0] < MORE, after
    ruler.close()
    box.switch_off()
