from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

import pytest

from companion.devices.serial_reader import SerialReader, find_port
from companion.errors import DeviceError, PartNotDetectedError
from companion.inputs import PartBack, PartLost
from tests.devices.serial_line import CLOCK, Cable, poll_for, scan


@pytest.fixture
def cable(tmp_path: Path) -> Iterator[Cable]:
    cable = Cable(tmp_path / "serial" / "by-id" / "usb-GM65")
    yield cable
    cable.unplug()


@pytest.fixture
def header(tmp_path: Path) -> Iterator[Cable]:
    header = Cable(tmp_path / "serial0")
    header.plug()
    yield header
    header.unplug()


def touch(*ports: Path) -> None:
    for port in ports:
        port.parent.mkdir(parents=True, exist_ok=True)
        port.touch()


def test_auto_prefers_a_named_port_then_usb_then_the_header(tmp_path: Path) -> None:
    named, acm, usb, header = (
        tmp_path / name for name in ("serial/by-id/usb-GM65", "ttyACM0", "ttyUSB0", "serial0")
    )
    with pytest.raises(PartNotDetectedError, match="no serial port is plugged in"):
        find_port("auto", dev=tmp_path)
    for port in (header, usb, acm, named):
        touch(port)
        assert find_port("auto", dev=tmp_path) == str(port)


def test_auto_uses_the_header_of_a_pi_5_instead_of_its_debug_connector(tmp_path: Path) -> None:
    model, debug, header = (tmp_path / name for name in ("model", "serial0", "ttyAMA0"))
    model.write_text("Raspberry Pi 5 Model B Rev 1.0\0", "ascii")
    touch(debug)
    opened: list[str] = []

    def refuse(path: str, _baud: int) -> NoReturn:
        opened.append(path)
        raise OSError("busy")

    reader = SerialReader(clock=CLOCK, dev=tmp_path, model=model, opener=refuse)
    assert reader.poll() == []
    touch(header)
    reader.poll()
    assert opened == [str(header)]


def test_missing_scanner_is_reported_only_after_one_was_connected(
    tmp_path: Path, cable: Cable
) -> None:
    reader = SerialReader(clock=CLOCK, dev=tmp_path)
    assert reader.poll() == []
    assert reader.poll() == []
    cable.plug()
    assert reader.poll() == []
    assert reader.connected
    cable.unplug()
    lost = poll_for(reader, 1)
    assert isinstance(lost[0], PartLost)
    reader.close()


def test_auto_does_not_guess_between_two_named_ports(tmp_path: Path) -> None:
    touch(tmp_path / "serial/by-id/usb-GM65", tmp_path / "serial/by-id/usb-Pico")
    with pytest.raises(DeviceError, match="usb-GM65, usb-Pico"):
        find_port("auto", dev=tmp_path)


def test_port_is_given_by_path_or_by_id(tmp_path: Path) -> None:
    assert find_port("/dev/ttyAMA0", dev=tmp_path) == "/dev/ttyAMA0"
    assert find_port("usb-GM65", dev=tmp_path) == str(tmp_path / "serial/by-id/usb-GM65")


@pytest.mark.usefixtures("header")
def test_auto_does_not_switch_to_the_header_when_a_usb_scanner_is_unplugged(
    tmp_path: Path, cable: Cable
) -> None:
    cable.plug()
    reader = SerialReader(clock=CLOCK, dev=tmp_path)
    reader.poll()
    cable.unplug()
    assert isinstance(poll_for(reader, 1)[0], PartLost)
    assert reader.poll() == []
    cable.plug()
    assert reader.poll() == [PartBack("Reader")]
    reader.close()


@pytest.mark.usefixtures("header")
def test_auto_switches_from_a_silent_header_to_a_usb_scanner(tmp_path: Path, cable: Cable) -> None:
    reader = SerialReader(clock=CLOCK, dev=tmp_path)
    reader.poll()
    cable.plug()
    assert reader.poll(timeout=0) == []
    assert reader.poll() == []
    cable.send(b"1QSF\r")
    assert poll_for(reader, 1) == [scan("1QSF")]
    reader.close()


def test_auto_keeps_a_header_that_has_sent_data(
    tmp_path: Path, cable: Cable, header: Cable
) -> None:
    reader = SerialReader(clock=CLOCK, dev=tmp_path)
    reader.poll()
    header.send(b"1QSF\r")
    assert poll_for(reader, 1) == [scan("1QSF")]
    cable.plug()
    assert reader.poll(timeout=0) == []
    header.send(b"2KHE\r")
    assert poll_for(reader, 1) == [scan("2KHE")]
    reader.close()
