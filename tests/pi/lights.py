"""The lights of an emulated Pi: at pins of the header, or at a PCA9685."""

from abc import ABC, abstractmethod
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from typing import Final, Literal

from companion.config.board import LightPins, Pins
from companion.devices.lights import ADDRESS, DIM
from companion.outputs import SEATS, Lights
from companion.simulation.pins import Pca9685
from tests.deploy.waiting import until
from tests.pi.pi import Pi
from tests.pi.wire import I2cWire

LEVELS = {"act": {1}, "in": {0, 1}, "dark": {0}}
"""The levels that the pin of a seat shows: a dim light is switched on and off."""

BRIGHTNESS = {"act": 1.0, "in": DIM, "dark": 0.0}

Verdict = Literal["accepted", "refused"]


class PiLights(ABC):
    """The twelve lights of the Pi."""

    @abstractmethod
    def must_show(self, lights: Lights) -> None:
        """Wait until they show these; print them."""

    @abstractmethod
    def must_flash(self, verdict: Verdict) -> None:
        """Wait until a verdict is lit, or has been since the last `must_show`."""

    @abstractmethod
    def flashes(self, verdict: Verdict) -> int:
        """Return how often a verdict was switched on since the box was restarted for a look."""


class PinLights(PiLights):
    """Lights at pins, with the sounder that is heard when a card is refused."""

    def __init__(self, pi: Pi, pins: Pins) -> None:
        self._pi, self._pins = pi, pins

    def must_show(self, lights: Lights) -> None:
        expected = levels_of(lights, self._pins.lights)
        ever: defaultdict[int, set[int]] = defaultdict(set)

        def are_lit() -> bool:
            # A busy machine may take all samples of a moment before a dim light is switched once.
            now = self._pi.levels(expected)
            for pin, levels in now.items():
                ever[pin] |= levels
            return all(
                (ever if len(want) > 1 else now)[pin] == want for pin, want in expected.items()
            )

        until(f"the lights are {expected}", are_lit)
        print(f"GPIO: {_in_words(expected)}", flush=True)  # noqa: T201  # the run is the report

    def must_flash(self, verdict: Verdict) -> None:
        pins = [getattr(self._pins.lights, verdict)]
        if verdict == "refused":
            pins.append(self._pins.sounder.pin)
        self._pi.lit(*pins)

    def flashes(self, verdict: Verdict) -> int:
        return self._pi.noted(getattr(self._pins.lights, verdict)).count(1)


class ChipLights(PiLights):
    """Lights at a PCA9685, whose model receives the traffic on QEMU's bus."""

    OUTPUTS: Final[Mapping[Verdict, int]] = {"accepted": SEATS + 2, "refused": SEATS + 3}

    def __init__(self, source: Callable[[int], bytes]) -> None:
        self._chip = Pca9685()
        self._wire = I2cWire(source, ADDRESS, self._chip)
        self._wire.follow()
        self._lit = self._verdicts()
        self._flashes, self._answered = Counter[Verdict](), Counter[Verdict]()
        self._chip.changed = self._note

    def must_show(self, lights: Lights) -> None:
        seats = [BRIGHTNESS[seat] for seat in lights.seats]
        others = (lights.clockwise, lights.counterclockwise, lights.accepted, lights.refused)
        expected = [*seats, *map(float, others)]
        until(f"the lights are {expected}", lambda: self._levels(len(expected)) == expected)
        self._answered = self._flashes.copy()
        print(f"PCA9685: {expected}", flush=True)  # noqa: T201  # the run is the report

    def must_flash(self, verdict: Verdict) -> None:
        until(f"{verdict} is lit", lambda: self.flashes(verdict) > self._answered[verdict])

    def flashes(self, verdict: Verdict) -> int:
        self._wire.follow()
        return self._flashes[verdict]

    def _levels(self, count: int) -> list[float]:
        self._wire.follow()
        return [round(self._chip.level(output), 2) for output in range(count)]

    def _verdicts(self) -> dict[Verdict, bool]:
        return {name: self._chip.level(output) == 1.0 for name, output in self.OUTPUTS.items()}

    def _note(self) -> None:
        before, self._lit = self._lit, self._verdicts()
        self._flashes.update(name for name, lit in self._lit.items() if lit and not before[name])


def levels_of(lights: Lights, wired: LightPins) -> dict[int, set[int]]:
    """Return the levels that each light's pin must have."""
    seats = {pin: LEVELS[seat] for pin, seat in zip(wired.seats, lights.seats, strict=True)}
    others = {wired.clockwise: lights.clockwise, wired.counterclockwise: lights.counterclockwise}
    others |= {wired.accepted: lights.accepted, wired.refused: lights.refused}
    return {**seats, **{pin: {int(lit)} for pin, lit in others.items()}}


def _in_words(levels: Mapping[int, set[int]]) -> str:
    words = {(0,): "low", (1,): "high", (0, 1): "dim"}
    return ", ".join(f"{pin} {words[tuple(sorted(seen))]}" for pin, seen in levels.items())
