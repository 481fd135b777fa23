"""The wiring table: every part has its own pins, and mistakes are named."""

from pathlib import Path

import pytest

from companion.config import pins_of, read_config
from companion.config.board import BOARD_FILE, HEADER
from companion.config.sections import BusName
from companion.errors import ConfigError
from hardware.wiring.table import pins_for

BUILDS: list[tuple[BusName, bool]] = [("i2c", False), ("i2c", True), ("spi", False), ("spi", True)]

BOOT_PULL_UP = range(2, 9)
"""GPIO 0 to 8 are pulled up at reset, the others down (BCM2835 ARM Peripherals, table 6-31)."""


@pytest.mark.parametrize(("bus", "encoder"), BUILDS)
def test_every_build_fits_the_header(bus: BusName, encoder: bool) -> None:
    numbers = [pin for _, pin in pins_for(bus, encoder=encoder).named()]
    assert len(numbers) == len(set(numbers)) == (26 if bus == "spi" else 23)
    assert set(numbers) <= set(HEADER)


def test_header_has_26_gpios_in_26_places_without_supplies() -> None:
    supply_and_eeprom = {1, 2, 4, 6, 9, 14, 17, 20, 25, 27, 28, 30, 34, 39}
    assert list(HEADER) == list(range(2, 28))
    assert set(HEADER.values()) == set(range(1, 41)) - supply_and_eeprom


def test_lights_are_dark_and_buzzer_silent_while_the_pi_boots() -> None:
    pins = pins_for()
    lights = [pin for name, pin in pins.named() if name.startswith("lights.")]
    assert not set(lights) & set(BOOT_PULL_UP)
    assert pins.sounder.pin not in BOOT_PULL_UP


def test_keys_use_free_pins_next_to_a_display_on_spi() -> None:
    assert pins_for("i2c").keys["BUST"] != pins_for("spi").keys["BUST"]
    assert pins_for("spi").keys["OK"] == pins_for("i2c").keys["OK"]


def test_encoder_replaces_three_keys() -> None:
    pins = pins_for(encoder=True)
    assert set(pins.keys) == {"UNDO", "BUST", "MORE"}
    assert pins.encoder is not None


def test_package_contains_the_table_of_the_hardware_folder() -> None:
    assert BOARD_FILE.resolve() == Path(__file__).parents[2] / "hardware" / "board.toml"


def test_single_pins_can_be_changed() -> None:
    pins = pins_of(read_config("[pins.keys]\nBUST = 24\nMORE = 25\n[pins.sounder]\npin = 10"))
    assert (pins.keys["BUST"], pins.keys["MORE"], pins.sounder.pin) == (24, 25, 10)
    assert pins.keys["OK"] == pins_for().keys["OK"]


@pytest.mark.parametrize(
    ("changes", "wrong"),
    [
        ("keys]\nOK = 17", "pins.keys.OK: GPIO 17 is taken by lights.seats.1"),
        ("lights]\nclockwise = 5", "pins.lights.clockwise: GPIO 5 is taken by keys.OK"),
        ("sounder]\npin = 28", "pins.sounder.pin: 28 is no GPIO"),
        ("sounder]\npin = 1", "pins.sounder.pin: 1 is no GPIO"),
        ("lights]\nseats = [17, 18]", "pins.lights.seats: has 2 pins"),
        ("lights]\nseats = 17", "pins.lights.seats: 17 is not possible, write a list"),
        ("sounder]\npin = [17]", "pins.sounder.pin: [17] is not possible, write a whole number"),
        ("sounder]\npim = 17", "pins.sounder.pim: unknown key, there is only pin"),
        ("keys]\nBUTS = 17", "pins.keys.BUTS: unknown key, is BUST meant?"),
    ],
)
def test_impossible_wiring_is_rejected_at_the_changed_key(changes: str, wrong: str) -> None:
    with pytest.raises(ConfigError) as caught:
        read_config(f"[pins.{changes}")
    assert str(caught.value).startswith(f"companion.toml, line 2: {wrong}")


def test_moved_key_is_named_by_its_own_section() -> None:
    moved = "[pins.keys_beside_spi]\nBUST = 6\n"
    with pytest.raises(ConfigError, match=r"keys_beside_spi\.BUST: .* keys\.UNDO$"):
        read_config(f'[display]\nbus = "spi"\n{moved}')
    assert pins_of(read_config(moved)).keys["BUST"] == pins_for().keys["BUST"]
