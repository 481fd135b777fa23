"""The displays: bus, address, speed."""

import pytest

from companion.simulation.buses import SimulatedI2c
from companion.simulation.sh1106 import Sh1106
from companion.simulation.ssd1306 import Ssd1306, Ssd1309
from tests.maintenance.doctor.fake_pi import PI_4, FakePi

SPI = '[display]\nbus = "spi"\n'
TWO = '[second_display]\ncontroller = "sh1106"\n'


def test_asking_a_display_changes_nothing_on_it(pi: FakePi) -> None:
    model = Ssd1309()
    pi.line.attach(0x3C, model)
    model.receive_commands([0xAF])  # on
    assert model.lit
    before = model.lit, model.contrast, model.image().tobytes()
    assert pi.one("Display").verdict == "right"
    assert pi.line.sent > 0
    assert before == (model.lit, model.contrast, model.image().tobytes())


@pytest.mark.parametrize(
    ("there", "configured", "meant"),
    [(Sh1106, "ssd1306", "sh1106"), (Sh1106, "ssd1309", "sh1106"), (Ssd1306, "sh1106", "ssd1306")],
)
def test_a_status_byte_of_another_controller_is_quoted(
    pi: FakePi, there: type[Sh1106 | Ssd1306], configured: str, meant: str
) -> None:
    model = there()
    pi.line.attach(0x3C, model)
    answers, hint = pi.found("Display", f'[display]\ncontroller = "{configured}"')
    assert (answers.verdict, hint.verdict) == ("right", "doubtful")
    assert f"0x{model.status():02X}" in hint.says
    assert f'controller = "{meant}"' in hint.advice


def test_a_display_that_cannot_be_read_gives_no_hint(pi: FakePi, monkeypatch: pytest.MonkeyPatch) -> None:
    def unreadable(_line: SimulatedI2c, _address: int, _register: int) -> int:
        raise OSError(121, "Remote I/O error")

    pi.line.attach(0x3C, Sh1106())
    monkeypatch.setattr(SimulatedI2c, "read_byte_data", unreadable)
    assert pi.one("Display").verdict == "right"


@pytest.mark.parametrize(
    ("part", "text"), [("Display", '[display]\ncontroller = "none"'), ("Second display", "")]
)
def test_no_display_is_looked_for_that_is_not_configured(pi: FakePi, part: str, text: str) -> None:
    pi.remove("/dev/i2c-1")
    assert pi.found(part, text) == []


def test_i2c_is_off(pi: FakePi) -> None:
    pi.without_i2c()
    said = pi.one("Display")
    assert (said.verdict, "/dev/i2c-1" in said.says) == ("wrong", True)
    assert ('controller = "none"' in said.advice, "[display]" in said.advice) == (True, True)
    assert "i2c-dev" not in said.advice


def test_i2c_is_on_but_has_no_door(pi: FakePi) -> None:
    pi.remove("/dev/i2c-1")
    said = pi.one("Display")
    assert (said.verdict, "i2c-dev" in said.advice) == ("wrong", True)


def test_another_bus_than_the_one_there_is(pi: FakePi) -> None:
    said = pi.one("Display", "[display]\ni2c_port = 3")
    assert (said.verdict, "/dev/i2c-3" in said.says) == ("wrong", True)
    assert "i2c_port = 1" in said.advice


def test_nothing_answers(pi: FakePi) -> None:
    pi.line.unplug(0x3C)
    said = pi.one("Display")
    assert (said.verdict, "0x3C" in said.says) == ("wrong", True)
    assert ("GPIO 2" in said.advice, "GPIO 3" in said.advice) == (True, True)


def test_the_display_is_at_the_other_address(pi: FakePi) -> None:
    pi.line.unplug(0x3C)
    pi.line.attach(0x3D, Ssd1309())
    said = pi.one("Display")
    assert (said.verdict, "address = 0x3D" in said.advice) == ("wrong", True)


def test_the_second_display_is_not_taken_for_the_first(pi: FakePi) -> None:
    pi.line.unplug(0x3C)
    pi.line.attach(0x3D, Sh1106())
    first, second = pi.one("Display", TWO), pi.one("Second display", TWO)
    assert (first.verdict, "0x3D" in first.says) == ("wrong", False)
    assert (second.verdict, "0x3D" in second.says) == ("right", True)


def test_the_second_display_has_a_section_of_its_own(pi: FakePi) -> None:
    pi.line.attach(0x3D, Ssd1309())
    advice = pi.one("Second display", TWO + "address = 0x3E\n").advice
    assert ("address = 0x3D" in advice, "[second_display]" in advice) == (True, True)


def test_a_bus_that_hangs_is_told_in_its_own_words(pi: FakePi) -> None:
    pi.line.fail(error=110)
    assert "[Errno 110]" in pi.one("Display").says


@pytest.mark.parametrize("hertz", [100_000, 399_999])
def test_a_slow_bus(pi: FakePi, hertz: int) -> None:
    pi.speed(hertz)
    answers, slow = pi.found("Display")
    assert (answers.verdict, slow.verdict) == ("right", "doubtful")
    assert "dtparam=i2c_arm_baudrate=400000" in slow.advice
    assert "/boot/firmware/config.txt" in slow.advice


def test_before_debian_12_the_boot_files_lie_elsewhere(pi: FakePi) -> None:
    pi.speed(100_000)
    pi.remove("/boot/firmware/config.txt")
    pi.write("/boot/config.txt")
    assert " /boot/config.txt " in pi.found("Display")[1].advice


@pytest.mark.parametrize(("text", "node"), [("", "/dev/spidev0.0"), ("spi_device = 1\n", "/dev/spidev0.1")])
def test_spi_is_off(pi: FakePi, text: str, node: str) -> None:
    if text:
        pi.write("/dev/spidev0.0")
    said = pi.one("Display", SPI + text)
    assert (said.verdict, node in said.says) == ("wrong", True)
    assert ("dtparam=spi=on" in said.advice, "dtoverlay=spi0-1cs,no_miso" in said.advice) == (True, True)


def test_spidev_is_missing(pi: FakePi, monkeypatch: pytest.MonkeyPatch) -> None:
    pi.write("/dev/spidev0.0")
    monkeypatch.setattr("companion.maintenance.doctor.display.find_spec", lambda _name: None)
    said = pi.one("Display", SPI)
    assert (said.verdict, "python3-spidev" in said.advice) == ("wrong", True)


def test_a_display_on_spi_never_answers(pi: FakePi, monkeypatch: pytest.MonkeyPatch) -> None:
    pi.write("/dev/spidev0.0")
    monkeypatch.setattr("companion.maintenance.doctor.display.find_spec", lambda _name: object())
    said = pi.one("Display", SPI)
    assert (said.verdict, "--self-test" in said.advice) == ("doubtful", True)


@pytest.mark.parametrize(("text", "node"), [("", "/dev/i2c-1"), (SPI, "/dev/spidev0.0")])
def test_a_display_that_a_game_is_on_is_left_alone(
    pi: FakePi, monkeypatch: pytest.MonkeyPatch, text: str, node: str
) -> None:
    monkeypatch.setattr("companion.maintenance.doctor.display.find_spec", lambda _name: object())
    pi.write(node)
    before = pi.line.sent
    assert pi.one("Display", text, played=True).verdict == "in use"
    assert pi.line.sent == before


def test_the_fake_pi_is_the_one_it_says(pi: FakePi) -> None:
    assert pi.machine.model == PI_4
