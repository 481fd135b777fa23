"""A box on a bench in this process, where its bus can be made to fail."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.app.application import App
from companion.app.runtime import Runtime
from companion.config import Config
from companion.devices.clock import SystemClock
from companion.rules.commands import New
from companion.simulation.box import SimulatedBox
from tests.drivers.expected import Expected, label, played, written
from tests.drivers.process import SEATS
from tests.drivers.scanner import PATIENCE
from tests.drivers.watching import Witness, lit


@contextmanager
def running(app: App) -> Iterator[None]:
    """The box takes inputs, on a thread of its own; at the end it has taken all of them."""
    playing = threading.Thread(target=app.run)
    playing.start()
    try:
        yield
    finally:
        app.stop()
        playing.join(PATIENCE)


class Home(Witness):
    """A box on a bench in this process, a game that is on, and somebody who looks at it."""

    def __init__(self, bench: SimulatedBox, expected: Expected, journal: Path) -> None:
        super().__init__(bench)
        self.bench, self.expected, self.journal = bench, expected, journal
        self.display = bench.displays["Display"]

    def plays(self, card: str) -> None:
        """A card is passed over the reader: green light, and it is on disk."""
        self.expected.obey(played(card))
        self.bench.scan_line(label(card))
        self.until(lit(self.expected.lights("accepted")))
        assert written(self.journal) == self.expected.kept


@contextmanager
def at_home(folder: Path) -> Iterator[Home]:
    """A game of ninety-nine, begun; whatever the box did is over at the end."""
    config = Config()
    clock = SystemClock()
    bench = SimulatedBox(config, clock, "a seed")
    new = New(variant="ninety-nine", players=SEATS)
    with App(Runtime(config, folder, bench=bench)) as app:
        app.box.table.obey(new)
        with running(app):
            yield Home(bench, Expected(new), folder / "journal.db")
