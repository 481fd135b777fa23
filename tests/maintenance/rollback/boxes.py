"""A box in a folder whose new version has come, with real journals."""

import os
from pathlib import Path
from typing import Final, NamedTuple

from companion.maintenance.update.apt import Apt
from companion.table.files import JOURNAL
from companion.table.last_ready import STARTED
from companion.table.lines import Entry
from tests.journals import journal_at
from tests.maintenance.update.machine import Machine

OLD: Final = "0.1.0"
NEW: Final = "0.2.0"

DEAL: Final = Entry(
    1, 8.0, '{"cmd": "new", "variant": "ninety-nine", "players": ["a1", "b2"]}', b"", variant="{}"
)
CARD: Final = Entry(1, 9.0, '{"cmd": "play", "card": "KH"}', b"digest")


class Home(NamedTuple):
    """The folder of its journal, and the machine whose apt has the version before."""

    data: Path
    machine: Machine

    @property
    def apt(self) -> Apt:
        return self.machine.apt

    @property
    def journal(self) -> Path:
        return self.data / JOURNAL

    def keep(self, version: str = OLD) -> None:
        """A version that was ready, with its package in apt's cache."""
        self.machine.keep(version)
        self.data.mkdir(parents=True, exist_ok=True)
        (self.data / STARTED).write_text(f"{version}\n", "ascii")

    def play(self) -> None:
        """The version before plays a game."""
        journal = journal_at(self.journal)
        journal.append(DEAL)
        journal.append(CARD)
        journal.close()

    def content(self) -> dict[str, bytes]:
        """Each file of the folder."""
        files = (Path(folder) / name for folder, _, names in os.walk(self.data) for name in names)
        return {str(file.relative_to(self.data)): file.read_bytes() for file in files}


def new(folder: Path) -> Home:
    """A box that was never played."""
    machine = Machine(folder, NEW, NEW)
    return Home(machine.data, machine)


def upgraded(folder: Path) -> Home:
    """A box whose new version has failed before it wrote anything."""
    home = new(folder)
    home.play()
    home.keep()
    return home
