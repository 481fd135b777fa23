"""Tests of the simulated box's configured displays, the first of which its panel shows upright."""

import time
from pathlib import Path
from typing import Literal

import pytest

from companion.app.application import App
from companion.app.runtime import Runtime
from companion.config import Config, DisplaySettings, LightSettings
from companion.config.sections import SecondDisplaySettings
from companion.devices.oled import ControllerName, over_spi
from companion.devices.oled.display import HALF_WAY, shifted
from companion.drawing import draw
from companion.outputs import Lights
from companion.screens.model import Picture
from companion.simulation.box import SimulatedBox
from companion.simulation.controller import Ssd1306, Ssd1309, packed
from companion.simulation.displays import MODELS, SimulatedDisplay
from tests.box.test_network import Air
from tests.devices.bench import BUILDS, BusName
from tests.devices.serial_line import HandWorker
from tests.drivers.watching import Condition, Witness

NONE = DisplaySettings(controller="none")


def drawn(picture: Picture, width: int, depth: int, *, turned: bool) -> bytes:
    """Return what a viewer of a display of this kind sees of `picture`."""
    return packed(shifted(draw(picture, width, turned=turned), HALF_WAY * turned), depth)


def on_glass(display: SimulatedDisplay, picture: Picture, *, turned: bool = False) -> Condition:
    model = display.controller
    expected = drawn(picture, model.width, model.depth, turned=turned)
    return Condition(str(picture), lambda _: model.lit and display.pixels() == expected)


@pytest.mark.parametrize("rotate", [0, 180])
@pytest.mark.parametrize(("kind", "bus"), BUILDS)
def test_panel_shows_the_configured_display_upright(
    tmp_path: Path, kind: ControllerName, bus: BusName, rotate: Literal[0, 180]
) -> None:
    config = Config(display=DisplaySettings(controller=kind, bus=bus, rotate=rotate))
    bench = SimulatedBox(config, time, "a seed")
    witness = Witness(bench)
    with App(Runtime(config, tmp_path, bench=bench)) as app:
        model = MODELS[kind]
        expected = drawn(app.box.shown.picture, model.width, model.depth, turned=rotate == 180)
        witness.until(Condition("the picture", lambda showing: showing.pixels == expected))
        showing = witness.showing
        assert (showing.width, showing.height, showing.depth) == (
            model.width,
            model.height,
            model.depth,
        )
        assert len(showing.pixels) == model.width * model.height * model.depth // 8
        assert type(bench.displays["Display"].controller) is model


def test_second_display_shows_the_same_picture_rotated(tmp_path: Path) -> None:
    config = Config(second_display=SecondDisplaySettings(controller="ssd1306"))
    bench = SimulatedBox(config, time, "a seed")
    witness = Witness(bench)
    with App(Runtime(config, tmp_path, bench=bench)) as app:
        first, second = bench.displays.values()
        assert (type(first.controller), type(second.controller)) == (Ssd1309, Ssd1306)
        assert first.line is second.line
        picture = app.box.shown.picture
        witness.until(on_glass(first, picture), on_glass(second, picture, turned=True))
        witness.until(Condition("the first", lambda showing: showing.pixels == first.pixels()))


def test_two_displays_with_one_address_work_on_two_buses(tmp_path: Path) -> None:
    config = Config(
        second_display=SecondDisplaySettings(controller="sh1106", address=0x3C, i2c_port=3)
    )
    bench = SimulatedBox(config, time, "a seed")
    witness = Witness(bench)
    with App(Runtime(config, tmp_path, bench=bench)) as app:
        first, second = bench.displays.values()
        picture = app.box.shown.picture
        witness.until(on_glass(first, picture), on_glass(second, picture, turned=True))


def test_box_with_only_the_second_display_shows_that_one(tmp_path: Path) -> None:
    config = Config(
        display=NONE, second_display=SecondDisplaySettings(controller="sh1106", rotate=0)
    )
    bench = SimulatedBox(config, time, "a seed")
    witness = Witness(bench)
    with App(Runtime(config, tmp_path, bench=bench)) as app:
        assert list(bench.displays) == ["Second display"]
        on = Condition("on", lambda showing: showing.on)
        witness.until(on_glass(bench.displays["Second display"], app.box.shown.picture), on)


@pytest.mark.parametrize("installs", [True, False])
def test_display_of_a_stopped_box_is_dark_unless_updating(tmp_path: Path, installs: bool) -> None:
    bench = SimulatedBox(Config(), time, "a seed")
    with App(Runtime(Config(), tmp_path, bench=bench)) as app:
        air = Air()
        air.installs = installs
        app.box.network.networks = air
        app.box.look_around()
        picture = app.box.shown.picture
        app.stop()
        app.run()
    display = bench.displays["Display"]
    assert display.controller.lit == installs
    if installs:
        assert display.pixels() == drawn(picture, 128, 1, turned=False)


@pytest.mark.parametrize("bus", ["i2c", "spi"])
def test_simulated_box_without_a_display_gets_a_visible_one(tmp_path: Path, bus: BusName) -> None:
    config = Config(display=DisplaySettings(controller="none", bus=bus))
    bench = SimulatedBox(config, time, "a seed")
    witness = Witness(bench)
    with App(Runtime(config, tmp_path, bench=bench)) as app:
        witness.until(on_glass(bench.displays["Display"], app.box.shown.picture))
        assert type(bench.displays["Display"].controller) is Ssd1309


def test_opening_the_bus_resets_a_display_on_spi() -> None:
    config = Config(display=DisplaySettings(controller="sh1106", bus="spi"))
    bench = SimulatedBox(config, time, "a seed")
    display, pins = bench.displays["Display"], bench.pins.pins.spi
    display.controller.receive_commands([0xAF])
    assert display.controller.on
    bus = over_spi(pins.command, pins.reset, bench.pins.factory, spidev=display.line).connect()
    assert not display.controller.on
    bus.command(0xAF)
    bus.cleanup()
    assert display.controller.on


def test_last_picture_stays_on_a_display_on_spi(tmp_path: Path) -> None:
    config = Config(display=DisplaySettings(controller="ssd1322", bus="spi"))
    bench = SimulatedBox(config, time, "a seed")
    with App(Runtime(config, tmp_path, bench=bench)) as app:
        assert app._parts is not None
        app._parts.keep_picture = True
        picture = app.box.shown.picture
    Witness(bench).until(on_glass(bench.displays["Display"], picture))


def test_display_on_spi_goes_dark_when_the_box_ends(tmp_path: Path) -> None:
    config = Config(display=DisplaySettings(controller="ssd1322", bus="spi"))
    bench = SimulatedBox(config, time, "a seed")
    controller, seen = bench.displays["Display"].controller, list[bool]()
    bench.subscribe(lambda: seen.append(controller.lit))
    # No thread draws the display, because on a busy machine it may draw for longer than closing
    # waits.
    with App(Runtime(config, tmp_path, bench=bench, worker=HandWorker)):
        pass
    assert True in seen
    assert not controller.lit


def test_lights_at_a_chip_go_out_when_the_box_has_started(tmp_path: Path) -> None:
    config = Config(lights=LightSettings(driver="pca9685"))
    bench = SimulatedBox(config, time, "a seed")
    witness = Witness(bench)
    with App(Runtime(config, tmp_path, bench=bench)):
        assert bench.light_driver is not None
        witness.until(Condition("no light", lambda showing: showing.lights == Lights()))
