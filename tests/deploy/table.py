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
        """The box's configuration file, seen from outside."""
        return self.system.root / "etc/companion/companion.toml"

    def until_ready(self) -> None:
        """Return when the box is ready to play."""
        until("it is ready", lambda: self.system.property("ActiveState") == "active")

    def begins(self) -> None:
        """Switch the scanner on, start a game and scan its first cards."""
        self.system.run("systemctl", "enable", "--now", "reader.service")
        self.config.write_text(self.config.read_text("utf-8") + CONFIG, "utf-8")
        self.system.run("systemctl", "restart", "companion.service")
        self.away.until_read()
        self.away.begin()
        self.away.play(3)

    def goes_on(self) -> None:
        """Assert that the box restarted, announces the running game and continues it."""
        self.away.until_read()
        self.until_ready()
        until("the game goes on", lambda: "goes on" in self.system.log_of_this_start())
        self.away.stands()
        self.away.play(2)


def add_reader(root: Path) -> None:
    """Install the far end of a scanner in the system at `root`; the package brings Python."""
    bring(root, "reader.py")
    (root / "etc/systemd/system/reader.service").write_text(READER_UNIT, "utf-8")


@contextmanager
def laid(root: Path) -> Iterator[Table]:
    """Yield the system at `root`, booted until the block ends."""
    add_reader(root)
    (root / READER.lstrip("/")).mkdir()
    system = Container(root)
    try:
        system.start()
        yield Table(system, Away(root))
    finally:
        system.stop()
