"""Tests of games with optically read cards: printed label, scanner node, line, box, display, and
back.
"""

import signal
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from companion.core.commands import New
from tests.drivers.expected import label, played
from tests.drivers.process import SEATS, configured, evening, switched_on
from tests.firmware.bench import Bench
from tests.firmware.board import Board, need_micropython
from tests.service.node import SeeingNode

CARDS = New(variant="ninety-nine", players=SEATS[:3], house={"chips": 1})


@pytest.fixture(scope="module")
def pico() -> Iterator[Board]:
    need_micropython()
    with Board() as board:
        yield board


@pytest.fixture
def bench(pico: Board) -> Bench:
    pico.switch_off()
    return Bench(pico)


@pytest.mark.full
def test_game_is_played_with_printed_labels(tmp_path: Path, bench: Bench) -> None:
    with evening(tmp_path, lambda port: SeeingNode(port, bench)) as table:
        table.begin(CARDS, "99 Ninety-nine")
        table.plays("8C", 8, "Bo")
        table.plays("KH", 99, "Cy")
        table.refuses("8C", "8♣ lies on the pile already")
        table.plays("9D", 99, "Ann")
        table.plays("4S", 99, "Cy")
        table.plays("10C", 89, "Bo")
        table.plays("8D", 97, "Ann")
        table.refuses("5H", "97 + 5 = 102 is over 99")
        table.plays("4H", 97, "Bo")
        table.busts(sound="hand-over")
        table.deals(0, "Cy")
        table.plays("KS", 99, "Ann")
        table.busts(sound="game-over")
        table.ends((("Ann", 0), ("Bo", 0), ("Cy", 1)))
        table.stops_in_peace()


@pytest.mark.slow("starts the program twice, and MicroPython")
def test_cards_scanned_while_the_box_is_off_are_played_once(tmp_path: Path, bench: Bench) -> None:
    node = configured(tmp_path, lambda port: SeeingNode(port, bench))
    node.plug()
    with ExitStack() as closing:
        closing.callback(node.unplug)
        with switched_on(tmp_path, node) as table:
            table.begin(CARDS, "99 Ninety-nine")
            table.plays("8C", 8, "Bo")
            expected = table.expected
            table.program.kill()
        for card in ("7C", "9D"):
            node.send(node.line(label(card)))
        with switched_on(tmp_path, node, expected) as table:
            for card in ("7C", "9D"):
                table.obeys(played(card))
            table.goes_on()
            table.plays("2S", 17, "Bo")
            assert table.program.stop(signal.SIGTERM) == 0
