"""Card to box and back: the firmware and the box's own reader, joined by a pseudo-terminal."""

import os
import select
import tty
from collections.abc import Iterator

import pytest
import serial

from companion.devices.serial_reader import SerialReader
from companion.inputs import Edge, Input, Noise, PartLost, Receipt, Scan
from tests.devices.serial_line import PATIENCE, StoppedClock
from tests.firmware.bench import Bench
from tests.firmware.board import BOOT, OK


class CountingPort(serial.Serial):  # type: ignore[misc]  # pyserial has no types
    """A port that counts the bytes read from it."""

    got = 0

    def read(self, size: int = 1) -> bytes:
        data: bytes = super().read(size)
        self.got += len(data)
        return data


class Line:
    """The node's USB line, and the box at its other end.

    Attributes:
        reader: the box's, with the port open.
        on_disk: the last number of each boot that the box has stored.
    """

    def __init__(self, bench: Bench) -> None:
        self.bench = bench
        self.on_disk: dict[str, int] = {}
        self._node, self._box = os.openpty()
        for end in (self._node, self._box):
            tty.setraw(end)
        self.plug_in()

    def plug_in(self) -> None:
        """Open the port from a box that has just started."""
        self._port: CountingPort | None = None
        self.reader = SerialReader(
            os.ttyname(self._box), opener=self._open, clock=StoppedClock(), receipts=self.on_disk
        )
        self.reader.poll()

    def _open(self, path: str, baud: int) -> CountingPort:
        self._port = CountingPort(path, baud, timeout=0.2, exclusive=True)
        return self._port

    def carry(self, milliseconds: int = 20) -> list[Input]:
        """Let the node run, carry its bytes, and return the inputs that the box received."""
        heard: list[Input] = []
        assert self._port
        for _ in range(0, milliseconds, 5):
            ready, _, _ = select.select([self._node], [], [], 0)
            did = self.bench.step(5, os.read(self._node, 4096) if ready else b"")
            os.write(self._node, did.line)
            until = self._port.got + len(did.line)
            while self._port.got < until:
                heard += self.reader.poll(timeout=PATIENCE)
        return heard

    def write_down(self, scan: Scan, *, accepted: bool) -> None:
        assert scan.receipt
        self.on_disk[scan.receipt.boot] = scan.receipt.sequence
        self.reader.taken(scan.receipt)
        self.reader.verdict(scan.receipt, accepted=accepted)

    def close(self) -> None:
        self.reader.close()
        for end in (self._node, self._box):
            os.close(end)


@pytest.fixture
def line(bench: Bench) -> Iterator[Line]:
    made = Line(bench.start())
    made.carry(2000)
    yield made
    made.close()


def cards(heard: list[Input]) -> list[Scan]:
    return [told for told in heard if isinstance(told, Scan)]


def test_card_arrives_with_its_receipt_and_its_verdict_lights_the_node(line: Line) -> None:
    line.bench.from_module = b"1QSF\r"
    (card,) = cards(line.carry())
    assert card == Scan("1QSF", 7.5, receipt=Receipt(BOOT, 1))
    line.write_down(card, accepted=True)
    line.carry(10)
    did = line.bench.step()
    assert (did.lit, did.tone) == (True, 2400)
    line.bench.clear()
    assert line.carry(2000) == []
    assert line.bench.heard("S") == []


def test_card_not_on_disk_is_resent_to_a_restarted_box(line: Line) -> None:
    line.bench.from_module = b"1QSF\r18H0\r"
    queen, _ = cards(line.carry())
    line.write_down(queen, accepted=True)
    line.reader.close()
    line.plug_in()
    assert [card.text for card in cards(line.carry(200))] == ["18H0"]


def test_node_restart_is_reported_with_its_unread_card(line: Line) -> None:
    line.bench.from_module = b"1QSF\r"
    line.bench.step()  # the frame is sent, and the line is pulled before it arrives
    line.bench.board.switch_off()
    line.bench.start("00C0FFEE")
    heard = line.carry(2500)
    assert [told for told in heard if isinstance(told, Noise)] == [Noise("restarted")]
    line.bench.from_module = b"1QSF\r"
    assert cards(line.carry()) == [Scan("1QSF", 7.5, receipt=Receipt("00C0FFEE", 1))]


def test_key_of_the_node_is_a_contact_of_the_box(line: Line) -> None:
    line.bench.step(levels={OK: 0})
    heard = line.carry(700)
    assert Edge("OK", down=True, at=7.5, receipt=Receipt(BOOT, 1)) in heard
    assert len([told for told in heard if isinstance(told, Edge)]) == 1


def test_unresponsive_module_is_a_lost_part(line: Line) -> None:
    line.bench.plugged = False
    heard = line.carry(14_000)
    assert [told.part for told in heard if isinstance(told, PartLost)] == ["Reader"]
