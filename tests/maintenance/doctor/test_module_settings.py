"""The settings of a GM65, and that the advice mends what it is about."""

import re

import pytest

from companion.maintenance.doctor.findings import right
from companion.maintenance.doctor.module_settings import REGISTERS, settings
from companion.maintenance.doctor.probe import Module, met
from companion.maintenance.doctor.simulated import SET_UP
from tests.maintenance.doctor.far_end import ModuleEnd


def told(registers: dict[int, int], *, usb: bool = False) -> list[tuple[str, str]]:
    found = settings("Reader", registers, "/dev/serial0", 9600, usb=usb)
    return [(finding.verdict, finding.says) for finding in found]


def test_a_module_that_is_set_up() -> None:
    says = "a GM65 that reads all the time, the same card again after 1.0 s, and ends each with CR"
    assert list(settings("Reader", SET_UP, "/dev/serial0", 9600, usb=False)) == [right("Reader", says)]


@pytest.mark.parametrize(
    ("change", "verdict", "says"),
    [
        ({0x0000: 0xD4}, "wrong", "a GM65 that reads only while its trigger is held"),
        ({0x0000: 0xD5}, "wrong", "a GM65 that reads only when a command tells it to"),
        ({0x000D: 0x01}, "wrong", "a GM65 that sends its codes to a USB keyboard"),
        ({0x000D: 0x03}, "wrong", "a GM65 that sends its codes to a USB serial port"),
        ({0x000D: 0x02}, "wrong", "a GM65 that sends its codes to nobody"),
        ({0x0060: 0x00}, "wrong", "a GM65 that puts nothing after a code, where the box waits for CR"),
        ({0x0060: 0x41}, "wrong", "a GM65 that puts TAB after a code, where the box waits for CR"),
        ({0x0060: 0x61}, "wrong", "a GM65 that puts nothing after a code, where the box waits for CR"),
        ({0x0060: 0x03}, "wrong", "a GM65 that adds something of its own to every code"),
        ({0x0060: 0x81}, "wrong", "a GM65 that adds something of its own to every code"),
        ({0x002C: 0x01}, "wrong", "a GM65 that reads no kind of code"),
        ({0x0054: 0x00}, "doubtful", "a GM65 that seems to read no Data Matrix, which the labels carry"),
        ({0x0003: 0x01}, "doubtful", "a GM65 that any set-up code which is held before it changes"),
        ({0x0013: 0x80}, "doubtful", "a GM65 that never reads the same card twice in a row"),
    ],
)
def test_a_setting_that_keeps_cards_away_and_the_command_that_mends_it(
    change: dict[int, int], verdict: str, says: str
) -> None:
    registers = {**SET_UP, **change}
    (finding,) = settings("Reader", registers, "/dev/serial0", 9600, usb=False)
    assert (finding.verdict, finding.says) == (verdict, says)
    assert finding.advice.startswith("stty -F /dev/serial0 9600 raw -echo && printf '")
    module = ModuleEnd(registers)
    packet = re.search(r"printf '([^']+)' > /dev/serial0,", finding.advice)
    assert packet is not None
    assert module.module.command(bytes.fromhex(packet[1].replace("\\x", "")))
    mended = met(module, REGISTERS)
    assert isinstance(mended, Module)
    assert [verdict for verdict, _ in told(dict(mended.registers))] == ["right"]
    # What is not wrong stays as it was.
    (register,) = change
    assert {**mended.registers, register: 0} == {**registers, register: 0}


def test_what_a_setting_does_beside_is_kept() -> None:
    (finding,) = settings("Reader", {**SET_UP, 0x0000: 0xD4}, "/dev/serial0", 9600, usb=False)
    assert r"\x00\x00\xd6\xab" in finding.advice


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({0x0000: 0x97}, "reads when something moves,"),
        ({0x0060: 0x21}, "ends each with CR LF"),
        ({0x0013: 0x85}, "again after 0.5 s"),
        ({0x0013: 0x00}, "again at once"),
        ({0x002C: 0x02}, "reads all the time,"),
    ],
)
def test_other_ways_that_are_right_too(change: dict[int, int], words: str) -> None:
    ((verdict, says),) = told({**SET_UP, **change})
    assert (verdict, words in says) == ("right", True)


def test_on_its_own_usb_plug_a_module_is_a_serial_port() -> None:
    assert told({**SET_UP, 0x000D: 0x03}, usb=True)[0][0] == "right"
    assert told({**SET_UP, 0x000D: 0x00}, usb=True)[0][1].endswith("codes to its serial pins")


def test_everything_that_is_wrong_is_told() -> None:
    assert len(told({0x0000: 0, 0x000D: 1, 0x0013: 0x80, 0x0060: 0})) == 4


def test_a_register_that_is_not_there_is_not_judged() -> None:
    assert [verdict for verdict, _ in told({})] == ["right"]
