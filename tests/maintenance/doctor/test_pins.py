"""The pins and the parts wired to them."""

from typing import Any

import pytest

from companion.devices.pin_factory import choose_pin_factory
from companion.simulation.pins import Pca9685
from tests.devices import lgpio_in_memory
from tests.maintenance.doctor.fake_pi import FakePi, no_pins, only

SPI = '[display]\nbus = "spi"\n'


def test_available_pins_are_right(pi: FakePi) -> None:
    assert [pi.one(part).verdict for part in ("Pins", "Lights", "Sounder", "Buttons")] == [
        "right"
    ] * 4
    assert "12" in pi.one("Lights").says


def test_lights_at_a_chip_need_no_pins(pi: FakePi, monkeypatch: pytest.MonkeyPatch) -> None:
    no_pins(monkeypatch, "no way to move them")
    pi.line.devices[0x40] = Pca9685()
    assert pi.one("Lights", '[lights]\ndriver = "pca9685"\n').verdict == "right"
    assert pi.found("Pins", only('[lights]\ndriver = "pca9685"\n')) == []


def test_lights_at_a_chip_that_does_not_answer_are_wrong(pi: FakePi) -> None:
    assert pi.one("Lights", '[lights]\ndriver = "pca9685"\n').verdict == "wrong"


def test_every_pin_is_released(pi: FakePi) -> None:
    pi.found("Buttons")
    wired = [
        pin
        for name, pin in pi.context().pins.named()
        if name.startswith(("lights", "keys", "sounder"))
    ]
    assert len(wired) == 19
    assert {pi.factory.pin(pin).function for pin in wired} == {"input"}


def test_lights_stay_dark_during_the_examination(pi: FakePi) -> None:
    lit = []
    for name, number in pi.context().pins.named():
        if name.startswith(("lights", "sounder")):
            pin = pi.factory.pin(number)
            change = pin._change_state

            def changed(value: float, pin: Any = pin, change: Any = change) -> bool:
                if value and pin.function == "output":
                    lit.append(pin)
                return bool(change(value))

            pin._change_state = changed
    pi.found("Lights")
    assert lit == []


def test_buzzer_in_use_by_another_program_is_reported(pi: FakePi) -> None:
    pi.reserve(12)
    said = pi.one("Sounder")
    assert (said.verdict, "GPIO 12" in said.says) == ("wrong", True)


def test_button_held_by_spi_is_reported_as_pressed(pi: FakePi) -> None:
    pi.ground(7)
    said = pi.one("Buttons")
    assert (said.verdict, said.says.split()[0]) == ("wrong", "RIGHT")
    assert "header 26 (GPIO 7)" in said.advice


def test_pressed_encoder_is_reported_as_ok(pi: FakePi) -> None:
    pi.ground(5)
    pressed = pi.one("Buttons", "[buttons]\nencoder = true\n")
    assert (pressed.verdict, pressed.says.split()[0]) == ("wrong", "OK")


def test_parts_not_fitted_are_not_examined(pi: FakePi, monkeypatch: pytest.MonkeyPatch) -> None:
    no_pins(monkeypatch, "no way")
    for part in ("Pins", "Lights", "Sounder", "Buttons"):
        assert pi.found(part, only()) == []


@pytest.mark.usefixtures("without_pins")
def test_missing_pin_library_is_reported_for_each_part(
    pi: FakePi, monkeypatch: pytest.MonkeyPatch
) -> None:
    no_pins(monkeypatch, "no way to move them (x)", "y")
    for part, section in (("Sounder", "sounder"), ("Buttons", "buttons")):
        one = pi.one(part)
        assert (one.verdict, "enabled = false" in one.advice) == ("wrong", True)
        assert f"[{section}]" in one.advice


def test_missing_pin_permission_names_the_group(
    pi: FakePi, monkeypatch: pytest.MonkeyPatch
) -> None:
    no_pins(monkeypatch, "no way to move them (x)", "y")
    pi.locked.add("/dev/gpiochip0")
    assert "usermod -aG gpio pi," in pi.one("Pins").advice


def test_pins_driven_by_lgpio_are_right_and_released(
    pi: FakePi, monkeypatch: pytest.MonkeyPatch
) -> None:
    header = lgpio_in_memory.install(monkeypatch)
    monkeypatch.setattr("companion.maintenance.doctor.pi.choose_pin_factory", choose_pin_factory)
    found = {part: pi.one(part).says for part in ("Pins", "Lights", "Sounder", "Buttons")}
    assert found["Pins"] == "moved by lgpio"
    assert {part: pi.one(part).verdict for part in found} == dict.fromkeys(found, "right")
    assert {line.owner for line in header.lines} == {None}
