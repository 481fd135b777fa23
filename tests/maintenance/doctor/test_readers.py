"""The readers: found, opened, spoken to."""

import errno
import os
import termios
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

import pytest

from companion.config import pins_of, read_config
from companion.devices.keyboard_reader import KeyEvent
from companion.devices.serial_reader import SerialPort, open_port
from companion.errors import DeviceError
from companion.maintenance.doctor.context import ExaminationContext
from companion.maintenance.doctor.findings import Finding
from companion.maintenance.doctor.machine import Machine
from companion.maintenance.doctor.readers import readers
from companion.maintenance.doctor.simulated import SET_UP
from tests.maintenance.doctor.fake_pi import FakePi, only
from tests.maintenance.doctor.far_end import FarEnd, ModuleEnd, NodeEnd

TYPING = '[reader]\nkind = "keyboard"\nport = "usb-gun-event-kbd"\n'
CONFIGURED = "below [reader] in ~/.config/companion/companion.toml"
BY_ID = "/dev/serial/by-id"


def plugged(pi: FakePi, name: str, kernel: str = "ttyACM0") -> None:
    """A reader with a USB plug."""
    pi.write(f"/dev/{kernel}")
    pi.link(f"{BY_ID}/{name}", f"../../{kernel}")


def answers(pi: FakePi, end: SerialPort) -> None:
    pi.at_port = lambda _path, _baud: end


def test_a_module_on_the_header(pi: FakePi) -> None:
    said = pi.one("Reader")
    assert (said.verdict, said.says[:27]) == ("right", "a GM65 that reads all the t")
    assert pi.asked == [("/dev/serial0", 9600)]


@pytest.mark.parametrize("text", ["[reader]\n", TYPING])
def test_a_reader_that_takes_plain_forms(pi: FakePi, text: str) -> None:
    unchecked = pi.found("Reader", f"{text}plain = true\n")[-1]
    assert (unchecked.verdict, "another card" in unchecked.says) == ("doubtful", True)
    assert unchecked.advice == f"unless your own labels are such, write plain = false {CONFIGURED}"


def test_the_port_is_given_back(pi: FakePi) -> None:
    end = ModuleEnd({0x0000: 0x96})
    answers(pi, end)
    pi.one("Reader", '[reader]\nport = "/dev/ttyS0"\n')
    assert end.is_closed


def test_a_module_with_a_setting_that_keeps_cards_away(pi: FakePi) -> None:
    answers(pi, ModuleEnd({**SET_UP, 0x0000: 0x00, 0x0060: 0x00}))
    assert [said.verdict for said in pi.found("Reader")] == ["wrong", "wrong"]


def test_its_own_usb_plug_or_an_adapter(pi: FakePi) -> None:
    answers(pi, ModuleEnd({**SET_UP, 0x000D: 0x03}))
    plugged(pi, "usb-GM65", "ttyACM0")
    assert pi.one("Reader").verdict == "right"
    pi.remove(f"{BY_ID}/usb-GM65")
    plugged(pi, "usb-adapter", "ttyUSB0")
    assert pi.one("Reader").says == "a GM65 that sends its codes to a USB serial port"


def test_nothing_is_plugged_in(pi: FakePi) -> None:
    pi.remove("/dev/serial0")
    said = pi.one("Reader")
    assert (said.verdict, said.says) == ("wrong", "no serial port is plugged in")
    setup = "sudo companion setup, which writes enable_uart=1 into /boot/firmware/config.txt, and restart"
    header = f"for one on the header, {setup}"
    assert said.advice == f'plug it in; {header}; without a reader, write port = "none" {CONFIGURED}'


def test_no_reader_is_looked_for_that_is_not_configured(pi: FakePi) -> None:
    assert pi.found("Reader", '[reader]\nport = "none"\n') == []
    assert pi.found("Second reader") == []


def test_two_usb_ports_and_no_name(pi: FakePi) -> None:
    plugged(pi, "usb-b", "ttyACM0")
    plugged(pi, "usb-a", "ttyACM1")
    said = pi.one("Reader")
    assert "usb-a, usb-b" in said.says
    assert (said.verdict, said.advice) == ("wrong", f'write port = "usb-a" {CONFIGURED}')


def test_a_name_that_is_not_plugged_in(pi: FakePi) -> None:
    plugged(pi, "usb-node", "ttyACM0")
    said = pi.one("Reader", '[reader]\nport = "usb-other"\n')
    assert said.says == "there is no /dev/serial/by-id/usb-other; plugged in: usb-node"
    assert said.advice == f'write port = "usb-node" {CONFIGURED}'


def test_a_path_where_nothing_is(pi: FakePi) -> None:
    said = pi.one("Reader", '[reader]\nport = "/dev/ttyACM7"\n')
    assert (said.verdict, said.says) == ("wrong", "there is no /dev/ttyACM7")
    pi.write("/dev/ttyUSB3")
    assert "plugged in: /dev/ttyUSB3" in pi.one("Reader", '[reader]\nport = "/dev/ttyACM7"\n').says


def test_the_uart_of_the_header_is_off(pi: FakePi) -> None:
    pi.remove("/dev/serial0")
    said = pi.one("Reader", '[reader]\nport = "/dev/serial0"\n')
    assert said.says == "there is no /dev/serial0: the header's UART is off"
    assert said.advice == (
        "sudo companion setup, which writes enable_uart=1 into /boot/firmware/config.txt, and restart"
    )


def test_on_a_pi_5_serial0_is_not_the_header(pi: FakePi) -> None:
    pi.into_pi_5()
    said = pi.one("Reader")
    assert (said.verdict, "for debugging" in said.says) == ("wrong", True)
    assert said.advice == f'write port = "/dev/ttyAMA0" {CONFIGURED}'
    assert pi.asked == []
    assert pi.one("Reader", '[reader]\nport = "/dev/ttyAMA0"\n').verdict == "right"


def test_on_a_pi_5_the_header_may_be_off_too(pi: FakePi) -> None:
    pi.into_pi_5()
    pi.remove("/dev/ttyAMA0")
    for text in ("", '[reader]\nport = "/dev/ttyAMA0"\n'):
        advice = pi.one("Reader", text).advice
        assert advice.startswith('write port = "/dev/ttyAMA0" below [reader] in ')
        assert advice.endswith(
            "setup, which writes dtparam=uart0=on into /boot/firmware/config.txt, and restart"
        )


def test_a_pi_5_whose_serial0_was_put_on_the_header(pi: FakePi) -> None:
    pi.into_pi_5()
    pi.link("/dev/serial0", "ttyAMA0")
    assert pi.one("Reader").verdict == "right"


@pytest.mark.parametrize("written", ["serial0,115200", "ttyS0,115200", "serial0"])
def test_a_login_console_on_the_readers_line(pi: FakePi, written: str) -> None:
    pi.write("/proc/cmdline", "console=ttyS0,115200 console=tty1 rootwait")
    pi.write("/boot/firmware/cmdline.txt", f"console=tty1 console={written} rootwait")
    said = pi.one("Reader")
    assert (said.verdict, said.says) == ("wrong", "a login console talks on /dev/serial0")
    where = "out of the line in /boot/firmware/cmdline.txt, and restart"
    assert said.advice == f"sudo companion setup, which takes console={written} {where}"
    assert pi.asked == []


def test_a_login_console_on_another_uart_is_taken_out_by_hand(pi: FakePi) -> None:
    pi.write("/dev/ttyAMA2")
    pi.write("/proc/cmdline", "console=ttyAMA2,115200 console=tty1 rootwait")
    said = pi.one("Reader", '[reader]\nport = "/dev/ttyAMA2"\n')
    assert said.advice.startswith("take console=ttyAMA2,115200 out of the line in")


def test_a_console_elsewhere_is_nobodys_business(pi: FakePi) -> None:
    pi.write("/proc/cmdline", "console=ttyAMA0,115200 console=ttyS1 console=tty1")
    assert pi.one("Reader").verdict == "right"


def test_the_console_of_a_port_with_a_longer_name_is_another(pi: FakePi) -> None:
    pi.into_pi_5()
    pi.write("/dev/ttyAMA1")
    pi.write("/proc/cmdline", "console=ttyAMA10,115200 console=tty1")
    assert pi.one("Reader", '[reader]\nport = "/dev/ttyAMA1"\n').verdict == "right"


def test_a_reader_that_a_game_is_on_is_left_alone(pi: FakePi) -> None:
    assert pi.one("Reader", played=True).verdict == "in use"
    assert pi.asked == []


@pytest.mark.parametrize("number", [errno.EBUSY, errno.EAGAIN])
def test_another_program_has_the_port(pi: FakePi, number: int) -> None:
    def busy(path: str, _baud: int) -> SerialPort:
        raise OSError(number, "busy", path)

    pi.at_port = busy
    said = pi.one("Reader")
    assert (said.verdict, said.says) == ("wrong", "another program has /dev/serial0")
    assert "sudo fuser -v /dev/serial0" in said.advice


@pytest.mark.parametrize("error", [OSError(5, "Input/output error"), termios.error(5, "Input/output error")])
def test_a_port_that_fails(pi: FakePi, error: Exception) -> None:
    def fail(_path: str, _baud: int) -> SerialPort:
        raise error

    pi.at_port = fail
    said = pi.one("Reader")
    assert (said.verdict, "Input/output error" in said.says) == ("wrong", True)


def test_nobody_answers_on_the_header(pi: FakePi) -> None:
    pi.at_port = lambda _path, _baud: FarEnd()
    said = pi.one("Reader")
    assert (said.verdict, "nobody answers" in said.says) == ("doubtful", True)
    assert "its TX to GPIO 15, its RX to GPIO 14, and ground" in said.advice
    assert pi.asked == [("/dev/serial0", 9600), ("/dev/serial0", 115200)]


def test_a_scanner_with_a_plug_that_only_sends(pi: FakePi) -> None:
    pi.at_port = lambda _path, _baud: FarEnd()
    plugged(pi, "usb-scanner")
    said = pi.one("Reader")
    assert (said.verdict, "when it is shown a card" in said.says) == ("right", True)
    assert pi.asked == [("/dev/serial/by-id/usb-scanner", 9600)]


def test_a_module_at_another_speed(pi: FakePi) -> None:
    pi.at_port = lambda _path, baud: ModuleEnd({0x0000: 0x96}) if baud == 115200 else FarEnd()
    speed = pi.found("Reader")[0]
    assert speed.says == "/dev/serial0: it answers at 115200 baud and not at 9600"
    assert speed.advice == f"write baud = 115200 {CONFIGURED}"


def test_a_node(pi: FakePi) -> None:
    answers(pi, NodeEnd())
    plugged(pi, "usb-node")
    said = pi.one("Reader")
    what = "a reader node with firmware 0.1.0 and gm65, led, beeper"
    assert (said.verdict, said.says) == ("right", f"/dev/serial/by-id/usb-node: {what}")


def test_a_node_that_keeps_cards(pi: FakePi) -> None:
    answers(pi, NodeEnd(oldest=4, following=6))
    assert pi.one("Reader").says.endswith("; it keeps 2 for the next companion run")


@pytest.mark.parametrize(
    ("node", "words"),
    [
        (NodeEnd(hello="2 0.9 gm65"), "version 2 of the link, not 1"),
        (NodeEnd(module="silent"), "whose barcode module does not answer"),
        (NodeEnd(module=""), "which sends no heartbeat"),
    ],
)
def test_a_node_in_trouble(pi: FakePi, node: NodeEnd, words: str) -> None:
    answers(pi, node)
    said = pi.one("Reader")
    assert (said.verdict, words in said.says, "firmware/README.md" in said.advice) == ("wrong", True, True)


def test_the_second_reader_has_a_section_of_its_own(pi: FakePi) -> None:
    said = pi.one("Second reader", '[second_reader]\nport = "/dev/ttyACM5"\n')
    assert (said.verdict, "below [second_reader]" in said.advice) == ("wrong", True)


class Keyboard:
    closed = False
    grabbed = False

    def fileno(self) -> int:
        return -1

    def grab(self) -> None:
        self.grabbed = True

    def read(self) -> Iterable[KeyEvent]:
        return ()

    def close(self) -> None:
        self.closed = True


def typing(pi: FakePi, outcome: Exception | Keyboard) -> Finding:
    def opened(_path: str) -> Keyboard:
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    pi.typing = opened
    pi.write("/dev/input/by-id/usb-gun-event-kbd")
    return pi.one("Reader", TYPING)


def test_a_scanner_that_types(pi: FakePi) -> None:
    keyboard = Keyboard()
    assert typing(pi, keyboard).verdict == "right"
    assert (keyboard.closed, keyboard.grabbed) == (True, False)


def test_a_scanner_that_types_by_its_path(pi: FakePi) -> None:
    pi.typing = lambda _path: Keyboard()
    pi.write("/dev/input/event3")
    text = '[reader]\nkind = "keyboard"\nport = "/dev/input/event3"\n'
    assert pi.one("Reader", text).says.startswith("/dev/input/event3 is there")


def test_evdev_is_missing(pi: FakePi) -> None:
    said = typing(pi, DeviceError("a reader that types needs evdev: apt install python3-evdev"))
    assert (said.says, said.advice) == ("a reader that types needs evdev", "sudo apt install python3-evdev")


def test_a_scanner_that_types_and_fails(pi: FakePi) -> None:
    assert typing(pi, OSError(19, "No such device")).verdict == "wrong"


def test_a_scanner_that_types_and_is_not_plugged_in(pi: FakePi) -> None:
    said = pi.one("Reader", TYPING)
    assert said.says == "there is no /dev/input/by-id/usb-gun-event-kbd"
    assert said.advice == f'plug it in; without a reader, write port = "none" {CONFIGURED}'
    pi.write("/dev/input/by-id/usb-Honest-event-kbd")
    pi.write("/dev/input/by-id/usb-Honest-event-mouse")
    said = pi.one("Reader", TYPING)
    assert said.says.endswith("; plugged in: usb-Honest-event-kbd")
    assert said.advice == f'write port = "usb-Honest-event-kbd" {CONFIGURED}'


def test_a_scanner_that_types_is_left_to_the_game(pi: FakePi) -> None:
    pi.write("/dev/input/by-id/usb-gun-event-kbd")
    assert pi.one("Reader", TYPING, played=True).verdict == "in use"


def test_a_real_port_that_another_program_has(tmp_path: Path) -> None:
    """pyserial and the kernel themselves say so."""
    ends = os.openpty()
    path = os.ttyname(ends[1])
    config = read_config(only(f'[reader]\nport = "{path}"\n'))
    context = ExaminationContext(config, pins_of(config), tmp_path, Machine())
    with closing(open_port(path, 9600)):
        (said,) = readers(context)
    assert (said.verdict, said.says) == ("wrong", f"another program has {path}")
    for end in ends:
        os.close(end)
