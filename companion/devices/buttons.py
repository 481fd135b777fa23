"""The drivers of the keys: buttons to ground, and a rotary encoder in place of two of them."""

from collections.abc import Mapping
from typing import Any

from gpiozero import DigitalInputDevice, RotaryEncoder

from companion.devices.pin_factory import pin_error
from companion.devices.ports import Clock, Report
from companion.inputs import Edge, Key, KeyName
from companion.message import phrase


class KeyButtons:
    """Push buttons that report each change of a contact.

    Wiring: each button between its GPIO and ground; the Pi's own pull-ups are used
    (docs/reference/wiring.md). The box has OK at GPIO 5 and UNDO at GPIO 6 (hardware/board.toml).

    >>> import time
    >>> from companion.devices.pin_factory import choose_pin_factory
    >>> pins = choose_pin_factory("mock")  # on a Pi without an argument
    >>> buttons = KeyButtons({"OK": 5, "UNDO": 6}, clock=time, pin_factory=pins)
    >>> buttons.start(lambda edge: print(edge.key, "down" if edge.down else "up"))
    >>> pins.pin(5).drive_low()  # a finger presses OK
    OK down
    >>> pins.pin(5).drive_high()
    OK up
    >>> buttons.close()

    The driver reports every edge, bounces included; `companion.devices.keypad` turns edges into key
    presses.

    Args:
        pins: the GPIO of each key that has a button.
        clock: gives each edge its time.
        pin_factory: the gpiozero factory that makes the pins; None for gpiozero's own choice.

    Raises:
        DeviceError: gpiozero cannot open a pin; the message names the key and the pin.
    """

    def __init__(
        self, pins: Mapping[KeyName, int], *, clock: Clock, pin_factory: object = None
    ) -> None:
        self._clock = clock
        self._buttons: dict[KeyName, Any] = {}
        for key, pin in pins.items():
            try:
                # Not gpiozero's Button, whose thread wakes ten times a second to check for a hold.
                # No bounce_time: lgpio would wait for a steady contact, and `Keypad` again;
                # RPi.GPIO would report a spike at once and drop the edges that follow.
                self._buttons[key] = DigitalInputDevice(
                    pin, pull_up=True, bounce_time=None, pin_factory=pin_factory
                )
            except Exception as error:  # each pin factory raises different exceptions
                self.close()
                raise pin_error(
                    phrase("{key} at GPIO {pin}", key=key, pin=pin), error, "Buttons"
                ) from error

    def start(self, report: Report) -> None:
        """Report edges from now on, in gpiozero's own thread."""
        for key, button in self._buttons.items():
            _report_edges(button, key, report, self._clock)

    def close(self) -> None:
        """Stop reporting and release the pins."""
        for button in self._buttons.values():
            button.close()
        self._buttons.clear()


class KeyEncoder:
    """An incremental encoder; its push button is one of `KeyButtons`.

    Wiring: A and B to their GPIOs, C to ground (docs/reference/wiring.md). In the box that is A at
    GPIO 4 and B at 7 (hardware/board.toml).

    >>> from companion.devices.pin_factory import choose_pin_factory
    >>> pins = choose_pin_factory("mock")  # on a Pi without an argument
    >>> encoder = KeyEncoder(a=4, b=7, pin_factory=pins)
    >>> encoder.start(print)
    >>> for pin, closes in ((4, True), (7, True), (4, False), (7, False)):  # one step clockwise
    ...     (pins.pin(pin).drive_low if closes else pins.pin(pin).drive_high)()
    Key(name='RIGHT', held=False, repeat=0)
    >>> encoder.close()

    Each step reports a complete press of RIGHT (clockwise) or LEFT, because a step cannot be held.
    If the encoder turns the wrong way, swap A and B.

    Args:
        a: the GPIO at A.
        b: the GPIO at B.
        pin_factory: the gpiozero factory that makes the pins; None for gpiozero's own choice.

    Raises:
        DeviceError: gpiozero cannot open a pin; the message names both.
    """

    def __init__(self, a: int, b: int, *, pin_factory: object = None) -> None:
        try:
            self._encoder: Any = RotaryEncoder(a, b, max_steps=0, pin_factory=pin_factory)
        except Exception as error:  # each pin factory raises different exceptions
            raise pin_error(phrase("GPIO {a} and {b}", a=a, b=b), error, "Encoder") from error

    def start(self, report: Report) -> None:
        """Report steps from now on, in gpiozero's own thread."""
        self._encoder.when_rotated_clockwise = lambda: report(Key("RIGHT"))
        self._encoder.when_rotated_counter_clockwise = lambda: report(Key("LEFT"))

    def close(self) -> None:
        """Stop reporting and release the pins."""
        self._encoder.close()


def _report_edges(contact: Any, key: KeyName, report: Report, clock: Clock) -> None:
    """Report each change of a `contact` as an edge of `key`."""
    contact.when_activated = lambda: report(Edge(key, down=True, at=clock.monotonic()))
    contact.when_deactivated = lambda: report(Edge(key, down=False, at=clock.monotonic()))
