"""The driver of the box's buttons: contacts to ground that report every edge with its time."""

from collections.abc import Callable, Mapping
from typing import Any

from gpiozero import DigitalInputDevice

from companion.devices.pin_factory import pin_error
from companion.devices.ports import Clock, Report
from companion.inputs import Edge, KeyName
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
            button.when_activated = self._edge(report, key, down=True)
            button.when_deactivated = self._edge(report, key, down=False)

    def close(self) -> None:
        """Stop reporting and release the pins."""
        for button in self._buttons.values():
            button.close()
        self._buttons.clear()

    def _edge(self, report: Report, key: KeyName, *, down: bool) -> Callable[[], None]:
        return lambda: report(Edge(key, down=down, at=self._clock.monotonic()))
