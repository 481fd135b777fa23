"""Chooses gpiozero's pin factory: lgpio, the module RPi.GPIO, or the mock pins."""

import logging
import os
import tempfile
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from importlib.metadata import PackageNotFoundError, distribution
from threading import RLock
from typing import Any, Literal

from gpiozero import GPIOPinInUse, PinFixedPull, PinInvalidPin
from gpiozero.pins.local import LocalPiFactory
from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.errors import DeviceError
from companion.message import Words, phrase

FactoryName = Literal["auto", "lgpio", "rpigpio", "mock"]

PROBED = 5
"""The GPIO that is tried by default: the pin of OK in hardware/board.toml, which no bus uses."""

_REAL: dict[str, tuple[str, str]] = {
    "lgpio": ("gpiozero.pins.lgpio", "LGPIOFactory"),
    "rpigpio": ("gpiozero.pins.rpigpio", "RPiGPIOFactory"),
}

_INSTALL_LGPIO = phrase(
    "install python3-lgpio, or up to Python 3.12 the extra 'lgpio', and put "
    "the user into the group gpio"
)

_ADVICE = {
    "lgpio": _INSTALL_LGPIO,
    "rpigpio": phrase("install the extra 'rpigpio', or up to kernel 6.5 'rpigpio-original'"),
    "auto": phrase(
        "on a Pi {install}; on other machines start with --simulate", install=_INSTALL_LGPIO
    ),
}

_RENAMED = {
    "SET_BIAS_DISABLE": "SET_PULL_NONE",
    "SET_BIAS_PULL_UP": "SET_PULL_UP",
    "SET_BIAS_PULL_DOWN": "SET_PULL_DOWN",
}
"""The lgpio names that gpiozero before 2.0 uses, and the names since lgpio 0.2."""

# The garbage collector may close a device while the same thread reserves pins for another one; with
# a non-reentrant lock the thread would wait forever.
LocalPiFactory._res_lock = RLock()  # noqa: SLF001  # gpiozero has no public name for it

_log = logging.getLogger(__name__)


def choose_pin_factory(
    name: FactoryName = "auto", *, pin: int = PROBED, report: Callable[[str], object] = _log.warning
) -> Any:
    """Return the pin factory for every gpiozero device.

    A factory is chosen only if it can open a pin, set its pull-up and watch its edges. The pin is
    closed before the function returns.

    >>> choose_pin_factory("mock").pin(17).function
    'input'

    Args:
        name: "auto" takes lgpio if it works, else RPi.GPIO; "mock" makes pins in memory.
        pin: the GPIO to try, an input of the box.
        report: receives one sentence for each installed library that does not work.

    Raises:
        DeviceError: no factory works; the message has the error of each and the next step.
    """
    if name == "mock":
        return MockFactory(pin_class=MockPWMPin)
    # lgpio leaves a file .lgd-nfy0 in its working directory, so let that be a temporary one.
    os.environ.setdefault("LG_WD", tempfile.gettempdir())
    reasons = []
    advice: Words = ""
    for candidate in _REAL if name == "auto" else (name,):
        try:
            return _working_factory(candidate, pin)
        except Exception as error:  # noqa: BLE001 - lgpio.error derives from Exception alone, RPi.GPIO raises RuntimeError
            reasons.append(f"{candidate}: {error}")
            advice = advice or _pin_advice(error)
            if not isinstance(error, ImportError):
                why = phrase("{name} cannot move them ({error})", name=candidate, error=error)
                report(f"Pins: {why}")
    raise DeviceError(
        phrase("no way to move them ({reasons})", reasons="; ".join(reasons)),
        advice or _ADVICE[name],
        part="Pins",
    )


def pin_error(what: Words, error: Exception, part: str = "") -> DeviceError:
    """Return the error of a `part` whose pin gpiozero cannot open; `what` is the pin, like "OK at
    GPIO 5".
    """
    why = phrase("{pin} cannot be used ({error})", pin=what, error=error)
    return DeviceError(why, _pin_advice(error), part=part)


def _pin_advice(error: Exception) -> Words:
    """Return advice on a pin that cannot be opened, or "" if the cause is neither wiring nor
    use.
    """
    if isinstance(error, GPIOPinInUse | PinFixedPull | PinInvalidPin):
        return phrase("check the wiring table")
    # lgpio and rpi-lgpio report the kernel's EBUSY only by this text.
    return (
        phrase("stop the program or turn off the bus that uses the pin")
        if "busy" in str(error).lower()
        else ""
    )


def _working_factory(name: str, pin: int) -> Any:
    """Return the factory `name`; raise its library's error if it cannot use `pin` as an input."""
    if name == "rpigpio" and _is_installed("RPi.GPIO") and _is_installed("rpi-lgpio"):
        raise RuntimeError(
            "RPi.GPIO and rpi-lgpio overwrite each other: uninstall both, then install one"
        )
    if name == "lgpio":
        _add_former_names()
    module, made = _REAL[name]
    factory = getattr(import_module(module), made)()
    try:
        _probe(factory.pin(pin))
    except Exception:
        with suppress(Exception):  # the error of the pin is the one to report
            factory.close()
        # gpiozero would share them with the next factory, even if closing them has failed
        factory.pins.clear()
        raise
    return factory


def _probe(pin: Any) -> None:
    pin.pull, pin.edges = "up", "both"
    # gpiozero watches edges only for a function, and keeps only a weak reference to it
    pin.when_changed = _probe
    pin.when_changed = None
    pin.close()


def _is_installed(package: str) -> bool:
    try:
        distribution(package)
    except PackageNotFoundError:
        return False
    return True


def _add_former_names() -> None:
    lgpio = import_module("lgpio")
    for former, current in _RENAMED.items():
        if not hasattr(lgpio, former):
            setattr(lgpio, former, getattr(lgpio, current))
