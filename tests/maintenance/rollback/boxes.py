"""A box in a folder whose new version has come, with real journals."""

import json
import os
from pathlib import Path
from typing import Final, NamedTuple

from companion.maintenance.update.apt import Apt
from companion.table.files import JOURNAL
from companion.table.last_ready import STARTED, ReadyVersion, written
from companion.table.lines import FORM, Entry, Head, head_line
from companion.table.reader import box_in, game_file
from tests.journals import journal_at
from tests.maintenance.update.machine import Machine

OLD: Final = ReadyVersion("0.1.0", FORM)
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

    @property
    def box(self) -> Path:
        """The folder of the games."""
        box = box_in(self.journal)
        assert box is not None
        return box

    def keep(self, version: ReadyVersion = OLD) -> None:
        """A version that was ready, with its package in apt's cache."""
        self.machine.keep(version.version)
        self.data.mkdir(parents=True, exist_ok=True)
        (self.data / STARTED).write_text(written(version), "utf-8")

    def play(self) -> None:
        """The version before plays a game."""
        journal = journal_at(self.journal)
        journal.append(DEAL)
        journal.append(CARD)
        journal.close()

    def write_newer(self, number: int = 2, form: int = FORM + 1) -> Path:
        """The new version begins a game in a newer form."""
        file = game_file(self.box, number, "00c0ffee")
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(head_line(Head(form, self.box.name, number, "00c0ffee"), "{}")[0])
        return file

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


def damage(file: Path, text: object) -> None:
    file.write_text(text if isinstance(text, str) else json.dumps(text), "utf-8")
