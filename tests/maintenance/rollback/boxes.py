"""A box in a folder after an upgrade, with real journals."""

import os
from pathlib import Path
from typing import NamedTuple

from companion.maintenance.apt import Apt
from companion.table.files import JOURNAL, STARTED
from companion.table.lines import Entry
from tests.journals import journal_at
from tests.maintenance.update.machine import Machine

OLD = "0.1.0"
NEW = "0.2.0"

DEAL = Entry(
    1, 8.0, '{"cmd": "new", "variant": "ninety-nine", "players": ["a1", "b2"]}', b"", variant="{}"
)
CARD = Entry(1, 9.0, '{"cmd": "play", "card": "KH"}', b"digest")


class Home(NamedTuple):
    """A box's journal folder, and its machine, whose apt cache has the previous version."""

    data: Path
    machine: Machine

    @property
    def apt(self) -> Apt:
        return self.machine.apt

    @property
    def journal(self) -> Path:
        return self.data / JOURNAL

    def keep(self, version: str = OLD) -> None:
        """Store a version that was ready, with its package in apt's cache."""
        self.machine.keep(version)
        self.data.mkdir(parents=True, exist_ok=True)
        (self.data / STARTED).write_text(f"{version}\n", "ascii")

    def play(self) -> None:
        """Play a game with the previous version."""
        journal = journal_at(self.journal)
        journal.append(DEAL)
        journal.append(CARD)
        journal.close()

    def content(self) -> dict[str, bytes]:
        """Return the content of each file in the folder."""
        files = (Path(folder) / name for folder, _, names in os.walk(self.data) for name in names)
        return {str(file.relative_to(self.data)): file.read_bytes() for file in files}


def new(folder: Path) -> Home:
    """Return a box that was never played."""
    machine = Machine(folder, NEW, NEW)
    return Home(machine.data, machine)


def upgraded(folder: Path) -> Home:
    """Return a box whose new version failed before it wrote a file."""
    home = new(folder)
    home.play()
    home.keep()
    return home
