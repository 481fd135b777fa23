"""A person who operates a Pi and a box in memory in the same way, and compares the two."""

from collections import defaultdict
from collections.abc import Mapping
from operator import attrgetter
from pathlib import Path
from typing import Final

from companion.box.notifier import NOTICE
from companion.box.state import Settings
from companion.config.board import Pins
from companion.core.commands import New
from companion.core.search import explain
from companion.games import FAMILIES
from companion.inputs import KeyName, Receipt
from companion.outputs import Lights
from companion.table.reader import read_only
from tests.deploy.waiting import until
from tests.drivers.box import BoxDriver
from tests.pi.pi import Pi
from tests.pi.wire import Wire, in_text

LEVELS: Final = {"act": {1}, "in": {0, 1}, "dark": {0}}
"""The levels that the pin of a seat shows: a dim light is switched on and off."""


class Both(BoxDriver):
    """A box in memory with its journal in `folder`, and the one on the Pi: inputs go to both.

    Attributes:
        wire: the display of the Pi.
    """

    def __init__(self, folder: Path, new: New, pi: Pi, pins: Pins, wire: Wire) -> None:
        settings = Settings(FAMILIES, explain, read_once=0, first_game="ninety-nine")
        super().__init__(folder, new, settings)
        self.wire = wire
        self._pi, self._pins = pi, pins

    def hold(self, key: KeyName, seconds: float = 1.0) -> "Both":
        """Press the key at both; the Pi must display the same picture as the box in memory."""
        self._pi.pull(*self._contacts(key))
        super().hold(key, seconds)
        self.must_show(f"{key}: ")
        return self

    def scan(self, text: str, *, plain: bool = False, receipt: Receipt | None = None) -> "Both":
        self._pi.send(text)
        super().scan(text, plain=plain, receipt=receipt)
        return self

    def must_show(self, after: str = "") -> None:
        """Wait until the Pi displays the picture of the box in memory; print it."""
        until(f"the display shows {self.says}", lambda: self.wire.shows(self.picture))
        print(f"{after}{self.says}\n{in_text(self.wire.panel.image())}", flush=True)  # noqa: T201  # the run is the report

    def must_agree(self) -> None:
        """Wait until picture and lights match the box in memory, after notice and verdict."""
        self.wait(NOTICE + 1)
        self.must_show()
        expected = levels_of(self.ring.shown[-1], self._pins)
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
        print(f"GPIO: {_in_words(expected)}", flush=True)  # noqa: T201  # as above

    def entries(self) -> list[tuple[str, bytes]]:
        """Return the commands in the journal in memory, each with its digest, like `Away.kept`."""
        records = read_only(self.path).records()
        entries = sorted(
            (entry for record in records for entry in record.entries), key=attrgetter("sequence")
        )
        return [(entry.command, entry.digest) for entry in entries]

    def _contacts(self, key: KeyName) -> tuple[int, ...]:
        """Return the contacts that close for the key, one after the other."""
        dial = self._pins.encoder
        if dial is None or key in self._pins.keys:
            return (self._pins.keys[key],)
        return {"RIGHT": (dial.a, dial.b), "LEFT": (dial.b, dial.a)}.get(key, (dial.push,))


def levels_of(lights: Lights, pins: Pins) -> dict[int, set[int]]:
    """Return the levels that each light's pin must have."""
    wired = pins.lights
    seats = {pin: LEVELS[seat] for pin, seat in zip(wired.seats, lights.seats, strict=True)}
    others = {wired.clockwise: lights.clockwise, wired.counterclockwise: lights.counterclockwise}
    others |= {wired.accepted: lights.accepted, wired.refused: lights.refused}
    return {**seats, **{pin: {int(lit)} for pin, lit in others.items()}}


def _in_words(levels: Mapping[int, set[int]]) -> str:
    words = {(0,): "low", (1,): "high", (0, 1): "dim"}
    return ", ".join(f"{pin} {words[tuple(sorted(seen))]}" for pin, seen in levels.items())
