"""The simulated pins, which press the buttons and read the lights, and the lights' PCA9685."""

import threading
from collections.abc import Callable, Iterable
from typing import Any

from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.config.board import Pins
from companion.inputs import KeyName


class _WatchedPin(MockPWMPin):  # type: ignore[misc]  # gpiozero carries no types
    """A mock pin that notifies a listener when the program sets it."""

    changed: Callable[[], None] | None = None

    def _change_state(self, value: float) -> bool:
        changes = bool(super()._change_state(value))
        if changes:
            self.clear_states()  # gpiozero's mock pin would store all its former levels
            if self.changed is not None:
                self.changed()
        return changes

    def _set_frequency(self, value: float | None) -> None:
        if value is None and self._get_frequency() is None:
            return  # like a real pin, one that was never pulsed keeps its level when released
        super()._set_frequency(value)
        if self.changed is not None:
            self.changed()


class SimulatedPins:
    """gpiozero's mock pins in the wiring of the box; `factory` is for the devices.

    >>> from companion.config import Config, pins_of
    >>> pins = SimulatedPins(pins_of(Config()))
    >>> pins.press("OK")

    They call `changed`, if given, when a light or the sounder has changed, in the thread that
    changed it.
    """

    def __init__(self, pins: Pins, changed: Callable[[], None] | None = None) -> None:
        self.pins = pins
        self.factory: Any = MockFactory(pin_class=_WatchedPin)
        # Before gpiozero 2.0, all factories share their pins.
        self.factory.reset()
        for name, number in pins.named():
            if changed is not None and name.startswith(("lights.", "sounder.")):
                self.watch(number, changed)

    def press(self, key: KeyName) -> None:
        """Close the contact of a key; an encoder's OK is its push button.

        Raises:
            KeyError: the wiring has no button for the key.
        """
        self.factory.pin(self._pin(key)).drive_low()

    def release(self, key: KeyName) -> None:
        """Open the contact of a key."""
        self.factory.pin(self._pin(key)).drive_high()

    def turn(self, *, clockwise: bool) -> None:
        """Turn the encoder by one step.

        Raises:
            KeyError: the wiring has no encoder.
        """
        if self.pins.encoder is None:
            raise KeyError("encoder")
        first, second = self.pins.encoder.a, self.pins.encoder.b
        if not clockwise:
            first, second = second, first
        for number, closes in ((first, True), (second, True), (first, False), (second, False)):
            pin = self.factory.pin(number)
            (pin.drive_low if closes else pin.drive_high)()

    def levels(self) -> list[float]:
        """Return the current brightness of the lights, 0.0 to 1.0: the seats, clockwise,
        counterclockwise, accepted, refused.
        """
        lights = self.pins.lights
        others = (lights.clockwise, lights.counterclockwise, lights.accepted, lights.refused)
        return [self._level(pin) for pin in (*lights.seats, *others)]

    def watch(self, number: int, changed: Callable[[], None]) -> None:
        """Call `changed` whenever the program sets this pin, such as the reset pin of a display."""
        self.factory.pin(number).changed = changed

    def is_high(self, number: int) -> bool:
        """Return the level of any pin, such as D/C of an SPI display."""
        return bool(self.factory.pin(number).state)

    def _level(self, number: int) -> float:
        pin = self.factory.pin(number)
        lit = "lights" in self.pins.fitted and pin.function == "output"
        return float(pin.state) if lit else 0.0

    def _pin(self, key: KeyName) -> int:
        if key == "OK" and self.pins.encoder is not None:
            return self.pins.encoder.push
        return self.pins.keys[key]


_MODE1, _MODE2, _FIRST, _LAST, _PRE_SCALE = 0x00, 0x01, 0x06, 0x45, 0xFE
_SLEEP, _COUNTS_UP, _INVERTED, _TOTEM_POLE, _FULL = 0x10, 0x20, 0x10, 0x04, 0x10


class Pca9685:
    """The registers of the chip, and how bright an LED between 5 V and each output is.

    Attributes:
        changed: called without arguments, in the writing thread, after each transfer; None for no
            listener.
    """

    def __init__(self, changed: Callable[[], None] | None = None) -> None:
        self.changed = changed
        self._lock = threading.Lock()
        self.power_up()

    def power_up(self) -> None:
        """Reset the registers (datasheet, tables 4 to 8): asleep, and every output low."""
        with self._lock:
            self._registers = dict.fromkeys(range(_MODE1, _LAST + 1), 0)
            self._registers |= {_MODE1: 0x11, _MODE2: _TOTEM_POLE, _PRE_SCALE: 0x1E}
            self._registers |= dict.fromkeys(range(_FIRST + 3, _LAST + 1, 4), _FULL)

    def write(self, register: int, sent: Iterable[int]) -> None:
        """Write bytes from a register on.

        Raises:
            ValueError: there is no such register, or the driver has not let the number count up.
        """
        with self._lock:
            for place, byte in enumerate(sent):
                if place and not self._registers[_MODE1] & _COUNTS_UP:
                    raise ValueError("PCA9685: a second byte needs auto-increment")
                if register + place not in self._registers:
                    raise ValueError(f"PCA9685: 0x{register + place:02X} is no register")
                self._registers[register + place] = byte
        if self.changed is not None:
            self.changed()

    def read(self, register: int) -> int:
        """Return the content of a register."""
        with self._lock:
            return self._registers[register]

    def level(self, output: int) -> float:
        """Return the brightness of the LED at an output, 0.0 to 1.0.

        An output that is low lets the LED shine, so all shine after power-up until the driver has
        inverted the outputs.
        """
        with self._lock:
            base = _FIRST + 4 * output
            on_low, on_high, off_low, off_high = (self._registers[base + n] for n in range(4))
            mode1, mode2 = self._registers[_MODE1], self._registers[_MODE2]
        if off_high & _FULL or mode1 & _SLEEP:
            high = 0.0
        elif on_high & _FULL:
            high = 1.0
        else:
            on = on_low + 256 * (on_high & 0x0F)
            off = off_low + 256 * (off_high & 0x0F)
            high = (off - on) % 4096 / 4096
        return high if mode2 & _INVERTED else 1.0 - high
