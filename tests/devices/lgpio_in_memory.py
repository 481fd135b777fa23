"""The names of lgpio 0.2 on a header in memory, underneath gpiozero's own factories.

Like the kernel, the header gives a line to one handle at a time. A handle keeps its lines until it
frees them or is closed.
"""

import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest

BOTH_EDGES, RISING_EDGE, FALLING_EDGE = 3, 1, 2
PULL_UP, PULL_DOWN, PULL_NONE = 32, 64, 128
IS_OUT, INPUT, OUTPUT, ALERT = 2, 0x100, 0x200, 0x400
BUSY = -79

PI_3B = 0xA02082
"""The revision of a Raspberry Pi 3 Model B 1.2, which gpiozero and rpi-lgpio look up."""

_TEXTS = {BUSY: "GPIO busy"}

_NAMES = (
    *(
        "gpiochip_open",
        "gpiochip_close",
        "gpio_get_chip_info",
        "gpio_get_mode",
        "gpio_read",
        "gpio_write",
    ),
    *(
        "gpio_claim_input",
        "gpio_claim_output",
        "gpio_claim_alert",
        "gpio_free",
        "tx_pwm",
        "callback",
    ),
    "gpio_set_debounce_micros",
)

Callback = Callable[[int, int, int, int], None]


class LgpioError(Exception):
    """Raised as `lgpio.error`, which derives from `Exception` only."""


class Line:
    """A line of the header: its owner, its mode and its level."""

    def __init__(self) -> None:
        self.owner: int | None = None
        self.mode = self.level = 0
        self.grounded = False
        self.pwm: tuple[float, float] | None = None
        self.callbacks: list[Callback] = []

    @property
    def input(self) -> int:
        """Return the level of an input: low if its contact is closed, otherwise as pulled."""
        return int(not self.grounded and bool(self.mode & PULL_UP))


class Header:
    """A gpiochip and the 28 lines of a Raspberry Pi's header."""

    def __init__(self) -> None:
        self.lines = [Line() for _ in range(28)]
        self._handles = 0

    def close_contact(self, gpio: int) -> None:
        """Connect a line to ground."""
        self._contact(gpio, closed=True)

    def open_contact(self, gpio: int) -> None:
        """Disconnect a line from ground, so that the pull-up raises it again."""
        self._contact(gpio, closed=False)

    def _contact(self, gpio: int, *, closed: bool) -> None:
        line = self.lines[gpio]
        line.grounded = closed
        if line.mode & ALERT:
            for callback in list(line.callbacks):
                callback(0, gpio, line.input, 0)

    def module(self) -> ModuleType:
        """Return the module `lgpio`, with the names of 0.2.2.0 that gpiozero and rpi-lgpio use."""
        module = ModuleType("lgpio")
        made: Any = module
        made.error, made.error_text, made.GPIO_BUSY = LgpioError, _TEXTS.__getitem__, BUSY
        made.BOTH_EDGES, made.RISING_EDGE, made.FALLING_EDGE = BOTH_EDGES, RISING_EDGE, FALLING_EDGE
        made.SET_PULL_UP, made.SET_PULL_DOWN, made.SET_PULL_NONE = PULL_UP, PULL_DOWN, PULL_NONE
        for name in _NAMES:
            setattr(made, name, getattr(self, name))
        return module

    def gpiochip_open(self, _chip: int) -> int:
        self._handles += 1
        return self._handles

    def gpiochip_close(self, handle: int) -> int:
        for line in self.lines:
            if line.owner == handle:
                # the kernel resets everything about a freed line
                line.__init__()  # type: ignore[misc]
        return 0

    def gpio_get_chip_info(self, _handle: int) -> tuple[int, int, str, str]:
        return 0, len(self.lines), "gpiochip0", "pinctrl-bcm2835"

    def gpio_claim_input(self, handle: int, gpio: int, flags: int = 0) -> int:
        return self._claim(handle, gpio, INPUT | flags)

    def gpio_claim_output(self, handle: int, gpio: int, level: int = 0, flags: int = 0) -> int:
        claimed = self._claim(handle, gpio, OUTPUT | IS_OUT | flags)
        self.lines[gpio].level = int(level)
        return claimed

    def gpio_claim_alert(self, handle: int, gpio: int, _edges: int, flags: int = 0) -> int:
        return self._claim(handle, gpio, ALERT | flags)

    def _claim(self, handle: int, gpio: int, mode: int) -> int:
        line = self.lines[gpio]
        if line.owner not in {None, handle}:
            raise LgpioError(_TEXTS[BUSY])
        line.owner, line.mode = handle, mode
        return 0

    def gpio_free(self, handle: int, gpio: int) -> int:
        if self.lines[gpio].owner != handle:
            raise LgpioError("GPIO not allocated")
        self.lines[gpio].owner, self.lines[gpio].mode = None, 0
        return 0

    def gpio_get_mode(self, _handle: int, gpio: int) -> int:
        return self.lines[gpio].mode

    def gpio_read(self, _handle: int, gpio: int) -> int:
        line = self.lines[gpio]
        return line.level if line.mode & IS_OUT else line.input

    def gpio_write(self, handle: int, gpio: int, level: int) -> int:
        line = self.lines[gpio]
        if line.owner != handle or not line.mode & IS_OUT:
            raise LgpioError("GPIO not allocated")
        line.level = int(level)
        return 0

    def gpio_set_debounce_micros(self, _handle: int, _gpio: int, _microseconds: int) -> int:
        return 0

    def tx_pwm(self, _handle: int, gpio: int, hertz: float, percent: float) -> int:
        self.lines[gpio].pwm = (hertz, percent) if hertz else None
        return 0

    def callback(
        self, _handle: int, gpio: int, _edge: int = RISING_EDGE, func: Callback | None = None
    ) -> Any:
        callbacks = self.lines[gpio].callbacks
        assert func is not None
        callbacks.append(func)
        cancel: Any = ModuleType("callback")
        cancel.cancel = lambda: callbacks.remove(func) if func in callbacks else None
        return cancel


def install(monkeypatch: pytest.MonkeyPatch) -> Header:
    """Replace `lgpio` during the test, and return the header of a Pi 3B that it controls."""
    header = Header()
    for module in ("gpiozero.pins.lgpio", "gpiozero.pins.rpigpio", "RPi.GPIO", "RPi", "lgpio"):
        monkeypatch.setitem(sys.modules, module, None)  # restores the module after the test
        del sys.modules[module]
    monkeypatch.setitem(sys.modules, "lgpio", header.module())
    monkeypatch.setattr("gpiozero.pins.local.LocalPiFactory._get_revision", lambda _self: PI_3B)
    monkeypatch.setenv("RPI_LGPIO_REVISION", f"{PI_3B:x}")
    return header
