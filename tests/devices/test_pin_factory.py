"""Which factory moves the pins, and what is said when none can."""

import os
import sys
import tempfile
import types

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.devices.pin_factory import choose_pin_factory
from companion.errors import DeviceError


@pytest.fixture
def no_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither library can be imported, as on a machine without either."""
    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", None)
    monkeypatch.setitem(sys.modules, "gpiozero.pins.rpigpio", None)


def install(monkeypatch: pytest.MonkeyPatch, module: str, factory: str) -> None:
    """A library that works, as far as choosing it goes."""
    made = types.ModuleType(module)
    setattr(made, factory, lambda: f"{factory} made")
    monkeypatch.setitem(sys.modules, module, made)


def test_mock_pins_can_be_dimmed() -> None:
    factory = choose_pin_factory("mock")
    assert isinstance(factory, MockFactory)
    assert isinstance(factory.pin(17), MockPWMPin)


@pytest.mark.usefixtures("no_way")
def test_auto_takes_lgpio_first(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, "gpiozero.pins.lgpio", "LGPIOFactory")
    install(monkeypatch, "gpiozero.pins.rpigpio", "RPiGPIOFactory")
    assert choose_pin_factory() == "LGPIOFactory made"


@pytest.mark.usefixtures("no_way")
def test_auto_falls_back_on_rpi_gpio(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, "gpiozero.pins.rpigpio", "RPiGPIOFactory")
    assert choose_pin_factory() == "RPiGPIOFactory made"


@pytest.mark.usefixtures("no_way")
def test_a_named_factory_is_the_only_one_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, "gpiozero.pins.rpigpio", "RPiGPIOFactory")
    with pytest.raises(DeviceError, match=r"lgpio: .*install the extra 'lgpio'"):
        choose_pin_factory("lgpio")


@pytest.mark.usefixtures("no_way")
def test_where_none_works_both_reasons_are_given_and_the_way_out() -> None:
    with pytest.raises(DeviceError, match=r"lgpio: .*; rpigpio: .*--simulate"):
        choose_pin_factory()


@pytest.mark.usefixtures("no_way")
@pytest.mark.parametrize("already", [None, "/run/companion"])
def test_lgpio_leaves_its_file_out_of_the_working_directory(
    monkeypatch: pytest.MonkeyPatch, already: str | None
) -> None:
    monkeypatch.setenv("LG_WD", already or "")
    if already is None:
        monkeypatch.delenv("LG_WD")
    install(monkeypatch, "gpiozero.pins.lgpio", "LGPIOFactory")
    choose_pin_factory()
    assert os.environ["LG_WD"] == (already or tempfile.gettempdir())
