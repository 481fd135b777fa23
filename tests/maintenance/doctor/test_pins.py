"""The pins, and what hangs on them."""

from typing import Any

import pytest

from companion.errors import DeviceError
from companion.maintenance.doctor.findings import right, wrong
from companion.maintenance.doctor.pins import spoken
from tests.maintenance.doctor.fake_pi import MINE, FakePi, only

SPI = '[display]\nbus = "spi"\n'


def no_pins(monkeypatch: pytest.MonkeyPatch, reason: str) -> None:
    def fail(_name: str) -> Any:
        raise DeviceError(reason)

    monkeypatch.setattr("companion.maintenance.doctor.pins.choose_pin_factory", fail)


def test_pins_that_can_be_had(pi: FakePi) -> None:
    assert pi.one("Pins") == right("Pins", "moved by lgpio")
    assert pi.one("Lights") == right("Lights", "12 pins, free; --self-test tries what hangs on them")
    assert pi.one("Sounder") == right("Sounder", "1 pin, free; --self-test tries what hangs on them")
    assert pi.one("Buttons").verdict == "right"


def test_every_pin_is_given_back(pi: FakePi) -> None:
    pi.found("Buttons")
    wired = [pin for name, pin in pi.context().pins.named() if name.startswith(("lights", "keys", "sounder"))]
    assert len(wired) == 19
    assert {pi.factory.pin(pin).function for pin in wired} == {"input"}


def test_a_light_never_shines_while_the_doctor_looks(pi: FakePi) -> None:
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


@pytest.mark.parametrize(("part", "pin"), [("Lights", 17), ("Sounder", 12)])
def test_a_pin_that_another_program_has(
    pi: FakePi, monkeypatch: pytest.MonkeyPatch, part: str, pin: int
) -> None:
    taken = pi.factory.pin

    def busy(number: int) -> Any:
        if number == pin:
            raise OSError("GPIO busy")
        return taken(number)

    monkeypatch.setattr(pi.factory, "pin", busy)
    said = pi.one(part)
    assert said.verdict == "wrong"
    assert (f"GPIO {pin}" in said.says, "GPIO busy" in said.says) == (True, True)


def test_a_button_whose_pin_another_program_has(pi: FakePi, monkeypatch: pytest.MonkeyPatch) -> None:
    taken = pi.factory.pin

    def busy(number: int) -> Any:
        if number == 5:
            raise OSError("GPIO busy")
        return taken(number)

    monkeypatch.setattr(pi.factory, "pin", busy)
    said = pi.one("Buttons")
    assert (said.verdict, said.says) == ("wrong", "OK at GPIO 5 cannot be used (GPIO busy)")


@pytest.mark.parametrize(("key", "pin", "header"), [("UNDO", 6, 31), ("MORE", 8, 24)])
def test_a_button_that_is_pressed_all_the_time(pi: FakePi, key: str, pin: int, header: int) -> None:
    pi.ground(pin)
    said = pi.one("Buttons")
    assert (said.verdict, said.says) == ("wrong", f"{key} is pressed")
    assert f"header {header} (GPIO {pin}) and ground" in said.advice


def test_the_push_button_of_an_encoder_is_ok(pi: FakePi) -> None:
    text = "[buttons]\nencoder = true\n"
    assert pi.one("Buttons", text) == right("Buttons", "UNDO, BUST, MORE, OK: free, and none is pressed")
    pi.ground(5)
    assert pi.one("Buttons", text).says == "OK is pressed"


def test_parts_that_are_not_fitted_are_not_looked_at(pi: FakePi, monkeypatch: pytest.MonkeyPatch) -> None:
    no_pins(monkeypatch, "Pins: no way")
    for part in ("Pins", "Lights", "Sounder", "Buttons"):
        assert pi.found(part, only()) == []


@pytest.mark.usefixtures("without_pins")
def test_nothing_is_installed_that_moves_pins(pi: FakePi, monkeypatch: pytest.MonkeyPatch) -> None:
    no_pins(monkeypatch, "Pins: no way to move them (x); y")
    said = wrong("Pins", "neither lgpio nor RPi.GPIO is installed", "sudo apt install python3-lgpio")
    assert pi.one("Pins") == said
    for part, section in (("Lights", "lights"), ("Sounder", "sounder"), ("Buttons", "buttons")):
        one = pi.one(part)
        assert one.verdict == "wrong"
        assert f"write enabled = false below [{section}]" in one.advice


def test_why_the_pins_cannot_be_moved(pi: FakePi, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.maintenance.doctor.pins.find_spec", lambda _name: object())
    no_pins(monkeypatch, "Pins: no way to move them (lgpio: (1); rpigpio: b); install (this)")
    assert pi.one("Pins") == wrong("Pins", "no way to move them (lgpio: (1); rpigpio: b)", "install (this)")


def test_pins_that_the_user_may_not_move(pi: FakePi, monkeypatch: pytest.MonkeyPatch) -> None:
    no_pins(monkeypatch, "Pins: no way to move them (x); y")
    pi.locked.add("/dev/gpiochip0")
    pi.write("/etc/group", f"gpio:x:{MINE}:\n")
    assert pi.one("Pins").advice == "sudo usermod -aG gpio pi, then log out and in again"


def test_pins_in_memory_move_nothing(pi: FakePi) -> None:
    said = pi.one("Pins", '[pins]\nfactory = "mock"\n')
    assert said.verdict == "wrong"
    assert said.advice == 'write factory = "auto" below [pins] in ~/.config/companion/companion.toml'


def test_spi_takes_pins_of_a_box_whose_display_is_on_i2c(pi: FakePi) -> None:
    pi.write("/dev/spidev0.0")
    pi.write("/dev/spidev0.1")
    first, second, moved = pi.found("Pins")
    assert first.says == "/dev/spidev0.0 is on and takes the pins of MORE (GPIO 8), seat light 6 (GPIO 9)"
    assert second.says == "/dev/spidev0.1 is on and takes the pins of RIGHT (GPIO 7)"
    assert {first.verdict, second.verdict} == {"wrong"}
    assert "sudo raspi-config nonint do_spi 1" in first.advice
    assert moved.verdict == "right"


def test_a_display_on_spi_leaves_a_pin_only_with_the_overlay(pi: FakePi) -> None:
    pi.write("/dev/spidev0.0")
    pi.remove("/dev/i2c-1")
    assert [finding.verdict for finding in pi.found("Pins", SPI)] == ["right"]
    pi.write("/dev/spidev0.1")
    taken = pi.found("Pins", SPI)[0]
    assert taken.says == "/dev/spidev0.1 is on and takes the pins of RIGHT (GPIO 7)"
    assert taken.advice == "write dtoverlay=spi0-1cs,no_miso into /boot/firmware/config.txt and restart"


def test_i2c_takes_pins_of_a_box_whose_display_is_on_spi(pi: FakePi) -> None:
    taken = pi.found("Pins", SPI)[0]
    assert taken.says == "/dev/i2c-1 is on and takes the pins of BUST (GPIO 2), MORE (GPIO 3)"
    assert "do_i2c 1" in taken.advice


def test_pins_that_a_game_is_on_are_left_alone(pi: FakePi, monkeypatch: pytest.MonkeyPatch) -> None:
    no_pins(monkeypatch, "nobody may ask for pins now")
    for part in ("Lights", "Sounder", "Buttons"):
        assert pi.one(part, played=True).verdict == "in use"


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("lights.seats.3", "seat light 3"),
        ("lights.accepted", "light accepted"),
        ("keys_beside_spi.BUST", "BUST"),
        ("encoder.b", "encoder b"),
        ("sounder.pin", "sounder"),
        ("reader.receive", "receive"),
    ],
)
def test_wires_in_words(name: str, words: str) -> None:
    assert spoken(name) == words
