import pytest

from companion.board import HEADER, Bus, load_board, wiring_table
from tests.docs.pages import section, tables

GROUND = {6, 9, 14, 20, 25, 30, 34, 39}
SUPPLY = {1, 2, 4, 17}
EEPROM = {27, 28}


@pytest.mark.parametrize(("heading", "bus"), [("The display on I2C", "i2c"), ("The display on SPI", "spi")])
def test_the_printed_wiring_is_that_of_the_board(heading: str, bus: Bus) -> None:
    assert wiring_table(load_board().pins(bus)) in section("wiring.md", heading)


@pytest.mark.parametrize("bus", ["i2c", "spi"])
def test_the_encoder_is_wired_as_printed_on_either_bus(bus: Bus) -> None:
    (printed,) = tables(section("wiring.md", "An encoder in place of LEFT, RIGHT and OK"))
    (wired,) = tables(wiring_table(load_board().pins(bus, encoder=True)))
    assert printed == [row for row in wired if row[2] == "Encoder"]


def test_ground_is_where_the_header_has_no_gpio() -> None:
    assert set(HEADER.values()) | GROUND | SUPPLY | EEPROM == set(range(1, 41))
    assert "Ground is at 6, 9, 14, 20, 25, 30, 34 and 39." in section("wiring.md", "Wiring")
