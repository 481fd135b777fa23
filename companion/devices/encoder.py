"""The driver of a rotary encoder with a push button, which replaces LEFT, RIGHT and OK."""

from collections.abc import Callable
from typing import Any

from gpiozero import DigitalInputDevice, RotaryEncoder

from companion.devices.pin_factory import pin_error
from companion.devices.ports import Clock, Report
from companion.inputs import Edge, Key, KeyName
from companion.message import phrase


class KeyEncoder:
    """An incremental encoder with a push button.

    Wiring: A, B and one side of the push button to their GPIOs, C and the other side to ground
    (docs/reference/wiring.md). In the box that is A at GPIO 4, B at 7 and the push button at 5
    (hardware/board.toml).

    >>> import time
    >>> from companion.devices.pin_factory import choose_pin_factory
    >>> pins = choose_pin_factory("mock")  # on a Pi without an argument
    >>> encoder = KeyEncoder(a=4, b=7, push=5, clock=time, pin_factory=pins)
    >>> encoder.start(print)
    >>> for pin, closes in ((4, True), (7, True), (4, False), (7, False)):  # one step clockwise
    ...     (pins.pin(pin).drive_low if closes else pins.pin(pin).drive_high)()
    Key(name='RIGHT', held=False, repeat=0)
    >>> encoder.close()

    Each step reports a complete press of RIGHT (clockwise) or LEFT, because a step cannot be held.
    The push button reports the edges of OK. If the encoder turns the wrong way, swap A and B.

    Args:
        a: the GPIO at A.
        b: the GPIO at B.
        push: the GPIO at the push button.
        clock: gives each edge its time.
        pin_factory: the gpiozero factory that makes the pins; None for gpiozero's own choice.

    Raises:
        DeviceError: gpiozero cannot open a pin; the message names all three.
    """

    def __init__(
        self, a: int, b: int, push: int, *, clock: Clock, pin_factory: object = None
    ) -> None:
        self._clock = clock
        self._devices: list[Any] = []
        try:
            self._devices.append(RotaryEncoder(a, b, max_steps=0, pin_factory=pin_factory))
            # Not gpiozero's Button, whose thread wakes ten times a second to check for a hold.
            self._devices.append(
                DigitalInputDevice(push, pull_up=True, bounce_time=None, pin_factory=pin_factory)
            )
        except Exception as error:  # each pin factory raises different exceptions
            self.close()
            raise pin_error(
                phrase("GPIO {a}, {b} and {push}", a=a, b=b, push=push), error, "Encoder"
            ) from error

    def start(self, report: Report) -> None:
        """Report steps and edges from now on, in gpiozero's own thread."""

        def step(name: KeyName) -> Callable[[], None]:
            return lambda: report(Key(name))

        def push(*, down: bool) -> Callable[[], None]:
            return lambda: report(Edge("OK", down=down, at=self._clock.monotonic()))

        encoder, button = self._devices
        encoder.when_rotated_clockwise = step("RIGHT")
        encoder.when_rotated_counter_clockwise = step("LEFT")
        button.when_activated = push(down=True)
        button.when_deactivated = push(down=False)

    def close(self) -> None:
        """Stop reporting and release the pins."""
        for device in self._devices:
            device.close()
        self._devices.clear()
