"""The wiring table: every part has its own pins, and mistakes are named."""

from pathlib import Path

import pytest

from companion.config.board import BOARD_FILE, HEADER, Bus, load_board
from companion.errors import BoardError

BUILDS: list[tuple[Bus, bool]] = [("i2c", False), ("i2c", True), ("spi", False), ("spi", True)]

BOOT_PULL_UP = range(2, 9)
"""GPIO 0 to 8 are pulled up at reset, the others down (BCM2835 ARM Peripherals, table 6-31)."""


@pytest.mark.parametrize(("bus", "encoder"), BUILDS)
def test_every_build_fits_the_header(bus: Bus, encoder: bool) -> None:
    numbers = [pin for _, pin in load_board().pins(bus, encoder=encoder).named()]
    assert len(numbers) == len(set(numbers)) == (26 if bus == "spi" else 23)
    assert set(numbers) <= set(HEADER)


def test_header_has_26_gpios_in_26_places_without_supplies() -> None:
    supply_and_eeprom = {1, 2, 4, 6, 9, 14, 17, 20, 25, 27, 28, 30, 34, 39}
    assert list(HEADER) == list(range(2, 28))
    assert set(HEADER.values()) == set(range(1, 41)) - supply_and_eeprom


def test_lights_are_dark_and_buzzer_silent_while_the_pi_boots() -> None:
    board = load_board()
    lights = [pin for name, pin in board.pins().named() if name.startswith("lights.")]
    assert not set(lights) & set(BOOT_PULL_UP)
    assert board.sounder.pin not in BOOT_PULL_UP


def test_keys_use_free_pins_next_to_a_display_on_spi() -> None:
    board = load_board()
    assert board.pins("i2c").keys["BUST"] != board.pins("spi").keys["BUST"]
    assert board.pins("spi").keys["OK"] == board.pins("i2c").keys["OK"]


def test_encoder_replaces_three_keys() -> None:
    pins = load_board().pins(encoder=True)
    assert set(pins.keys) == {"UNDO", "BUST", "MORE"}
    assert pins.encoder is not None


def test_package_contains_the_table_of_the_hardware_folder() -> None:
    assert BOARD_FILE.resolve() == Path(__file__).parents[2] / "hardware" / "board.toml"


def test_single_pins_can_be_changed() -> None:
    board = load_board({"keys": {"BUST": 24}, "sounder": {"pin": 10}})
    assert board.keys["BUST"] == 24
    assert board.sounder.pin == 10
    assert board.keys["OK"] == load_board().keys["OK"]


@pytest.mark.parametrize(
    ("changes", "key"),
    [
        ({"keys": {"OK": 17}}, "lights.seats.1"),
        ({"sounder": {"pin": 28}}, "sounder.pin"),
        ({"sounder": {"pin": 1}}, "sounder.pin"),
        ({"lights": {"seats": [17, 18]}}, "lights.seats"),
    ],
)
def test_impossible_wiring_is_rejected(changes: dict[str, dict[str, object]], key: str) -> None:
    with pytest.raises(BoardError) as caught:
        load_board(changes).pins()
    assert str(caught.value).startswith(f"{key}: ")


def test_error_for_a_shared_pin_names_the_changed_key() -> None:
    board = load_board({"keys": {"OK": 17}})
    with pytest.raises(BoardError, match=r"^keys\.OK: .* lights\.seats\.1$"):
        board.pins(blamed={"keys.OK"})
    with pytest.raises(BoardError, match=r"^lights\.seats\.1: .* keys\.OK$"):
        board.pins(blamed={"lights.seats"})


def test_moved_key_is_named_by_its_own_section() -> None:
    board = load_board({"keys_beside_spi": {"BUST": 6}})
    with pytest.raises(BoardError, match=r"^keys_beside_spi\.BUST: .* keys\.UNDO$"):
        board.pins("spi")
    assert board.pins("i2c").keys["BUST"] == load_board().keys["BUST"]
