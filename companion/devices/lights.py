"""The driver of the twelve lights: eight seats, two directions, accepted and refused."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from gpiozero import LED, PWMLED

from companion.devices.pin_factory import pin_error
from companion.devices.ports import Report
from companion.inputs import PartBack, PartLost
from companion.outputs import Lights, SeatLight

PART = "Lights"

DIM = 0.15
"""Brightness of an occupied seat, relative to 1.0 for the seat to act."""


class LedRing:
    """Twelve LEDs: eight for the seats, two for the direction, one for accepted and one for
    refused.

    Wiring: each light from its GPIO through 470 ohm and an LED to ground
    (docs/reference/wiring.md). The numbers below are those of the box (hardware/board.toml).

    >>> from companion.devices.pin_factory import choose_pin_factory
    >>> pins = choose_pin_factory("mock")  # on a Pi without an argument
    >>> seats = [17, 18, 27, 22, 23, 9, 19, 16]
    >>> ring = LedRing(seats, 26, 20, 21, 13, report=print, pin_factory=pins)
    >>> ring.show(Lights(seats=("act", "in", "in", *("dark",) * 5), clockwise=True))
    >>> [pins.pin(pin).state for pin in (17, 18)]  # the seat to act, and one in the game
    [1.0, 0.15]
    >>> ring.close()

    The ring reports `PartLost` when setting a light fails, and `PartBack` when it next succeeds.

    Args:
        seats: the GPIOs of the seats, clockwise from seat 1.
        clockwise: the GPIO of the direction light for clockwise play.
        counterclockwise: the GPIO of the direction light for counterclockwise play.
        accepted: the GPIO of the green light.
        refused: the GPIO of the red light.
        report: receives `PartLost` and `PartBack`.
        pin_factory: the gpiozero factory that makes the pins; None for gpiozero's own choice.
        dim: brightness of an occupied seat, 0 to 1.

    Raises:
        DeviceError: gpiozero cannot open a pin; the message names it.
    """

    def __init__(
        self,
        seats: Sequence[int],
        clockwise: int,
        counterclockwise: int,
        accepted: int,
        refused: int,
        *,
        report: Report,
        pin_factory: object = None,
        dim: float = DIM,
    ) -> None:
        self._report, self._lost = report, False
        self._levels: dict[SeatLight, float] = {"act": 1.0, "in": dim, "dark": 0.0}
        self._leds: list[Any] = []
        self._shown: list[float | None] = []
        kinds = [(PWMLED, pin) for pin in seats]
        kinds += [(LED, pin) for pin in (clockwise, counterclockwise, accepted, refused)]
        for make, pin in kinds:
            try:
                # Kept in a list, because gpiozero switches off a light that is garbage collected.
                self._leds.append(make(pin, pin_factory=pin_factory))
            except Exception as error:  # each pin factory raises different exceptions
                self.close()
                raise pin_error(f"GPIO {pin}", error, PART) from error
            self._shown.append(None)

    def show(self, lights: Lights) -> None:
        """Set the lights that have changed."""
        levels = [self._levels[seat] for seat in lights.seats]
        levels += [lights.clockwise, lights.counterclockwise, lights.accepted, lights.refused]
        try:
            for place, level in enumerate(levels):
                if level != self._shown[place]:
                    self._shown[place] = None
                    self._leds[place].value = level
                    self._shown[place] = level
        except Exception as error:  # noqa: BLE001 - lgpio.error derives from Exception alone
            if not self._lost:
                self._lost = True
                self._report(PartLost(PART, f"{type(error).__name__}: {error}"))
            return
        if self._lost:
            self._lost = False
            self._report(PartBack(PART))

    def close(self) -> None:
        """Switch all lights off and release the pins, ignoring errors."""
        for led in self._leds:
            with suppress(Exception):  # a failing pin must not keep the others lit
                led.close()
        self._leds.clear()
