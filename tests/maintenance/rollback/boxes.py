"""A box in a folder whose new version has come: real journals, migrated by the real code."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final, NamedTuple

from companion.maintenance.update.apt import Apt
from companion.table.files import JOURNAL
from companion.table.journal import Journal
from companion.table.last_ready import STARTED, ReadyVersion, written
from companion.table.migrations import MIGRATIONS
from companion.table.reader import Entry
from tests.maintenance.update.machine import Machine
from tests.table.golden import FOLDER

OLD: Final = ReadyVersion("0.1.0", 2)
NEW: Final = "0.2.0"

CARD: Final = Entry(7, 9.0, '{"cmd": "play", "card": "KH"}', b"digest")


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

    def write(self, sql: str = "journal-2.sql") -> None:
        """A journal of before."""
        self.data.mkdir(parents=True, exist_ok=True)
        with closing(sqlite3.connect(self.journal)) as database:
            database.executescript((FOLDER / sql).read_text("utf-8"))

    def keep(self, version: ReadyVersion = OLD) -> None:
        """A version that was ready, with its package in apt's cache."""
        self.machine.keep(version.version)
        self.data.mkdir(parents=True, exist_ok=True)
        (self.data / STARTED).write_text(written(version), "utf-8")

    def migrate(self) -> None:
        """The new version opens the journal, and gets no farther."""
        Journal(self.journal).close()

    def accept_a_card(self) -> None:
        """The new version writes a card, and the power goes: it is in SQLite's log only."""
        journal = Journal(self.journal)
        journal.append(CARD)
        journal.database.close()

    def version(self, file: Path | None = None) -> int:
        with closing(sqlite3.connect(file or self.journal)) as database:
            return int(database.execute("PRAGMA user_version").fetchone()[0])

    def commands(self, file: Path | None = None) -> list[tuple[int, str]]:
        with closing(sqlite3.connect(file or self.journal)) as database:
            return database.execute("SELECT sequence, command FROM commands ORDER BY sequence").fetchall()


def new(folder: Path) -> Home:
    """A box that was never played."""
    machine = Machine(folder, NEW, NEW)
    return Home(machine.data, machine)


def upgraded(folder: Path) -> Home:
    """A box whose new version has made its journal newer and then failed."""
    home = new(folder)
    home.write()
    home.keep()
    home.migrate()
    assert home.version() == len(MIGRATIONS) > OLD.journal
    return home


def damage(file: Path, text: object) -> None:
    file.write_text(text if isinstance(text, str) else json.dumps(text), "utf-8")
