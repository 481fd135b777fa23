"""Chooses gpiozero's pin factory: lgpio, RPi.GPIO, or the mock pins."""

import os
import tempfile
from importlib import import_module
from typing import Any, Literal

from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.errors import DeviceError

FactoryName = Literal["auto", "lgpio", "rpigpio", "mock"]

_REAL: dict[str, tuple[str, str]] = {
    "lgpio": ("gpiozero.pins.lgpio", "LGPIOFactory"),
    "rpigpio": ("gpiozero.pins.rpigpio", "RPiGPIOFactory"),
}

_ADVICE = {
    "lgpio": (
        "install the extra 'lgpio' (Raspberry Pi OS: python3-lgpio) and put the user into the group gpio"
    ),
    "rpigpio": "install the extra 'rpigpio'; it works up to the Pi 4 and kernel 6.5",
    "auto": (
        "on a Pi install the extra 'lgpio' (Raspberry Pi OS: python3-lgpio) and put the user into the group "
        "gpio, elsewhere start with --simulate"
    ),
}


def choose_pin_factory(name: FactoryName = "auto") -> Any:
    """Return the pin factory for every gpiozero device.

    >>> choose_pin_factory("mock").pin(17).function
    'input'

    Args:
        name: "auto" takes lgpio where it works, else RPi.GPIO; "mock" makes pins that exist in memory only.

    Raises:
        DeviceError: none works here; the message names each one's error and what to install.
    """
    if name == "mock":
        return MockFactory(pin_class=MockPWMPin)
    # lgpio leaves a file .lgd-nfy0 in its working directory.
    os.environ.setdefault("LG_WD", tempfile.gettempdir())
    reasons = []
    for candidate, (module, factory) in _REAL.items():
        if name not in {"auto", candidate}:
            continue
        try:
            return getattr(import_module(module), factory)()
        except Exception as error:  # noqa: BLE001 - lgpio.error derives from Exception alone, RPi.GPIO raises RuntimeError
            reasons.append(f"{candidate}: {error}")
    raise DeviceError(f"no way to move them ({'; '.join(reasons)})", _ADVICE[name], part="Pins")
