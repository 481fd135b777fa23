import pytest

from companion.config.board import HEADER, PI_5_HEADER
from companion.config.sections import BusName
from companion.devices.serial_reader import HEADER_PORT
from hardware.wiring.table import pins_for, wiring_table
from tests.docs.pages import fenced, numbers, section, tables

GROUND = {6, 9, 14, 20, 25, 30, 34, 39}
SUPPLY = {1, 2, 4, 17}
EEPROM = {27, 28}
BUSES: tuple[BusName, ...] = ("i2c", "spi")
SPI0 = {7, 8, 9, 10, 11}
"""GPIOs of the first SPI bus: CE1, CE0, MISO, MOSI, SCLK (BCM2835 ARM Peripherals, table 6-31)."""

I2C1 = {2, 3}
"""GPIOs of the I2C bus on the header: SDA, SCL (the same table)."""


@pytest.mark.parametrize(
    ("heading", "bus"), [("The display on I2C", "i2c"), ("The display on SPI", "spi")]
)
def test_printed_wiring_matches_the_board(heading: str, bus: BusName) -> None:
    assert wiring_table(pins_for(bus)) in section("reference/wiring.md", heading)


@pytest.mark.parametrize("bus", ["i2c", "spi"])
def test_encoder_is_wired_as_printed_on_either_bus(bus: BusName) -> None:
    (printed,) = tables(section("reference/wiring.md", "An encoder in place of LEFT, RIGHT and OK"))
    (wired,) = tables(wiring_table(pins_for(bus, encoder=True)))
    assert printed == [row for row in wired if row[2] == "Encoder"]


def test_each_bus_is_enabled_only_if_the_box_leaves_its_pins_free() -> None:
    text = section("reference/wiring.md", "Switch on what the box needs")
    i2c, spi, _ = fenced(text, "ini")
    beside_i2c, beside_spi = (
        {pin: name for name, pin in pins_for(bus).named() if not name.startswith(f"{bus}.")}
        for bus in BUSES
    )
    assert beside_i2c.keys() & SPI0 == {7, 9}
    assert {7, 9} <= numbers(text)
    assert "dtparam=spi" not in i2c
    assert {pin: beside_spi[pin] for pin in beside_spi.keys() & SPI0} == {
        7: "keys.RIGHT",
        9: "lights.seats.6",
    }
    assert "dtoverlay=spi0-1cs,no_miso" in spi
    assert {pin: beside_spi[pin] for pin in I2C1} == {
        2: "keys_beside_spi.BUST",
        3: "keys_beside_spi.MORE",
    }
    assert "dtparam=i2c_arm" not in spi


def test_port_of_the_scanner_is_the_default() -> None:
    text = section("reference/wiring.md", "Switch on what the box needs")
    assert f"at `/dev/{HEADER_PORT}`" in text
    assert f"at `{PI_5_HEADER}`" in text


def test_ground_pins_are_not_gpios() -> None:
    assert set(HEADER.values()) | GROUND | SUPPLY | EEPROM == set(range(1, 41))
    text = section("reference/wiring.md", "Wiring")
    assert numbers(text[text.index("Ground is at") :].partition(".")[0]) == GROUND
