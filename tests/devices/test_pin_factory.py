"""The choice of the pin factory, and the error when none works."""

import os
import sys
import tempfile
import types
from importlib.metadata import PackageNotFoundError

import pytest
from gpiozero.pins.local import LocalPiFactory
from gpiozero.pins.mock import MockFactory, MockPin, MockPWMPin

from companion.devices.pin_factory import choose_pin_factory
from companion.errors import DeviceError
from tests.devices.lgpio_in_memory import Header, install


class OpenFactory(MockFactory):  # type: ignore[misc]  # gpiozero carries no types
    """A library that works."""


class NoPull(MockPin):  # type: ignore[misc]  # gpiozero carries no types
    """A pin of a library that can neither set a pull nor close pins."""

    def _set_pull(self, value: str) -> None:
        raise AttributeError(f"no pull {value}")

    def close(self) -> None:
        raise AttributeError("no pull floating")


class BrokenFactory(OpenFactory):
    """A library that can be imported and opened but cannot drive a pin."""

    def __init__(self) -> None:
        super().__init__()
        self.pin_class = NoPull


@pytest.fixture(autouse=True)
def no_library(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither library can be imported, and no pin is open, as on a machine without both."""
    MockFactory().reset()  # before gpiozero 2.0 all factories share their pins
    for module in ("lgpio", "gpiozero.pins.lgpio", "gpiozero.pins.rpigpio"):
        monkeypatch.setitem(sys.modules, module, None)


def bring(monkeypatch: pytest.MonkeyPatch, name: str, factory: type[OpenFactory]) -> None:
    """Install a library whose factory in gpiozero is `factory`."""
    class_name = {"lgpio": "LGPIOFactory", "rpigpio": "RPiGPIOFactory"}[name]
    if name == "lgpio":
        monkeypatch.setitem(sys.modules, "lgpio", Header().module())
    made = types.ModuleType(name)
    setattr(made, class_name, factory)
    monkeypatch.setitem(sys.modules, f"gpiozero.pins.{name}", made)


def have_packages(monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    """Make pip report only these packages."""

    def distribution(name: str) -> object:
        if name not in names:
            raise PackageNotFoundError(name)
        return object()

    monkeypatch.setattr("companion.devices.pin_factory.distribution", distribution)


def test_mock_pins_can_be_dimmed() -> None:
    factory = choose_pin_factory("mock")
    assert isinstance(factory, MockFactory)
    assert isinstance(factory.pin(17), MockPWMPin)


def test_device_can_be_closed_while_another_reserves_its_pins() -> None:
    # gpiozero's devices take this lock for both.
    lock = LocalPiFactory()._res_lock  # noqa: SLF001
    with lock:
        assert lock.acquire(blocking=False)
        lock.release()


def test_auto_takes_lgpio_first(monkeypatch: pytest.MonkeyPatch) -> None:
    class Lgpio(OpenFactory):
        """The factory that should be chosen."""

    bring(monkeypatch, "lgpio", Lgpio)
    bring(monkeypatch, "rpigpio", OpenFactory)
    assert isinstance(choose_pin_factory(), Lgpio)


def test_auto_falls_back_on_rpi_gpio_without_a_report_if_lgpio_is_not_installed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bring(monkeypatch, "rpigpio", OpenFactory)
    reports: list[str] = []
    assert isinstance(choose_pin_factory(report=reports.append), OpenFactory)
    assert reports == []


def test_auto_reports_why_it_falls_back_on_rpi_gpio(monkeypatch: pytest.MonkeyPatch) -> None:
    bring(monkeypatch, "lgpio", BrokenFactory)
    bring(monkeypatch, "rpigpio", OpenFactory)
    reports: list[str] = []
    factory = choose_pin_factory(report=reports.append)
    assert type(factory) is OpenFactory
    assert not isinstance(factory.pin(5), NoPull)
    assert reports == ["Pins: lgpio cannot move them (no pull up)"]


def test_named_factory_is_the_only_one_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    bring(monkeypatch, "rpigpio", OpenFactory)
    with pytest.raises(DeviceError, match=r"\(lgpio: [^:]*\); install python3-lgpio"):
        choose_pin_factory("lgpio")


def test_error_has_each_reason_and_the_next_step(monkeypatch: pytest.MonkeyPatch) -> None:
    bring(monkeypatch, "rpigpio", BrokenFactory)
    with pytest.raises(DeviceError, match=r"lgpio: .*; rpigpio: no pull up\); .*--simulate"):
        choose_pin_factory()


@pytest.mark.parametrize(
    ("packages", "works"),
    [(("RPi.GPIO",), True), (("rpi-lgpio",), True), (("RPi.GPIO", "rpi-lgpio"), False)],
)
def test_both_packages_of_rpi_gpio_exclude_each_other(
    monkeypatch: pytest.MonkeyPatch, packages: tuple[str, ...], *, works: bool
) -> None:
    bring(monkeypatch, "rpigpio", OpenFactory)
    have_packages(monkeypatch, *packages)
    if works:
        assert isinstance(choose_pin_factory("rpigpio"), OpenFactory)
        return
    with pytest.raises(
        DeviceError, match=r"RPi\.GPIO and rpi-lgpio overwrite each other: uninstall both"
    ):
        choose_pin_factory("rpigpio")


def test_lgpio_has_the_names_of_either_version(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)
    choose_pin_factory("lgpio").close()
    lgpio = sys.modules["lgpio"]
    assert [lgpio.SET_BIAS_DISABLE, lgpio.SET_BIAS_PULL_UP, lgpio.SET_BIAS_PULL_DOWN] == [
        128,
        32,
        64,
    ]


@pytest.mark.parametrize("already", [None, "/run/companion"])
def test_lgpio_leaves_its_file_out_of_the_working_directory(
    monkeypatch: pytest.MonkeyPatch, already: str | None
) -> None:
    monkeypatch.setenv("LG_WD", already or "")
    if already is None:
        monkeypatch.delenv("LG_WD")
    bring(monkeypatch, "lgpio", OpenFactory)
    choose_pin_factory()
    assert os.environ["LG_WD"] == (already or tempfile.gettempdir())
