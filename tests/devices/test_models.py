"""The controller models decode the commands that the driver sends, and reject all others."""

import errno

import pytest

from companion.devices.oled import ControllerName
from companion.simulation.controller import Sh1106, Ssd1306, Ssd1309, Ssd1322
from companion.simulation.displays import SimulatedI2c
from companion.simulation.pins import Pca9685
from tests.devices.bench import ADDRESS, MODELS, Bench, digits

SET_UP = (0xA1, 0xC8, 0x8D, 0x14, 0x20, 0x00, 0xAF)
"""Segment remap, reverse scan, charge pump, horizontal addressing and panel on, as modules are
used.
"""


def model(*commands: int) -> Ssd1306:
    """Return an SSD1306 that is set up, with empty memory and the pointer top left."""
    made = Ssd1306()
    made.receive_commands([*SET_UP, 0x21, 0, 127, 0x22, 0, 7])
    made.receive_data(bytes(1024))
    made.receive_commands(commands)
    return made


def lit(made: Ssd1306 | Sh1106) -> set[tuple[int, int]]:
    """Return the visible pixels."""
    image = made.image()
    return {(x, y) for y in range(64) for x in range(128) if image.getpixel((x, y))}


@pytest.mark.parametrize(
    ("kind", "byte"),
    [("ssd1306", 0xFD), ("ssd1306", 0x70 + 0x12), ("sh1106", 0x21), ("ssd1322", 0x81)],
)
def test_unknown_command_byte_raises(kind: ControllerName, byte: int) -> None:
    with pytest.raises(ValueError, match=f"0x{byte:02X} is no command"):
        MODELS[kind]().receive_commands([byte])


def test_bits_of_a_byte_run_downward() -> None:
    made = model()
    made.receive_data([0x01, 0x80])
    assert lit(made) == {(0, 0), (1, 7)}


def test_horizontal_addressing_continues_in_the_next_page_of_the_window() -> None:
    made = model(0x21, 10, 11, 0x22, 2, 3)
    made.receive_data([1, 1, 1, 1, 0x80])
    assert lit(made) == {(10, 23), (11, 16), (10, 24), (11, 24)}


@pytest.mark.parametrize(
    "differs", [(0xAE,), (0x8D, 0x10), (0x20, 0x02), (0xA0,), (0xC0,)], ids=str
)
def test_panel_is_dark_while_a_setting_differs(differs: tuple[int, ...]) -> None:
    made = model()
    made.receive_data([0xFF])
    assert lit(made)
    made.receive_commands(differs)
    assert lit(made) == set()
    made.receive_commands(SET_UP)
    assert lit(made)


def test_power_up_leaves_noise_but_reset_keeps_the_picture() -> None:
    bench = Bench("ssd1309")
    bench.show(digits("42"))
    bench.model.reset()
    assert not bench.model.lit
    bench.model.receive_commands(SET_UP)
    assert bench.shows(digits("42"))
    bench.model.power_up()
    bench.model.receive_commands(SET_UP)
    assert not bench.shows(digits("42"))


def test_sh1106_shows_the_middle_128_of_132_columns() -> None:
    made = Sh1106()
    made.receive_commands([0xA1, 0xC8, 0xAF])
    for page in range(8):
        made.receive_commands([0xB0 + page, 0x00, 0x10])
        made.receive_data(bytes(132))
    made.receive_commands([0xB0, 0x01, 0x10])
    made.receive_data([1, 1])
    assert lit(made) == {(0, 0)}
    made.receive_commands([0xB1, 0x03, 0x18])
    made.receive_data([0, 1, 1, 1])
    assert lit(made) == {(0, 0)}  # columns from 132 on do not exist


def test_ssd1322_rejects_data_without_a_command_and_missing_columns() -> None:
    made = Ssd1322()
    with pytest.raises(ValueError, match="belongs to no command"):
        made.receive_data([0])
    made.receive_commands([0x15])
    with pytest.raises(ValueError, match="columns 0 to 120"):
        made.receive_data([0, 120])


def test_ssd1322_rejects_a_command_that_truncates_another() -> None:
    made = Ssd1322()
    made.receive_commands([0x15])
    with pytest.raises(ValueError, match="0x15 was cut short"):
        made.receive_commands([0x75])


def test_ssd1322_is_dark_while_a_setting_differs() -> None:
    bench = Bench("ssd1322", "spi")
    bench.show(digits("42", 256))
    made = bench.model
    for command, data in ((0xA0, [0x06, 0x11]), (0xA4, [])):
        assert made.lit
        made.receive_commands([command])
        made.receive_data(data)
        assert not made.lit
        made.receive_commands([0xA0])
        made.receive_data([0x14, 0x11])
        made.receive_commands([0xA6])


def test_observer_is_notified_of_each_transfer() -> None:
    told: list[bool] = []
    made = Ssd1309(lambda: told.append(True))
    before = len(told)
    made.receive_commands([0xAF])
    assert len(told) == before + 1


def test_two_displays_share_a_bus_by_their_addresses() -> None:
    first, second = Ssd1309(), Ssd1309()
    line = SimulatedI2c({ADDRESS: first, 0x3D: second})
    line.write_i2c_block_data(0x3D, 0x00, [0xAF])
    assert (first.on, second.on) == (False, True)
    with pytest.raises(OSError, match="Remote I/O") as caught:
        line.write_i2c_block_data(0x3E, 0x00, [0xAF])
    assert caught.value.errno == errno.EREMOTEIO


@pytest.mark.parametrize("made", [Ssd1306, Ssd1309, Sh1106])
def test_status_byte_shows_panel_power_and_identifies_the_sh1106(
    made: type[Ssd1309 | Sh1106],
) -> None:
    controller = made()
    line = SimulatedI2c({ADDRESS: controller})
    assert line.read_byte_data(ADDRESS, 0x00) & 0xC0 == 0x40
    line.write_i2c_block_data(ADDRESS, 0x00, [0xAF])
    status = line.read_byte_data(ADDRESS, 0x00)
    assert status & 0xC0 == 0
    assert (status & 0x07 == 0) == (made is Sh1106)


def test_reading_from_a_missing_address_fails() -> None:
    with pytest.raises(OSError, match="Remote I/O"):
        SimulatedI2c({}).read_byte_data(ADDRESS, 0x00)


def test_bus_rejects_transfers_that_smbus_cannot_carry() -> None:
    line = SimulatedI2c({ADDRESS: Ssd1309()})
    with pytest.raises(ValueError, match="32 bytes"):
        line.write_i2c_block_data(ADDRESS, 0x40, bytes(33))
    with pytest.raises(ValueError, match="control byte"):
        line.write_i2c_block_data(ADDRESS, 0x80, [0xAF])


def test_light_driver_takes_one_byte_a_transfer_until_it_counts_up() -> None:
    line = SimulatedI2c({0x40: Pca9685()})
    with pytest.raises(ValueError, match="auto-increment"):
        line.write_i2c_block_data(0x40, 0x06, [0, 0x10])
    with pytest.raises(ValueError, match="0x50 is no register"):
        line.write_i2c_block_data(0x40, 0x50, [0])


def test_outputs_of_a_sleeping_light_driver_are_not_dimmed() -> None:
    chip = Pca9685()
    chip.write(0x01, [0x10])
    chip.write(0x00, [0x20])
    chip.write(0x06, [0, 0, 0, 0x08])
    assert chip.level(0) == 0.5
    chip.write(0x00, [0x30])
    assert chip.level(0) == 0.0
