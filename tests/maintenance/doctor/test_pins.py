"""The pins, and what hangs on them."""

import re
from typing import Any

import pytest

from companion.maintenance.doctor.pins import spoken
from tests.maintenance.doctor.fake_pi import MINE, FakePi, no_pins, only

SPI = '[display]\nbus = "spi"\n'


def test_pins_that_can_be_had(pi: FakePi) -> None:
    assert [pi.one(part).verdict for part in ("Pins", "Lights", "Sounder", "Buttons")] == ["right"] * 4
    assert "12" in pi.one("Lights").says


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


@pytest.mark.parametrize(("part", "pin"), [("Lights", 17), ("Sounder", 12), ("Buttons", 5)])
def test_a_pin_that_another_program_has(pi: FakePi, part: str, pin: int) -> None:
    pi.reserve(pin)
    said = pi.one(part)
    assert (said.verdict, f"GPIO {pin}" in said.says) == ("wrong", True)


@pytest.mark.parametrize(("key", "pin", "header"), [("UNDO", 6, 31), ("MORE", 8, 24)])
def test_a_button_that_is_pressed_all_the_time(pi: FakePi, key: str, pin: int, header: int) -> None:
    pi.ground(pin)
    said = pi.one("Buttons")
    assert (said.verdict, said.says.split()[0]) == ("wrong", key)
    assert f"header {header} (GPIO {pin})" in said.advice


def test_the_push_button_of_an_encoder_is_ok(pi: FakePi) -> None:
    text = "[buttons]\nencoder = true\n"
    free = pi.one("Buttons", text)
    assert (free.verdict, "UNDO, BUST, MORE, OK:" in free.says) == ("right", True)
    pi.ground(5)
    pressed = pi.one("Buttons", text)
    assert (pressed.verdict, pressed.says.split()[0]) == ("wrong", "OK")


def test_parts_that_are_not_fitted_are_not_looked_at(pi: FakePi, monkeypatch: pytest.MonkeyPatch) -> None:
    no_pins(monkeypatch, "no way")
    for part in ("Pins", "Lights", "Sounder", "Buttons"):
        assert pi.found(part, only()) == []


@pytest.mark.usefixtures("without_pins")
def test_nothing_is_installed_that_moves_pins(pi: FakePi, monkeypatch: pytest.MonkeyPatch) -> None:
    no_pins(monkeypatch, "no way to move them (x)", "y")
    pins = pi.one("Pins")
    assert (pins.verdict, "python3-lgpio" in pins.advice) == ("wrong", True)
    for part, section in (("Lights", "lights"), ("Sounder", "sounder"), ("Buttons", "buttons")):
        one = pi.one(part)
        assert (one.verdict, "enabled = false" in one.advice) == ("wrong", True)
        assert f"[{section}]" in one.advice


def test_pins_that_the_user_may_not_move(pi: FakePi, monkeypatch: pytest.MonkeyPatch) -> None:
    no_pins(monkeypatch, "no way to move them (x)", "y")
    pi.locked.add("/dev/gpiochip0")
    pi.write("/etc/group", f"gpio:x:{MINE}:\n")
    assert "usermod -aG gpio pi," in pi.one("Pins").advice


def test_pins_in_memory_move_nothing(pi: FakePi) -> None:
    said = pi.one("Pins", '[pins]\nfactory = "mock"\n')
    assert (said.verdict, 'factory = "auto"' in said.advice) == ("wrong", True)


def test_spi_takes_pins_of_a_box_whose_display_is_on_i2c(pi: FakePi) -> None:
    pi.write("/dev/spidev0.0")
    pi.write("/dev/spidev0.1")
    first, second, moved = pi.found("Pins")
    assert [finding.verdict for finding in (first, second, moved)] == ["wrong", "wrong", "right"]
    assert gpios(first.says) == [8, 9]
    assert gpios(second.says) == [7]
    assert "do_spi 1" in first.advice


def test_a_display_on_spi_leaves_a_pin_only_with_the_overlay(pi: FakePi) -> None:
    pi.write("/dev/spidev0.0")
    pi.remove("/dev/i2c-1")
    assert [finding.verdict for finding in pi.found("Pins", SPI)] == ["right"]
    pi.write("/dev/spidev0.1")
    taken = pi.found("Pins", SPI)[0]
    assert (taken.verdict, gpios(taken.says)) == ("wrong", [7])
    assert "dtoverlay=spi0-1cs,no_miso" in taken.advice


def gpios(says: str) -> list[int]:
    """The pins that a sentence names."""
    return [int(pin) for pin in re.findall(r"GPIO (\d+)", says)]


def test_i2c_takes_pins_of_a_box_whose_display_is_on_spi(pi: FakePi) -> None:
    taken = pi.found("Pins", SPI)[0]
    assert gpios(taken.says) == [2, 3]
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
