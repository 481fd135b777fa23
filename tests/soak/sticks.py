"""The USB sticks of an evening: the box's own, a new one, and one with the copies of another box."""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from companion.table.copies import FOLDER, CopyFiles, keep_up
from companion.table.files import JOURNAL
from companion.table.journal import Journal
from companion.table.reader import Entry
from companion.table.sessions import PAUSE
from companion.table.table import Table
from tests.table.evenings import Evening, do
from tests.table.tables import VARIANTS, StillClock

OTHER: Final = "another box's"
STICKS: Final = ("its own", "a new", OTHER)


class _OtherBox(NamedTuple):
    """Another box: the files of its copies by name, and what its journal held."""

    files: dict[str, bytes]
    entries: list[Entry]


@cache
def other_box() -> _OtherBox:
    """Two evenings at another box, the second one an hour into ours; its last hands are copied as text."""
    clock = StillClock()
    clock.now += 3600 - PAUSE
    with TemporaryDirectory() as made:
        path, copies = Path(made) / JOURNAL, Path(made) / FOLDER
        table = Table(VARIANTS, Journal(path), clock)
        for number, command in enumerate(Evening(7, "ninety-nine").commands(150)):
            do(table, command)
            if number in {49, 99, 149}:
                keep_up(path, copies)
            clock.now += PAUSE + 1 if number == 49 else 1
        entries = list(table.journal.forwards())
        table.close()
        return _OtherBox({file.name: file.read_bytes() for file in copies.iterdir()}, entries)


class Stick:
    """The stick mounted in `folder` while it is plugged in; other ones lie in a drawer.

    Attributes:
        is_full, fails: it takes nothing more, because there is no room or because it is broken.
        foreign: another box's copies by name, as long as they are another's.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.is_full = self.fails = False
        self.foreign: dict[str, bytes] = {}
        self._drawer, self._name = folder.with_name("drawer"), STICKS[0]

    def fill(self) -> None:
        """Make the sticks."""
        self.folder.mkdir(parents=True)
        self.foreign, self._name = dict(other_box().files), STICKS[0]
        for name in STICKS[1:]:
            (self._drawer / name).mkdir(parents=True)
        copies = self._drawer / OTHER / FOLDER
        copies.mkdir()
        for file, content in self.foreign.items():
            (copies / file).write_bytes(content)

    @property
    def _pulled(self) -> Path:
        return self.folder.with_suffix(".pulled")

    @property
    def _here(self) -> Path:
        return self.folder if self.folder.exists() else self._pulled

    def pull(self) -> None:
        self.folder.rename(self._pulled)

    def plug(self) -> None:
        self._pulled.rename(self.folder)

    def change(self, name: str) -> None:
        """Put the stick of that name in the place of this one."""
        if name != self._name:
            here = self._here
            here.rename(self._drawer / self._name)
            (self._drawer / name).rename(here)
            self._name = name

    def folders(self) -> list[Path]:
        """The folder of copies on each stick."""
        return [self._of(name) / FOLDER for name in STICKS]

    def is_foreign(self, copy: CopyFiles) -> bool:
        """Whether a copy is another box's."""
        return copy.whole.name in self.foreign and copy.folder == self._of(OTHER) / FOLDER

    def changed(self) -> list[str]:
        """The files of another box's copies that are not as they were."""
        folder = self._of(OTHER) / FOLDER
        return [
            name
            for name, content in self.foreign.items()
            if not (folder / name).exists() or (folder / name).read_bytes() != content
        ]

    def _of(self, name: str) -> Path:
        return self._here if name == self._name else self._drawer / name
