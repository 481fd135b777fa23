"""A table in a booted container: its box, and the game on it."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from tests.deploy.container import Container
from tests.deploy.game import CONFIG, READER, READER_UNIT, Away
from tests.deploy.roots import bring
from tests.deploy.waiting import until


class Table(NamedTuple):
    """A booted system, and the game on its box."""

    system: Container
    away: Away

    @property
    def config(self) -> Path:
        """The box's configuration, seen from outside."""
        return self.system.root / "etc/companion/companion.toml"

    def until_ready(self) -> None:
        """Returns when the box can be played."""
        until("it is ready", lambda: self.system.property("ActiveState") == "active")

    def begins(self) -> None:
        """The reader is switched on, and the first cards of a game are passed over it."""
        self.system.run("systemctl", "enable", "--now", "reader.service")
        self.config.write_text(self.config.read_text("utf-8") + CONFIG, "utf-8")
        self.system.run("systemctl", "restart", "companion.service")
        self.away.until_read()
        self.away.begin()
        self.away.play(3)

    def goes_on(self) -> None:
        """The box has started once more with the game that was on, says so, and goes on with it."""
        self.away.until_read()
        self.until_ready()
        until("the game goes on", lambda: "goes on" in self.system.log_of_this_start())
        self.away.stands()
        self.away.play(2)


def add_reader(root: Path) -> None:
    """The far end of a reader, for the system at `root`; Python comes with the box."""
    bring(root, "reader.py")
    (root / "etc/systemd/system/reader.service").write_text(READER_UNIT, "utf-8")


@contextmanager
def laid(root: Path) -> Iterator[Table]:
    """The system at `root`, booted until the end of the block."""
    add_reader(root)
    (root / READER.lstrip("/")).mkdir()
    system = Container(root)
    try:
        system.start()
        yield Table(system, Away(root))
    finally:
        system.stop()
