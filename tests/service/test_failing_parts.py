"""Tests of parts that fail and recover during a game, which continues unaffected."""

import errno
import random
from pathlib import Path

import pytest

from companion.core.commands import New, Play
from companion.screens.model import NoticeScreen, PartFailedScreen
from tests.devices.faults import Faults
from tests.drivers.expected import label
from tests.drivers.process import SEATS, evening
from tests.drivers.program import STOPPED
from tests.drivers.watching import says, shows
from tests.service.at_home import at_home

UNPLUGGED = PartFailedScreen("Scanner unplugged", "use the buttons", "plug")


def test_scanner_unplugged_in_the_middle_of_a_line_recovers(tmp_path: Path) -> None:
    with evening(tmp_path) as table:
        table.begin(New(variant="arizona-ninety-eight", players=SEATS), "98 Arizona 98")
        table.plays("8C", 8, "Bo")
        table.scanner.send(table.scanner.line(label("KH"))[:3])
        table.scanner.unplug()
        table.shows(UNPLUGGED)
        table.press("RIGHT")
        table.turn_to("RIGHT", "plays. 8.")
        table.obeys(Play(card="8"))
        table.tap("OK")
        table.shows(table.expected.picture(missing=True))
        table.scanner.plug()
        table.shows(NoticeScreen("All OK", "Scanner is back"))
        table.scanner.until_opened()
        table.plays("KH", 98, "Ann")
        assert table.program.stop() == 0
        lost, *others = table.program.said[1:]
        assert lost.startswith("WARNING companion.box.health: Reader lost: ")
        assert others == ["INFO companion.box.health: Reader is back", STOPPED]


def test_display_recovers_after_missing_some_cards(tmp_path: Path) -> None:
    with at_home(tmp_path) as home:
        home.plays("8C")
        home.until(shows(home.expected.picture()))
        faults = Faults(home.display.line)
        faults.fail(errno.EREMOTEIO)
        home.plays("7D")
        home.until(says("Display not answering"))
        home.plays("6H")
        home.plays("5S")
        faults.mend()
        home.until(shows(NoticeScreen("All OK", "Display is back")))
        home.plays("2C")
        home.until(shows(home.expected.picture()))


@pytest.mark.parametrize("seed", range(3))
def test_display_recovers_from_intermittent_bus_errors(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311  # the same failures every time
    with at_home(tmp_path) as home:
        faults = Faults(home.display.line)
        for card in ("8C", "7D", "6H", "5S", "2C", "3D", "AH", "4S", "9C", "6D"):
            error = chance.choice([errno.EIO, errno.EREMOTEIO, errno.ETIMEDOUT])
            faults.fail(error, after=chance.randrange(12), arrives=chance.randrange(8))
            home.plays(card)
            if chance.random() < 0.5:
                faults.mend()
        faults.mend()
        home.plays("3C")
        home.until(says("Display is back"))
        home.plays("2D")
        home.until(shows(home.expected.picture()))
