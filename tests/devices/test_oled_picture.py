"""The glass shows what was drawn, on every controller and bus."""

import atexit
from collections.abc import Callable
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from companion.devices.oled import ControllerName, OledDisplay, over_i2c
from companion.devices.oled.display import HALF_WAY, shifted
from companion.screens.model import BootScreen, DarkScreen, Frame
from companion.simulation.controller import Ssd1309, packed
from companion.simulation.displays import SimulatedI2c
from tests.depth import one_in
from tests.devices.bench import ADDRESS, BUILDS, STATUS, Bench, BusName, across, digits, drawings

every_build = pytest.mark.parametrize(("kind", "bus"), BUILDS)


def corners(width: int) -> Image.Image:
    """Return three corner pixels and a line, a picture that any turn or mirroring changes."""
    image = Image.new("1", (width, 64))
    pen = ImageDraw.Draw(image)
    pen.point([(0, 0), (width - 1, 0), (0, 63)], fill=1)
    pen.line((3, 5, 40, 21), fill=1)
    return image


@every_build
def test_picture_is_upright_and_complete(kind: ControllerName, bus: BusName) -> None:
    bench = Bench(kind, bus)
    picture = corners(bench.model.width)
    bench.show(picture)
    assert bench.model.lit
    assert bench.shows(picture)
    assert bench.reports == []


@every_build
def test_display_is_on_and_empty_before_the_first_picture(
    kind: ControllerName, bus: BusName
) -> None:
    bench = Bench(kind, bus)
    bench.display.step()
    assert bench.model.lit
    assert bench.shows(bench.blank())


@every_build
@one_in(10)
@given(data=st.data())
def test_successive_pictures_are_shown_correctly(
    kind: ControllerName, bus: BusName, data: st.DataObject
) -> None:
    bench = Bench(kind, bus)
    grey = kind == "ssd1322"
    for _ in range(data.draw(st.integers(1, 5))):
        picture = data.draw(drawings(bench.model.width, grey=grey))
        bench.show(picture)
        assert bench.shows(picture)
    assert bench.reports == []


def test_model_packs_rows_of_eight_pixels_into_a_byte() -> None:
    bench = Bench("ssd1309")
    picture = bench.blank()
    picture.putpixel((0, 0), 1)
    picture.putpixel((127, 1), 1)
    bench.show(picture)
    pixels = packed(bench.model.image(), bench.model.depth)
    assert len(pixels) == 1024
    assert pixels[0] == 0x80
    assert pixels[31] == 0x01
    assert sum(pixels) == 0x81


def test_greys_are_preserved_on_a_grey_panel() -> None:
    bench = Bench("ssd1322", "spi")
    picture = Image.linear_gradient("L").rotate(90).resize((256, 64))
    bench.show(picture)
    assert bench.shows(picture)
    assert len(set(bench.model.image().tobytes())) == 16


@every_build
def test_display_across_the_table_is_upside_down(kind: ControllerName, bus: BusName) -> None:
    bench = Bench(kind, bus, turned=True)
    picture = corners(bench.model.width)
    bench.show(picture)
    # Drawn for that side, shifted by half a cycle more, and then turned.
    assert bench.shows(shifted(across(picture), HALF_WAY).rotate(180))
    assert not bench.shows(across(picture).rotate(180))


def test_burn_in_shift_follows_the_step() -> None:
    bench = Bench("ssd1309")
    picture = corners(128)
    bench.show(picture, step=3)
    assert bench.shows(shifted(picture, 3))


@every_build
def test_contrast_is_sent_when_it_changes(kind: ControllerName, bus: BusName) -> None:
    bench = Bench(kind, bus)
    bench.show(corners(bench.model.width), contrast=1.0)
    assert bench.model.contrast == 255
    bench.show(corners(bench.model.width), contrast=0.25)
    assert bench.model.contrast == 64


def test_dark_display_is_off_and_returns_at_the_requested_brightness() -> None:
    bench = Bench("ssd1309")
    picture = corners(128)
    bench.show(picture, contrast=0.1)
    bench.display.show(Frame(DarkScreen()))
    bench.display.step()
    assert not bench.model.on
    bench.show(picture, contrast=1.0)
    assert bench.model.on
    assert bench.model.contrast == 255
    assert bench.shows(picture)


def test_newest_frame_wins() -> None:
    bench = Bench("ssd1309")
    first, second = digits("42"), digits("57")
    bench.display.show(bench.frame(first))
    bench.display.show(bench.frame(second))
    bench.display.step()
    after_one_step = bench.faults.sent
    assert bench.shows(second)
    bench.display.step()
    assert bench.faults.sent - after_one_step == STATUS  # only the status query


def test_closing_shows_the_last_frame_and_goes_dark() -> None:
    bench = Bench("ssd1309")
    bench.show(digits("42"))
    bench.display.show(bench.frame(digits("57")))
    bench.display.close()
    assert not bench.model.on


def test_closing_can_keep_the_last_frame() -> None:
    bench = Bench("ssd1309")
    bench.show(digits("42"))
    bench.display.show(bench.frame(digits("57")))
    bench.display.close(keep=True)
    assert bench.shows(digits("57"))


def test_luma_does_not_blank_the_display_at_exit(monkeypatch: pytest.MonkeyPatch) -> None:
    at_exit: list[Callable[[], None]] = []
    monkeypatch.setattr(atexit, "register", at_exit.append)
    bench = Bench("ssd1309")
    bench.show(digits("42"))
    (cleanup,) = at_exit  # luma's
    cleanup()
    assert bench.shows(digits("42"))


def test_i2c_bus_of_the_pi_transfers_whole_pages() -> None:
    model = Ssd1309()
    line = SimulatedI2c({ADDRESS: model})
    picture = corners(128)
    with patch("smbus2.SMBus", return_value=line):
        display = OledDisplay(
            "ssd1309",
            over_i2c(port=1),
            lambda *_, **__: picture,
            report=lambda _: None,
        )
        display.show(Frame(BootScreen()))
        display.step()
    assert model.image().tobytes() == picture.tobytes()
