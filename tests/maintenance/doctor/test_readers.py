"""The doctor's examination of scanners: found, opened, queried."""

import errno
import os
import termios
from contextlib import closing
from pathlib import Path

import pytest

from companion.config import pins_of, read_config
from companion.devices.serial_reader import open_port
from companion.maintenance.doctor.context import ExaminationContext, Machine
from companion.maintenance.doctor.probe import SET_UP
from companion.maintenance.doctor.readers import readers
from tests.maintenance.doctor.fake_pi import BY_ID, FakePi, KeyboardInMemory, only
from tests.maintenance.doctor.far_end import FarEnd, ModuleEnd

TYPING = '[reader]\nkind = "keyboard"\nport = "usb-gun-event-kbd"\n'


def test_module_on_the_header_is_right(pi: FakePi) -> None:
    assert pi.one("Reader").verdict == "right"
    assert pi.asked == [("/dev/serial0", 9600)]


def test_keyboard_scanner_with_plain_forms_is_doubtful(pi: FakePi) -> None:
    unchecked = pi.found("Reader", f"{TYPING}plain = true\n")[-1]
    assert (unchecked.verdict, "plain = false" in unchecked.advice) == ("doubtful", True)


def test_port_is_closed_after_the_examination(pi: FakePi) -> None:
    end = ModuleEnd({0x0000: 0x96})
    pi.answer_with(end)
    pi.one("Reader", '[reader]\nport = "/dev/ttyS0"\n')
    assert end.is_closed


def test_module_settings_that_block_cards_are_reported(pi: FakePi) -> None:
    pi.answer_with(ModuleEnd({**SET_UP, 0x0000: 0x00, 0x0060: 0x00}))
    assert [said.verdict for said in pi.found("Reader")] == ["wrong", "wrong"]


def test_usb_plug_of_a_module_is_distinguished_from_an_adapter(pi: FakePi) -> None:
    pi.answer_with(ModuleEnd({**SET_UP, 0x000D: 0x03}))
    pi.plug("usb-GM65", "ttyACM0")
    assert pi.one("Reader").verdict == "right"
    pi.remove(f"{BY_ID}/usb-GM65")
    pi.plug("usb-adapter", "ttyUSB0")
    assert pi.one("Reader").verdict == "wrong"


@pytest.mark.parametrize(
    ("part", "text"), [("Reader", '[reader]\nport = "none"\n'), ("Second reader", "")]
)
def test_unconfigured_scanner_is_not_examined(pi: FakePi, part: str, text: str) -> None:
    assert pi.found(part, text) == []


def test_serial0_of_a_pi_5_is_not_the_header(pi: FakePi) -> None:
    pi.into_pi_5()
    assert pi.one("Reader", '[reader]\nport = "/dev/serial0"\n').verdict == "wrong"
    assert pi.asked == []
    assert pi.one("Reader").verdict == "right"
    assert pi.asked == [("/dev/ttyAMA0", 9600)]


def test_disabled_header_port_of_a_pi_5_is_reported(pi: FakePi) -> None:
    pi.into_pi_5()
    pi.remove("/dev/ttyAMA0")
    advice = pi.one("Reader").advice
    assert ('port = "/dev/ttyAMA0"' in advice, "dtparam=uart0=on" in advice) == (False, True)


def test_serial0_linked_to_the_header_of_a_pi_5_is_right(pi: FakePi) -> None:
    pi.into_pi_5()
    pi.link("/dev/serial0", "ttyAMA0")
    assert pi.one("Reader").verdict == "right"


@pytest.mark.parametrize("console", ["ttyS0,115200", "ttyS0"])
def test_login_console_on_the_scanner_port_is_reported(pi: FakePi, console: str) -> None:
    pi.write("/proc/cmdline", f"console={console} console=tty1 rootwait")
    said = pi.one("Reader")
    assert (said.verdict, "/dev/serial0" in said.says) == ("wrong", True)
    assert "/boot/firmware/cmdline.txt" in said.advice
    assert pi.asked == []


def test_console_on_another_port_is_ignored(pi: FakePi) -> None:
    pi.write("/proc/cmdline", "console=ttyAMA0,115200 console=ttyS1 console=tty1")
    assert pi.one("Reader").verdict == "right"


def test_console_on_a_port_with_a_longer_name_is_ignored(pi: FakePi) -> None:
    pi.into_pi_5()
    pi.write("/dev/ttyAMA1")
    pi.write("/proc/cmdline", "console=ttyAMA10,115200 console=tty1")
    assert pi.one("Reader", '[reader]\nport = "/dev/ttyAMA1"\n').verdict == "right"


def test_port_in_use_by_another_program_is_reported(pi: FakePi) -> None:
    pi.fail_at_ports(OSError(errno.EAGAIN, "busy"))
    said = pi.one("Reader")
    assert (said.verdict, "fuser -v /dev/serial0" in said.advice) == ("wrong", True)


def test_failing_port_is_reported(pi: FakePi) -> None:
    pi.fail_at_ports(termios.error(5, "EIO"))
    said = pi.one("Reader")
    assert (said.verdict, "EIO" in said.says) == ("wrong", True)


def test_silent_header_is_doubtful_after_both_speeds(pi: FakePi) -> None:
    pi.answer_with(FarEnd())
    assert pi.one("Reader").verdict == "doubtful"
    assert pi.asked == [("/dev/serial0", 9600), ("/dev/serial0", 115200)]


def test_send_only_usb_scanner_is_right(pi: FakePi) -> None:
    pi.answer_with(FarEnd())
    pi.plug("usb-scanner")
    assert pi.one("Reader").verdict == "right"
    assert [baud for _, baud in pi.asked] == [9600, 115200]


def test_second_scanner_has_its_own_section(pi: FakePi) -> None:
    said = pi.one("Second reader", '[second_reader]\nport = "/dev/ttyACM5"\n')
    assert (said.verdict, "[second_reader]" in said.advice) == ("wrong", True)


def test_keyboard_scanner_is_right_and_not_grabbed(pi: FakePi) -> None:
    keyboard = KeyboardInMemory()
    pi.typing = lambda _path: keyboard
    pi.write("/dev/input/by-id/usb-gun-event-kbd")
    assert pi.one("Reader", TYPING).verdict == "right"
    assert (keyboard.closed, keyboard.grabbed) == (True, False)


def test_keyboard_scanner_is_found_by_path(pi: FakePi) -> None:
    pi.typing = lambda _path: KeyboardInMemory()
    pi.write("/dev/input/event3")
    said = pi.one("Reader", '[reader]\nkind = "keyboard"\nport = "/dev/input/event3"\n')
    assert (said.verdict, "/dev/input/event3" in said.says) == ("right", True)


def test_real_port_in_use_by_another_program_is_reported(tmp_path: Path) -> None:
    """The error comes from pyserial and the kernel themselves."""
    ends = os.openpty()
    path = os.ttyname(ends[1])
    config = read_config(only(f'[reader]\nport = "{path}"\n'))
    context = ExaminationContext(config, pins_of(config), tmp_path, Machine())
    with closing(open_port(path, 9600)):
        (said,) = readers(context)
    assert (said.verdict, f"fuser -v {path}" in said.advice) == ("wrong", True)
    for end in ends:
        os.close(end)
