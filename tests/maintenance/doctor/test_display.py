"""The doctor's examination of displays: bus, address, speed."""

import pytest

from companion.simulation.controller import Sh1106, Ssd1306, Ssd1309
from companion.simulation.displays import SimulatedI2c
from tests.maintenance.doctor.fake_pi import PI_4, FakePi

SPI = '[display]\nbus = "spi"\n'
TWO = '[second_display]\ncontroller = "sh1106"\n'


def test_probing_a_display_does_not_change_it(pi: FakePi) -> None:
    model = Ssd1309()
    pi.line.devices[0x3C] = model
    model.receive_commands([0x20, 0x00, 0xA1, 0xC8, 0xAF])  # set up, and on
    assert model.lit
    before = model.lit, model.contrast, model.image().tobytes()
    assert pi.one("Display").verdict == "right"
    assert pi.faults.sent > 0
    assert before == (model.lit, model.contrast, model.image().tobytes())


@pytest.mark.parametrize(
    ("there", "configured", "meant"),
    [(Sh1106, "ssd1306", "sh1106"), (Sh1106, "ssd1309", "sh1106"), (Ssd1306, "sh1106", "ssd1306")],
)
def test_unexpected_status_byte_is_quoted_with_advice(
    pi: FakePi, there: type[Sh1106 | Ssd1306], configured: str, meant: str
) -> None:
    model = there()
    pi.line.devices[0x3C] = model
    answers, hint = pi.found("Display", f'[display]\ncontroller = "{configured}"')
    assert (answers.verdict, hint.verdict) == ("right", "doubtful")
    assert f"0x{model.status():02X}" in hint.says
    assert f'controller = "{meant}"' in hint.advice


def test_unreadable_display_gives_no_hint(pi: FakePi, monkeypatch: pytest.MonkeyPatch) -> None:
    def unreadable(_line: SimulatedI2c, _address: int, _register: int) -> int:
        raise OSError(121, "Remote I/O error")

    pi.line.devices[0x3C] = Sh1106()
    monkeypatch.setattr(SimulatedI2c, "read_byte_data", unreadable)
    assert pi.one("Display").verdict == "right"


@pytest.mark.parametrize(
    ("part", "text"), [("Display", '[display]\ncontroller = "none"'), ("Second display", "")]
)
def test_unconfigured_display_is_not_examined(pi: FakePi, part: str, text: str) -> None:
    pi.remove("/dev/i2c-1")
    assert pi.found(part, text) == []


def test_second_display_is_not_mistaken_for_the_first(pi: FakePi) -> None:
    pi.faults.unplug(0x3C)
    pi.line.devices[0x3D] = Sh1106()
    first, second = pi.one("Display", TWO), pi.one("Second display", TWO)
    assert (first.verdict, "0x3D" in first.says) == ("wrong", False)
    assert (second.verdict, "0x3D" in second.says) == ("right", True)


def test_second_display_has_its_own_section(pi: FakePi) -> None:
    pi.line.devices[0x3D] = Ssd1309()
    advice = pi.one("Second display", TWO + "address = 0x3E\n").advice
    assert ("address = 0x3D" in advice, "[second_display]" in advice) == (True, True)


def test_fake_pi_has_the_model_it_claims(pi: FakePi) -> None:
    assert pi.machine.model == PI_4
