"""What the tests of lights, buttons and sounder share: a clock that is set, pins in memory, a broken pin."""

from typing import Any

from companion.config.board import Pins, load_board
from companion.inputs import Input
from companion.simulation.pins import SimulatedPins


class SetClock:
    """Stands until it is moved."""

    def __init__(self, now: float = 100.0) -> None:
        self.now = now

    def monotonic(self) -> float:
        return self.now

    def time(self) -> float:
        return self.now


class Table:
    """A wired table, its reports, and a clock."""

    def __init__(self, *, encoder: bool = False) -> None:
        self.wiring: Pins = load_board().pins(encoder=encoder)
        self.changes = 0
        self.pins = SimulatedPins(self.wiring, self._changed)
        self.clock = SetClock()
        self.reports: list[Input] = []
        # gpiozero closes what nothing refers to any more.
        self.kept: list[object] = []

    def break_pin(self, number: int) -> None:
        """Setting this pin fails from now on, as when the GPIO chip is gone."""

        def fail(_value: float) -> bool:
            raise OSError(5, "Input/output error")

        self._pin(number)._change_state = fail

    def mend_pin(self, number: int) -> None:
        del self._pin(number)._change_state

    def _pin(self, number: int) -> Any:
        return self.pins.factory.pin(number)

    def _changed(self) -> None:
        self.changes += 1
