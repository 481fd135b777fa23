"""Findings of the doctor on a healthy Pi with one change: verdict, sentence and advice."""

import errno
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from companion.devices.keyboard_reader import Keyboard
from companion.devices.serial_reader import SerialPort
from companion.errors import DeviceError
from companion.maintenance.doctor import run
from companion.maintenance.doctor.context import IMAGE_BUSES
from companion.maintenance.doctor.probe import SET_UP
from companion.simulation.controller import Sh1106, Ssd1309
from companion.simulation.pins import Pca9685
from tests.maintenance.doctor.fake_pi import THROTTLED, FakePi, KeyboardInMemory, no_pins, pi_in
from tests.maintenance.doctor.far_end import FarEnd, ModuleEnd, NodeEnd
from tests.words.tables import as_read, texts

TEXTS = texts("doctor.txt")

STICK = "/dev/sda1 /run/media/sda1"
SPI = '[display]\nbus = "spi"\n'
ON_CHIP = '[lights]\ndriver = "pca9685"\n'
TYPING = '[reader]\nkind = "keyboard"\nport = "usb-gun-event-kbd"\n'
ANY_TYPING = '[reader]\nkind = "keyboard"\n'
KEYBOARD = "/dev/input/by-id/usb-gun-event-kbd"
BUSY, GONE = OSError(errno.EBUSY, "busy"), OSError(19, "No such device")
NO_EVDEV = DeviceError("a reader that types needs evdev", "apt install python3-evdev")


class Situation(NamedTuple):
    """The part that is checked, and the change made before."""

    part: str
    done: Callable[[FakePi], object]
    config: str = ""
    played: bool = False


def port(name: str) -> str:
    """Return the configuration of a scanner at a port."""
    return f'[reader]\nport = "{name}"\n'


def locked_stick(pi: FakePi) -> None:
    """Plug in a USB stick that belongs to another user."""
    pi.mount(f"{STICK} vfat rw")
    pi.locked.add("/run/media/sda1")


def nothing(_pi: FakePi) -> None:
    """Leave the Pi healthy."""


def on_image(done: Callable[[FakePi], object] = nothing) -> Callable[[FakePi], object]:
    """Make the same change on the project's own image."""

    def made(pi: FakePi) -> None:
        pi.write(IMAGE_BUSES)
        done(pi)

    return made


def unconfirmed(pi: FakePi) -> None:
    pi.synchronized = False


def room(pi: FakePi, free: int) -> None:
    pi.free = free


def shortened(pi: FakePi) -> None:
    file = pi.play()
    file.write_bytes(b"".join(file.read_bytes().splitlines(keepends=True)[:-1]))


def damaged(pi: FakePi) -> None:
    file = pi.play()
    file.write_bytes(file.read_bytes().replace(b'"card": "8H"', b'"card": "7H"'))
    (first,) = pi.data.glob("journal/*/000/0-*.jsonl")
    first.write_bytes(b"")


def at_another_address(pi: FakePi) -> None:
    pi.faults.unplug(0x3C)
    pi.line.devices[0x3D] = Ssd1309()


def two_plugs(pi: FakePi) -> None:
    pi.plug("usb-b", "ttyACM0")
    pi.plug("usb-a", "ttyACM1")


def console(pi: FakePi) -> None:
    pi.write("/proc/cmdline", "console=ttyS0,115200 console=tty1 rootwait")


def pi_5_without_header(pi: FakePi) -> None:
    pi.into_pi_5()
    pi.remove("/dev/ttyAMA0")


def silent_scanner(pi: FakePi) -> None:
    pi.answer_with(FarEnd())
    pi.plug("usb-scanner")


def a_node(pi: FakePi, end: NodeEnd) -> None:
    pi.answer_with(end)
    pi.plug("usb-node")


def another_speed(pi: FakePi) -> None:
    def opened(_path: str, baud: int) -> SerialPort:
        return ModuleEnd(SET_UP) if baud == 115200 else FarEnd()

    pi.at_port = opened


def typist(pi: FakePi, opened: Callable[[str], Keyboard]) -> None:
    pi.typing = opened
    pi.write(KEYBOARD)


def one_in_memory(_path: str) -> Keyboard:
    return KeyboardInMemory()


def raising(error: Exception) -> Callable[[str], Keyboard]:
    def opened(_path: str) -> Keyboard:
        raise error

    return opened


def two_typists(pi: FakePi) -> None:
    other_typist(pi)
    pi.write(KEYBOARD)


def other_typist(pi: FakePi) -> None:
    for what in ("kbd", "mouse"):
        pi.write(f"/dev/input/by-id/usb-Honest-event-{what}")


SITUATIONS = {
    "a PC": Situation("Machine", lambda pi: pi.remove("/proc/device-tree/model")),
    "a supply that is strong enough": Situation("Supply", nothing),
    "a weak supply": Situation("Supply", lambda pi: pi.write(THROTTLED, "50005")),
    "a supply that was weak": Situation("Supply", lambda pi: pi.write(THROTTLED, "50000")),
    "a clock that no network has set": Situation("Clock", unconfirmed),
    "a folder on the memory card": Situation("Data", nothing),
    "a folder that may not be written to": Situation(
        "Data", lambda pi: pi.locked.add("/home/pi/games")
    ),
    "a disk that may only be read": Situation(
        "Data", lambda pi: pi.mount("/dev/sda3 /home ext4 ro")
    ),
    "games that are not mounted on the image": Situation(
        "Data",
        on_image(lambda pi: pi.write("/proc/mounts", "/dev/mmcblk0p2 / ext4 ro,noatime 0 0\n")),
    ),
    "a disk with room": Situation("Disk", lambda pi: room(pi, 200_000_000)),
    "a disk with little room": Situation("Disk", lambda pi: room(pi, 199_999_999)),
    "no journal yet": Situation("Journal", nothing),
    "a journal": Situation("Journal", lambda pi: pi.play()),
    "a game without its last entry": Situation("Journal", shortened),
    "two games that are damaged": Situation("Journal", damaged),
    "a stick": Situation("Backup", lambda pi: pi.mount(f"{STICK} vfat rw")),
    "a stick that is not the box's": Situation("Backup", locked_stick),
    "a stick that may only be read": Situation("Backup", lambda pi: pi.mount(f"{STICK} vfat ro")),
    "a display that answers": Situation("Display", nothing),
    "another controller": Situation("Display", lambda pi: pi.line.devices.update({0x3C: Sh1106()})),
    "I2C is off": Situation("Display", lambda pi: pi.remove("/dev/i2c-1")),
    "I2C is off on the image": Situation("Display", on_image(lambda pi: pi.remove("/dev/i2c-1"))),
    "no display answers": Situation("Display", lambda pi: pi.faults.unplug(0x3C)),
    "a display at another address": Situation("Display", at_another_address),
    "a bus that hangs": Situation("Display", lambda pi: pi.faults.fail(error=110)),
    "SPI is off": Situation("Display", nothing, SPI),
    "SPI is off on the image": Situation("Display", on_image(), SPI),
    "a display on SPI": Situation("Display", lambda pi: pi.write("/dev/spidev0.0"), SPI),
    "a running box": Situation("Machine", nothing, played=True),
    "outside the group": Situation("Display", lambda pi: pi.locked.add("/dev/i2c-1")),
    "outside the group on the image": Situation(
        "Display", on_image(lambda pi: pi.locked.add("/dev/i2c-1"))
    ),
    "pins that can be had": Situation("Pins", nothing),
    "free lights": Situation("Lights", nothing),
    "a free sounder": Situation("Sounder", nothing),
    "free buttons": Situation("Buttons", nothing, "[buttons]\nencoder = true\n"),
    "lights at a chip": Situation(
        "Lights", lambda pi: pi.line.devices.update({0x40: Pca9685()}), ON_CHIP
    ),
    "no chip for the lights": Situation("Lights", nothing, ON_CHIP),
    "lights at a chip without I2C": Situation(
        "Lights", lambda pi: pi.remove("/dev/i2c-1"), ON_CHIP
    ),
    "lights that another program has": Situation("Lights", lambda pi: pi.reserve(17)),
    "a button that another program has": Situation("Buttons", lambda pi: pi.reserve(5)),
    "a button that is pressed": Situation("Buttons", lambda pi: pi.ground(6)),
    "plain forms": Situation("Reader", nothing, "[reader]\nplain = true\n"),
    "no reader": Situation("Reader", lambda pi: pi.remove("/dev/serial0")),
    "two readers": Situation("Reader", two_plugs),
    "another plug": Situation("Reader", lambda pi: pi.plug("usb-node"), port("usb-other")),
    "a path where nothing is": Situation("Reader", nothing, port("/dev/ttyACM7")),
    "no UART": Situation("Reader", lambda pi: pi.remove("/dev/serial0"), port("/dev/serial0")),
    "no UART on the image": Situation(
        "Reader", on_image(lambda pi: pi.remove("/dev/serial0")), port("/dev/serial0")
    ),
    "a Pi 5": Situation("Reader", lambda pi: pi.into_pi_5(), port("/dev/serial0")),
    "a Pi 5 without the UART of the reader": Situation(
        "Reader", pi_5_without_header, port("/dev/ttyAMA0")
    ),
    "a login console": Situation("Reader", console),
    "a port that another program has": Situation("Reader", lambda pi: pi.fail_at_ports(BUSY)),
    "a port that fails": Situation(
        "Reader", lambda pi: pi.fail_at_ports(OSError(5, "Input/output error"))
    ),
    "nobody on the header": Situation("Reader", lambda pi: pi.answer_with(FarEnd())),
    "a scanner that only sends": Situation("Reader", silent_scanner),
    "another speed": Situation("Reader", another_speed),
    "a node": Situation("Reader", lambda pi: a_node(pi, NodeEnd())),
    "a node of another version": Situation(
        "Reader", lambda pi: a_node(pi, NodeEnd(hello="2 0.9 gm65"))
    ),
    "a node without its module": Situation(
        "Reader", lambda pi: a_node(pi, NodeEnd(module="silent"))
    ),
    "a scanner that types": Situation("Reader", lambda pi: typist(pi, one_in_memory), TYPING),
    "no evdev": Situation("Reader", lambda pi: typist(pi, raising(NO_EVDEV)), TYPING),
    "a scanner that types and fails": Situation(
        "Reader", lambda pi: typist(pi, raising(GONE)), TYPING
    ),
    "no scanner that types": Situation("Reader", nothing, TYPING),
    "the only scanner that types": Situation(
        "Reader", lambda pi: typist(pi, one_in_memory), ANY_TYPING
    ),
    "no keyboard": Situation("Reader", nothing, ANY_TYPING),
    "two keyboards": Situation("Reader", two_typists, ANY_TYPING),
    "another scanner that types": Situation("Reader", other_typist, TYPING),
    "no file of the configuration": Situation("Configuration", nothing),
}

NO_GPIO_WORKS = "no way to move pins works"
UNREADABLE = "a folder that may not be read"
OTHERS = {UNREADABLE, NO_GPIO_WORKS}


@pytest.fixture
def pi(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FakePi:
    return pi_in(tmp_path / "pi", monkeypatch)


def told(pi: FakePi, parts: tuple[str, ...], config: str = "", *, played: bool = False) -> str:
    """Return the text about these parts."""
    found = [finding for part in parts for finding in pi.found(part, config, played=played)]
    return as_read(found)


@pytest.mark.parametrize("name", SITUATIONS)
def test_doctor_reports_each_situation(pi: FakePi, name: str) -> None:
    part, done, config, played = SITUATIONS[name]
    done(pi)
    assert told(pi, (part,), config, played=played) == TEXTS[name]


def test_doctor_reports_that_no_pin_library_works(
    pi: FakePi, monkeypatch: pytest.MonkeyPatch
) -> None:
    no_pins(monkeypatch, "no way to move them (lgpio: (1); rpigpio: b)", "install (this)")
    assert told(pi, ("Pins", "Lights")) == TEXTS[NO_GPIO_WORKS]


def test_doctor_reports_a_folder_without_permission(pi: FakePi) -> None:
    pi.write("/etc/companion/companion.toml")
    (pi.root / "var/lib/companion").mkdir(parents=True)
    pi.locked.add("/var/lib/companion")
    (finding,) = run(None, None, {"HOME": str(pi.root / "home/pi")}, pi.machine)
    assert as_read([finding]) == TEXTS[UNREADABLE]


def test_every_text_belongs_to_a_situation() -> None:
    assert set(TEXTS) == {*SITUATIONS, *OTHERS}
