"""The simulated pins, which press the buttons and read the lights."""

from collections.abc import Callable
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
