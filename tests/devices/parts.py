"""Helpers for tests of lights, buttons and buzzer: a clock set by hand, and pins in memory."""

from companion.config.board import Pins
from companion.inputs import Input
from companion.simulation.pins import SimulatedPins
from hardware.wiring.table import pins_for


class SetClock:
    """A clock that only the test moves."""

    def __init__(self, now: float = 100.0) -> None:
        self.now = now

    def monotonic(self) -> float:
        return self.now

    def time(self) -> float:
        return self.now


class Table:
    """A wired table, its reports, and a clock."""

    def __init__(self, *, encoder: bool = False) -> None:
        self.wiring: Pins = pins_for(encoder=encoder)
        self.changes = 0
        self.pins = SimulatedPins(self.wiring, self._changed)
        self.clock = SetClock()
        self.reports: list[Input] = []
        # gpiozero closes objects that are no longer referenced.
        self.kept: list[object] = []

    def _changed(self) -> None:
        self.changes += 1
