"""A box on a bench in this process, whose bus can be made to fail."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.config import Config
from companion.core.commands import New
from companion.simulation.box import SimulatedBox
from tests.drivers.bench import on_bench
from tests.drivers.expected import Expected, Follower, label, played, written
from tests.drivers.process import SEATS
from tests.drivers.watching import Witness, lit


class Home(Witness, Follower):
    """A box on a bench in this process, with a current game, and a person at it."""

    def __init__(self, bench: SimulatedBox, expected: Expected, journal: Path) -> None:
        super().__init__(bench)
        self.bench, self.journal = bench, journal
        self._expected = expected
        self.display = bench.displays["Display"]

    def plays(self, card: str) -> None:
        """Scan `card`, and assert that the green light is on and the card is on disk."""
        self.obeys(played(card))
        self.bench.scan_line(label(card))
        self.until(lit(self.expected.lights("accepted")))
        assert written(self.journal) == self.expected.kept


@contextmanager
def at_home(folder: Path, config: Config | None = None) -> Iterator[Home]:
    """Yield a new game of Ninety-nine, and stop the box at the end."""
    new = New(variant="ninety-nine", players=SEATS)
    with on_bench(folder, config or Config(), new) as box:
        yield Home(box.bench, Expected(new), folder / "journal")
