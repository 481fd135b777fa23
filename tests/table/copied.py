"""A table that is played at and copied, for the tests of the second copy."""

from collections.abc import Sequence
from pathlib import Path

from companion.rules.commands import New
from companion.table.copies import CopyFiles, copies_in, keep_up
from companion.table.copy_contents import whole_of
from companion.table.reader import Entry
from companion.table.rewriter import Rewriter
from companion.table.sessions import PAUSE
from tests.drivers.game import GameDriver
from tests.table.damage import entries_in

NINETY_NINE = New(variant="ninety-nine", players=("Ann", "Bo", "Cy"), dealer="Cy")
NEXT = New(variant="ninety-nine", players=("Di", "Eva"))


class Copied(GameDriver):
    """A table that somebody plays at, and the folder of its copies."""

    def __init__(self, home: Path) -> None:
        super().__init__(home, pace=60)
        self.home, self.folder = home, home / "copies"
        self.obey(NINETY_NINE)

    @property
    def journal(self) -> Path:
        return self.home / "journal.db"

    def keep(self, *, whole: bool = False) -> CopyFiles:
        keep_up(self.journal, self.folder, whole=whole)
        return copies_in(self.folder)[-1]

    def next_evening(self) -> None:
        self.clock.now += PAUSE + 60

    def rename_ann(self) -> None:
        """In the game before, as her name in the one that is on stays."""
        self.table.obey(NEXT)
        changes = Rewriter({"Ann": "Guest 1"}, {}).read(self.table.journal)
        assert self.table.take_names(changes, forgets=False)

    @property
    def entries(self) -> tuple[Entry, ...]:
        return entries_in(self.journal)


def held_by(copy: CopyFiles) -> Sequence[Entry]:
    return whole_of(copy).entries
