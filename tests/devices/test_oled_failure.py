"""A display that is missing, fails or recovers: the game never waits for it."""

import errno
import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st
from luma.core.error import DeviceNotFoundError
from PIL import Image

from companion.devices.oled import ControllerName, OledDisplay, over_i2c
from companion.devices.oled.display import REMIND_EVERY
from companion.inputs import PartBack, PartLost
from companion.screens.model import (
    BootScreen,
    DarkScreen,
    Frame,
    Picture,
    PlayerTableScreen,
    WinnerScreen,
)
from companion.simulation.controller import Ssd1309, packed
from companion.simulation.displays import SimulatedI2c
from tests.depth import one_in
from tests.devices.bench import ADDRESS, BUILDS, Bench, BusName, digits, drawings

ON_I2C: list[ControllerName] = ["ssd1306", "ssd1309", "sh1106"]


def test_display_missing_at_start_is_found_later() -> None:
    bench = Bench("ssd1309")
    bench.faults.unplug(ADDRESS)
    bench.show(digits("42"))
    (lost,) = bench.reports
    assert isinstance(lost, PartLost)
    assert lost.part == "Display"
    assert "0x3C" in lost.reason
    bench.faults.plug(ADDRESS)
    bench.display.step()
    assert bench.reports == [lost, PartBack("Display")]
    assert bench.shows(digits("42"))


def test_missing_i2c_port_is_reported_like_a_missing_display() -> None:
    reports: list[object] = []
    # No Pi has a port number near 250.
    display = OledDisplay(
        "ssd1309",
        over_i2c(port=250),
        lambda *_, **__: Image.new("1", (128, 64)),
        reports.append,
    )
    display.show(Frame(BootScreen()))
    display.step()
    (lost,) = reports
    assert isinstance(lost, PartLost)
    assert "i2c-250" in lost.reason


@pytest.mark.parametrize("error", [errno.EREMOTEIO, errno.EIO, errno.ETIMEDOUT])
@pytest.mark.parametrize(("kind", "bus"), BUILDS)
def test_failure_is_reported_once_and_recovery_sends_the_whole_picture(
    kind: ControllerName, bus: BusName, error: int
) -> None:
    bench = Bench(kind, bus)
    bench.show(digits("42", bench.model.width))
    bench.faults.fail(error)
    bench.show(digits("57", bench.model.width))
    bench.show(digits("65", bench.model.width))
    assert [type(report) for report in bench.reports] == [PartLost]
    bench.faults.mend()
    bench.model.power_up()
    bench.display.step()
    assert [type(report) for report in bench.reports] == [PartLost, PartBack]
    assert bench.shows(digits("65", bench.model.width))


@pytest.mark.parametrize("kind", ["ssd1306", "ssd1309", "sh1106"])
@pytest.mark.parametrize("arrives", range(7))
def test_truncated_i2c_command_does_not_swallow_the_restart(
    kind: ControllerName, arrives: int
) -> None:
    bench = Bench(kind)
    bench.show(digits("42"))
    bench.faults.fail(arrives=arrives)
    bench.show(digits("57"))
    bench.faults.mend()
    bench.display.step()
    assert [type(report) for report in bench.reports] == [PartLost, PartBack]
    assert bench.shows(digits("57"))


def test_contrast_is_set_again_after_a_failure() -> None:
    bench = Bench("ssd1309")
    bench.show(digits("42"), contrast=0.25)
    bench.faults.unplug(ADDRESS)
    bench.display.step()
    bench.faults.plug(ADDRESS)
    bench.display.step()
    assert bench.model.contrast == 64


@pytest.mark.parametrize("controller", ON_I2C)
def test_recovered_bus_shows_its_picture_within_a_second(controller: ControllerName) -> None:
    """The second includes the longest wait and a whole picture on the slowest bus."""
    bench = Bench(controller)
    bench.show(digits("42"))
    bench.faults.fail()
    waits = [bench.display.step() or 0.0 for _ in range(20)]
    bench.faults.mend()
    before = bench.faults.sent
    bench.display.step()
    assert bench.shows(digits("42"))
    assert max(waits) + (bench.faults.sent - before) * 9 / 100_000 < 1.0


def test_unplugged_idle_display_is_noticed() -> None:
    bench = Bench("ssd1309")
    assert bench.show(digits("42")) == 2.0
    bench.faults.unplug(ADDRESS)
    bench.display.step()
    assert [type(report) for report in bench.reports] == [PartLost]


def test_dark_display_on_spi_receives_nothing() -> None:
    bench = Bench("ssd1322", "spi")
    bench.show(digits("42", 256))
    bench.display.show(Frame(DarkScreen()))
    assert bench.display.step() is None
    before = bench.faults.sent
    bench.display.step()
    assert bench.faults.sent == before


def test_pins_of_a_display_on_spi_are_released_after_a_failure() -> None:
    bench = Bench("ssd1309", "spi")
    bench.show(digits("42"))
    bench.faults.fail()
    bench.show(digits("57"))
    assert bench.pins.factory.pin(24).function == "input"
    bench.faults.mend()
    bench.display.step()
    assert bench.pins.factory.pin(24).function == "output"


def test_pins_are_released_when_spi_is_not_enabled(monkeypatch: pytest.MonkeyPatch) -> None:
    bench = Bench("ssd1309", "spi")

    def missing(bus: int, device: int) -> None:
        raise FileNotFoundError(errno.ENOENT, f"no /dev/spidev{bus}.{device}")

    with monkeypatch.context() as patched:
        patched.setattr(bench.line, "open", missing)
        with pytest.raises(DeviceNotFoundError) as caught:
            bench.open_bus.connect()
        # A stored exception keeps alive every object that it refers to.
        assert caught.value.__traceback__ is not None
        assert bench.pins.factory.pin(24).function == "input"
        bench.show(digits("42"))
    (lost,) = bench.reports
    assert isinstance(lost, PartLost)
    assert "SPI device not found" in lost.reason
    bench.display.step()
    assert bench.reports[1:] == [PartBack("Display")]
    assert bench.shows(digits("42"))


@pytest.mark.parametrize("controller", ON_I2C)
def test_display_recovers_after_a_short_supply_loss(
    controller: ControllerName,
) -> None:
    bench = Bench(controller)
    bench.show(digits("42"), contrast=0.25)
    bench.model.power_up()
    bench.display.step()
    assert bench.shows(digits("42"))
    assert bench.model.contrast == 64
    assert bench.reports == []


@pytest.mark.parametrize("controller", ON_I2C)
def test_next_picture_after_a_supply_loss_is_complete(controller: ControllerName) -> None:
    bench = Bench(controller)
    bench.show(digits("42"))
    bench.model.power_up()
    bench.show(digits("43"))
    assert bench.shows(digits("43"))


@pytest.mark.parametrize(("kind", "bus"), BUILDS)
def test_supply_loss_while_dark_is_recovered(kind: ControllerName, bus: BusName) -> None:
    bench = Bench(kind, bus)
    bench.show(digits("42", bench.model.width))
    bench.display.show(Frame(DarkScreen()))
    bench.display.step()
    bench.model.power_up()
    bench.display.step()
    assert not bench.model.lit
    bench.show(digits("43", bench.model.width))
    assert bench.shows(digits("43", bench.model.width))


def test_off_status_right_after_switching_on_is_ignored(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Ssd1309, "status", lambda _: 0xFF)
    bench = Bench("ssd1309")
    bench.show(digits("42"))
    before = bench.faults.sent
    bench.show(digits("43"))
    assert bench.faults.sent - before < 512, "only what has changed"
    bench.model.power_up()
    for _ in range(REMIND_EVERY):
        bench.display.step()
    assert bench.shows(digits("43"))


def test_unreadable_module_is_probed_by_writing(monkeypatch: pytest.MonkeyPatch) -> None:
    def unreadable(_line: SimulatedI2c, _address: int, _register: int) -> int:
        raise OSError(errno.EREMOTEIO, "Remote I/O error")

    monkeypatch.setattr(SimulatedI2c, "read_byte_data", unreadable)
    bench = Bench("sh1106")
    bench.show(digits("42"))
    bench.display.step()
    assert bench.shows(digits("42"))
    assert bench.reports == []
    bench.faults.unplug(ADDRESS)
    bench.display.step()
    assert [type(report) for report in bench.reports] == [PartLost]


@pytest.mark.parametrize("kind", [kind for kind, bus in BUILDS if bus == "spi"])
def test_unchanged_picture_on_spi_is_resent_after_ten_seconds(
    kind: ControllerName,
) -> None:
    bench = Bench(kind, "spi")
    assert bench.show(digits("42", bench.model.width), contrast=0.25) == 10.0
    bench.model.power_up()
    assert bench.display.step() == 10.0
    assert bench.shows(digits("42", bench.model.width))
    assert bench.model.contrast == 64


@pytest.mark.parametrize("kind", [kind for kind, bus in BUILDS if bus == "spi"])
@pytest.mark.parametrize(
    "picture", [PlayerTableScreen("Bo pays 1", "hand 7", ()), WinnerScreen("Ann wins")]
)
def test_whole_picture_on_spi_is_sent_at_the_end_of_a_hand(
    kind: ControllerName, picture: Picture
) -> None:
    bench = Bench(kind, "spi")
    bench.show(digits("42", bench.model.width))
    bench.model.power_up()
    bench.display.show(bench.frame(digits("43", bench.model.width), picture=picture))
    bench.display.step()
    assert bench.shows(digits("43", bench.model.width))


@pytest.mark.parametrize(("kind", "bus"), BUILDS)
def test_full_refresh_does_not_blink(kind: ControllerName, bus: BusName) -> None:
    bench = Bench(kind, bus)
    picture = digits("42", bench.model.width)
    bench.show(picture, contrast=0.25)
    seen: list[tuple[bool, int]] = []
    bench.model.changed = lambda: seen.append((bench.shows(picture), bench.model.contrast))
    for _ in range(REMIND_EVERY + 1 if bus == "i2c" else 2):  # on SPI each step sends everything
        bench.display.step()
    assert set(seen) == {(True, 64)}


def test_drawing_error_does_not_stop_the_display() -> None:
    model = Ssd1309()
    reports: list[object] = []

    def draw(picture: Picture, width: int = 128, *, turned: bool = False) -> Image.Image:
        if picture == BootScreen(name="bad"):
            raise ValueError("no such letter")
        return Image.new("1", (width, 64), int(not turned))

    display = OledDisplay(
        "ssd1309", over_i2c(bus=SimulatedI2c({ADDRESS: model})), draw, reports.append
    )
    display.show(Frame(BootScreen(name="bad")))
    display.step()
    assert reports == [PartLost("Display", "ValueError: no such letter")]
    display.show(Frame(BootScreen()))
    display.step()
    assert reports[1:] == [PartBack("Display")]
    assert packed(model.image(), model.depth) == b"\xff" * 1024


@pytest.mark.parametrize(("kind", "bus"), BUILDS)
@one_in(10)
@given(data=st.data())
def test_interrupted_transfer_is_corrected(
    kind: ControllerName, bus: BusName, data: st.DataObject
) -> None:
    bench = Bench(kind, bus)
    for _ in range(data.draw(st.integers(1, 4))):
        bench.show(data.draw(drawings(bench.model.width)))
        bench.faults.fail(
            after=data.draw(st.integers(0, 12)), arrives=data.draw(st.integers(0, 30))
        )
        picture = data.draw(drawings(bench.model.width))
        bench.show(picture)
        bench.display.step()
        bench.faults.mend()
        bench.display.step()
        assert bench.shows(picture)
    reported = [type(report) for report in bench.reports]
    assert reported == [PartLost, PartBack] * (len(reported) // 2)


def test_threaded_display_shows_frames_and_stops_on_close() -> None:
    bench = Bench("ssd1309")
    arrived = threading.Event()
    bench.model.changed = lambda: arrived.set() if bench.shows(digits("57")) else None
    bench.display.start()
    bench.display.show(bench.frame(digits("42")))
    bench.display.show(bench.frame(digits("57")))
    assert arrived.wait(10)
    bench.display.close()
    assert not bench.model.on
