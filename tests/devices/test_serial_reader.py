import queue
import random
import termios
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.devices.ports import OPEN_EVERY, Report
from companion.devices.scanner_node import MAX_WAITING, SILENT, framed
from companion.devices.serial_reader import (
    DROP_SECONDS,
    MAX_BURST,
    MAX_RATE,
    MAX_READS,
    READ_BYTES,
    SerialPort,
    SerialReader,
    open_port,
)
from companion.inputs import Edge, Input, Noise, PartBack, PartLost, Receipt, Scan
from tests.devices.gm65 import AS_DELIVERED, Gm65
from tests.devices.parts import SetClock
from tests.devices.serial_line import (
    CLOCK,
    PATIENCE,
    Cable,
    FailingPort,
    FullPort,
    HandWorker,
    poll_for,
    scan,
)


@pytest.fixture
def cable(tmp_path: Path) -> Iterator[Cable]:
    cable = Cable(tmp_path / "serial" / "by-id" / "usb-GM65")
    yield cable
    cable.unplug()


@pytest.fixture
def reader(cable: Cable) -> Iterator[SerialReader]:
    reader = SerialReader(str(cable.path), clock=CLOCK)
    yield reader
    reader.close()


def test_scanned_card_is_reported(cable: Cable, reader: SerialReader) -> None:
    cable.plug()
    assert reader.poll() == []
    cable.send(Gm65().pass_code("1QSF"))
    assert poll_for(reader, 1) == [scan("1QSF")]


def test_card_without_a_line_end_is_reported_after_a_pause(
    cable: Cable, reader: SerialReader
) -> None:
    cable.plug()
    reader.poll()
    cable.send(Gm65({**AS_DELIVERED, 0x60: 0x00}).pass_code("1QSF"))
    assert poll_for(reader, 1) == [Scan("1QSF", at=7.5, ended=False)]
    assert reader.poll(timeout=0) == []


def test_scan_after_a_settings_command_is_reported_alone(
    cable: Cable, reader: SerialReader
) -> None:
    module = Gm65({**AS_DELIVERED, 0x60: 0x21})  # CR LF after a scan
    cable.plug()
    reader.poll()
    cable.send(
        module.command(bytes.fromhex("7E 00 08 01 00 02 01 AB CD")) + module.pass_code("1QSF")
    )
    cable.send(module.pass_code("2KHE"))
    assert poll_for(reader, 2) == [scan("1QSF"), scan("2KHE")]


def test_thousands_of_scans_are_read_in_any_pieces(cable: Cable, reader: SerialReader) -> None:
    chance = random.Random(98)  # noqa: S311 - where pieces are cut needs no secrecy
    module = Gm65()
    cable.plug()
    reader.poll()
    texts = [
        f"{chance.choice('12')}{chance.choice('A23456789TJQK')}{chance.choice('CDHS')}X"
        for _ in range(3000)
    ]
    left = b"".join(module.pass_code(text) for text in texts)
    heard: list[Input] = []
    while left:
        cut = chance.randint(1, 12)
        cable.send(left[:cut])
        left = left[cut:]
        heard += reader.poll(timeout=PATIENCE)
    heard += poll_for(reader, len(texts) - len(heard))
    assert heard == [scan(text) for text in texts]


def test_noise_is_reported_and_the_next_card_is_read(cable: Cable, reader: SerialReader) -> None:
    cable.plug()
    reader.poll()
    cable.send(b"\x00\xf8\r" + b"x" * 100 + b"\r" + b"1QSF\r")
    assert poll_for(reader, 3) == [Noise("odd bytes", 2), Noise("long line", 64), scan("1QSF")]


def test_odd_byte_at_power_on_does_not_swallow_a_card(cable: Cable, reader: SerialReader) -> None:
    cable.plug()
    reader.poll()
    cable.send(b"\x00")
    assert reader.poll(timeout=PATIENCE) == []
    assert reader.poll(timeout=0) == [Noise("odd bytes", 1)]
    cable.send(b"1QSF\r")
    assert poll_for(reader, 1) == [scan("1QSF")]


def test_half_a_line_is_reported_on_unplugging_and_scanning_resumes(
    cable: Cable, reader: SerialReader
) -> None:
    cable.plug()
    reader.poll()
    cable.send(b"1QSF\r2K")
    assert poll_for(reader, 1) == [scan("1QSF")]
    cable.unplug()
    half, lost = poll_for(reader, 2)
    assert half == Noise("half a line", text="2K")
    assert isinstance(lost, PartLost)
    assert lost.part == "Reader"
    assert not reader.connected
    assert [reader.poll() for _ in range(5)] == [[]] * 5

    cable.plug()
    assert reader.poll() == [PartBack("Reader")]
    cable.send(b"H7\r8H\r")
    assert poll_for(reader, 2) == [scan("H7"), scan("8H")]


def test_unplugging_a_node_releases_its_held_key(cable: Cable, reader: SerialReader) -> None:
    """Otherwise a key held at the node would repeat until the node is plugged in again."""
    cable.plug()
    reader.poll()
    cable.send(framed("H 5F3A1C22 1 1 1 0.1 gm65,keys") + framed("K 5F3A1C22 1 RIGHT d"))
    (down,) = poll_for(reader, 1)
    assert down == Edge("RIGHT", down=True, at=CLOCK.monotonic(), receipt=Receipt("5F3A1C22", 1))
    cable.unplug()
    up, lost = poll_for(reader, 2)
    assert up == Edge("RIGHT", down=False, at=CLOCK.monotonic())
    assert isinstance(lost, PartLost)


def test_node_is_still_read_after_a_backup_replaces_the_journal(
    cable: Cable, reader: SerialReader
) -> None:
    """Inputs acknowledged after that are in a journal unknown to the reader."""
    cable.plug()
    reader.poll()
    cards = [framed(f"S 5F3A1C22 {number} 31515346") for number in range(1, MAX_WAITING + 2)]
    cable.send(framed("H 5F3A1C22 1 1 1 0.1 gm65"))
    for at in range(0, MAX_WAITING, 16):
        cable.send(b"".join(cards[at : at + 16]))
        assert len(poll_for(reader, 16)) == 16
    reader.taken(Receipt("5F3A1C22", MAX_WAITING))
    cable.send(cards[-1])
    (last,) = poll_for(reader, 1)
    assert last == Scan("1QSF", CLOCK.monotonic(), receipt=Receipt("5F3A1C22", MAX_WAITING + 1))


def test_plain_scanner_is_read_on_the_wires_of_a_node(cable: Cable) -> None:
    """A port on pins stays open when another device is connected to it."""
    clock = SetClock()
    cable.plug()
    reader = SerialReader(str(cable.path), clock=clock)
    reader.poll()
    hello = framed("H 5F3A1C22 1 1 1 0.1 gm65")
    cable.send(hello[:9])
    reader.poll()
    cable.send(hello[9:] + framed("S 5F3A1C22 1 31515346"))
    assert [heard.text for heard in poll_for(reader, 1) if isinstance(heard, Scan)] == ["1QSF"]
    clock.now += SILENT + 1
    assert poll_for(reader, 1) == [PartLost("Reader", "the reader node does not answer")]
    cable.send(b"1QSF\r")
    assert poll_for(reader, 2) == [PartBack("Reader"), Scan("1QSF", clock.now)]
    reader.close()


def test_port_missing_at_start_is_reported_once_and_used_when_it_appears(
    cable: Cable,
) -> None:
    reader = SerialReader(str(cable.path), clock=CLOCK, part="Second reader")
    (lost,) = reader.poll()
    assert isinstance(lost, PartLost)
    assert lost.part == "Second reader"
    assert str(cable.path) in lost.reason
    assert reader.poll() == []
    cable.plug()
    assert reader.poll() == [PartBack("Second reader")]
    cable.send(b"1QSF\r")
    assert poll_for(reader, 1) == [Scan("1QSF", at=7.5, reader="Second reader")]
    reader.close()


def test_two_programs_do_not_share_a_port(cable: Cable, reader: SerialReader) -> None:
    cable.plug()
    reader.poll()
    other = SerialReader(str(cable.path), clock=CLOCK)
    (lost,) = other.poll()
    assert isinstance(lost, PartLost)
    assert "exclusively" in lost.reason
    reader.close()
    assert other.poll() == [PartBack("Reader")]
    other.close()


@pytest.mark.parametrize(
    "port",
    [
        FailingPort(in_waiting=OSError(5, "Input/output error")),
        FailingPort(in_waiting=termios.error(5, "Input/output error")),
        FailingPort(read=OSError(6, "Device not configured")),
    ],
)
def test_every_port_failure_is_a_lost_part(port: FailingPort) -> None:
    reader = SerialReader("/dev/ttyUSB7", clock=CLOCK, opener=lambda _path, _baud: port)
    assert reader.poll() == []
    (lost,) = reader.poll()
    assert isinstance(lost, PartLost)
    assert port.closed


def test_port_that_vanishes_during_opening_is_a_lost_part() -> None:
    def vanishing(_path: str, _baud: int) -> SerialPort:
        raise termios.error(5, "Input/output error")

    reader = SerialReader("/dev/ttyUSB7", clock=CLOCK, opener=vanishing)
    assert len(reader.poll()) == 1
    assert reader.poll() == []


def test_port_is_opened_at_the_requested_rate(cable: Cable) -> None:
    cable.plug()
    port = open_port(str(cable.path), 115200)
    with cable.path.open("rb") as same_port:
        settings = termios.tcgetattr(same_port)
    port.close()
    assert settings[4] == settings[5] == termios.B115200
    assert settings[2] & (termios.CSIZE | termios.PARENB | termios.CSTOPB) == termios.CS8


def started(reader: SerialReader) -> Callable[[], Input]:
    """Start `reader`, and return a function that gives its next input."""
    reports: queue.Queue[Input] = queue.Queue()
    report: Report = reports.put
    reader.start(report)
    return lambda: reports.get(timeout=PATIENCE)


def test_started_reader_resumes_reporting_after_unplugging(cable: Cable) -> None:
    reader = SerialReader(str(cable.path), clock=CLOCK, worker=HandWorker)
    heard: list[Input] = []
    reader.start(heard.append)
    for card in ("1QSF", "2KHE"):
        heard.clear()
        assert reader.step() == OPEN_EVERY
        assert [type(one) for one in heard] == [PartLost]
        cable.plug()
        assert reader.step() == 0.0
        cable.send(Gm65().pass_code(card))
        while scan(card) not in heard:
            assert reader.step() == 0.0
        assert heard[1:] == [PartBack("Reader"), scan(card)]
        cable.unplug()
    reader.close()
    assert not reader.connected


def test_closing_ends_the_wait_for_a_missing_port(cable: Cable) -> None:
    reader = SerialReader(str(cable.path), clock=CLOCK)
    following = started(reader)
    assert isinstance(following(), PartLost)
    reader.close()
    cable.plug()
    assert not reader.connected


def reads_of(port: FullPort, clock: SetClock) -> SerialReader:
    reader = SerialReader(
        "/dev/ttyUSB7", clock=clock, opener=lambda _path, _baud: port, worker=HandWorker
    )
    reader.poll()
    return reader


def test_flood_of_bytes_is_dropped_except_for_the_last_card() -> None:
    port = FullPort(b"4006381333931\r" * 100_000 + b"1QSF\r")
    sent, reader = len(port.waiting), reads_of(port, SetClock())
    heard: list[Input] = []
    while port.waiting:
        heard += reader.poll()
    assert heard[-1] == Scan("1QSF", 100.0)
    dropped = [noise.count for noise in heard if isinstance(noise, Noise)]
    lines = sum(len(one.text) + 1 for one in heard if isinstance(one, Scan))
    assert lines < MAX_BURST + 10 * READ_BYTES
    assert sent - READ_BYTES < sum(dropped) + lines <= sent
    assert len(dropped) <= sent // (MAX_READS * READ_BYTES) + 2


def test_half_a_line_after_dropped_bytes_is_not_a_card() -> None:
    port = FullPort(b"x" * MAX_BURST + b"x" * READ_BYTES + b"QS\r8H\r")
    reader = reads_of(port, SetClock())
    heard: list[Input] = []
    while port.waiting:
        heard += reader.poll()
    assert [one.text for one in heard if isinstance(one, Scan)] == ["8H"]


def test_reader_that_drops_bytes_leaves_the_processor_to_the_game() -> None:
    port, clock = FullPort(b"x" * 2 * MAX_BURST), SetClock()
    reader = reads_of(port, clock)
    assert max(reader.step() for _ in range(10)) == DROP_SECONDS
    clock.now += 1.0
    port.waiting = b"1QSF\r"
    assert reader.step() == 0.0


def test_all_bytes_at_the_rate_of_a_scanner_are_read() -> None:
    port, clock = FullPort(), SetClock()
    reader = reads_of(port, clock)
    lines, heard = MAX_RATE // 50, list[Input]()
    for _ in range(100):
        clock.now += 0.1
        port.waiting = b"1QSF\r" * lines
        while port.waiting:
            heard += reader.poll()
    assert [one.text for one in heard if isinstance(one, Scan)] == ["1QSF"] * 100 * lines
