"""The settings of a GM65; the commands in the advice correct them."""

import re
from collections.abc import Mapping

import pytest

from companion.maintenance.doctor.probe import SET_UP, identify, settings
from tests.maintenance.doctor.far_end import ModuleEnd


def told(registers: dict[int, int], *, usb: bool = False) -> list[str]:
    """Return the verdicts."""
    return [
        finding.verdict for finding in settings("Reader", registers, "/dev/serial0", 9600, usb=usb)
    ]


def test_correctly_set_module_is_right() -> None:
    (finding,) = settings("Reader", SET_UP, "/dev/serial0", 9600, usb=False)
    assert (finding.verdict, finding.advice) == ("right", "")


@pytest.mark.parametrize(
    ("change", "verdict"),
    [
        ({0x0000: 0xD4}, "wrong"),
        ({0x0000: 0xD5}, "wrong"),
        ({0x000D: 0x01}, "wrong"),
        ({0x000D: 0x03}, "wrong"),
        ({0x000D: 0x02}, "wrong"),
        ({0x0060: 0x00}, "wrong"),
        ({0x0060: 0x41}, "wrong"),
        ({0x0060: 0x61}, "wrong"),
        ({0x0060: 0x03}, "wrong"),
        ({0x0060: 0x81}, "wrong"),
        ({0x002C: 0x01}, "wrong"),
        ({0x0054: 0x00}, "doubtful"),
        ({0x0003: 0x01}, "doubtful"),
        ({0x0013: 0x80}, "doubtful"),
    ],
)
def test_wrong_setting_is_corrected_by_the_advised_command(
    change: dict[int, int], verdict: str
) -> None:
    registers = {**SET_UP, **change}
    (finding,) = settings("Reader", registers, "/dev/serial0", 9600, usb=False)
    assert finding.verdict == verdict
    assert finding.advice.startswith("stty -F /dev/serial0 9600 raw -echo && printf '")
    module = ModuleEnd(registers)
    packet = re.search(r"printf '([^']+)' > /dev/serial0,", finding.advice)
    assert packet is not None
    assert module.module.command(bytes.fromhex(packet[1].replace("\\x", "")))
    mended = identify(module)
    assert isinstance(mended, Mapping)
    assert told(dict(mended)) == ["right"]
    # The command must not change the other settings.
    (register,) = change
    assert {**mended, register: 0} == {**registers, register: 0}


def test_advised_command_keeps_the_other_bits_of_a_register() -> None:
    (finding,) = settings("Reader", {**SET_UP, 0x0000: 0xD4}, "/dev/serial0", 9600, usb=False)
    assert r"\x00\x00\xd6\xab" in finding.advice


@pytest.mark.parametrize(
    "change", [{0x0000: 0x97}, {0x0060: 0x21}, {0x0013: 0x85}, {0x0013: 0x00}, {0x002C: 0x02}]
)
def test_alternative_valid_settings_are_right(change: dict[int, int]) -> None:
    assert told({**SET_UP, **change}) == ["right"]


@pytest.mark.parametrize(("value", "verdict"), [(0x03, "right"), (0x00, "wrong")])
def test_module_on_its_own_usb_plug_must_be_a_serial_port(value: int, verdict: str) -> None:
    assert told({**SET_UP, 0x000D: value}, usb=True) == [verdict]


def test_every_wrong_setting_is_reported() -> None:
    assert len(told({0x0000: 0, 0x000D: 1, 0x0013: 0x80, 0x0060: 0})) == 4


def test_missing_register_is_not_judged() -> None:
    assert told({}) == ["right"]
