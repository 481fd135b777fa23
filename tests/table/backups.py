"""A journal of made-up commands and its backup on a stick, without any rules."""

import os
from pathlib import Path
from typing import Any

import pytest

from companion.core.commands import as_json
from companion.table.backup import FOLDER, Backup
from companion.table.journal import Journal
from companion.table.lines import Entry
from companion.table.reader import JournalReader, read_only
from companion.table.recorded import Reopen
from companion.table.restore import Completed, complete, holding
from tests.journals import journal_at, records_of


class BackedUp:
    """The journal of a box in `folder`; its backup is on the `stick` in the same folder."""

    def __init__(self, folder: Path) -> None:
        self.path, self.stick = folder / "journal", folder / "stick"
        self.stick.mkdir(parents=True)
        self.folder = self.stick / FOLDER
        self.journal = journal_at(self.path)
        self._backup = Backup(self.folder)

    @property
    def there(self) -> Path:
        """The backup of this box."""
        return self.folder / self.journal.box.name

    def begin(self, cards: int = 0) -> None:
        """Start a new game and play `cards` cards."""
        command = '{"cmd":"new","players":["a1","b2"]}'
        variant = '{"title":"Ninety-nine"}'
        self._write(command, self.journal.games + 1, variant)
        self.play(cards)

    def play(self, cards: int) -> None:
        for number in range(cards):
            self._write(f'{{"cmd":"play","card":"{number}"}}', self.journal.game)

    def reopen(self) -> None:
        previous = self.journal.record(self.journal.game).head.previous
        assert previous is not None
        self._write(as_json(Reopen()), previous)

    def _write(self, command: str, game: int, variant: str | None = None) -> None:
        at = 1_700_000_000.0 + self.journal.sequence
        self.journal.append(Entry(game, at, command, b"\1", variant=variant))

    def keep_up(self) -> int:
        """Bring the backup up to date with the journal; return how often the stick answered."""
        return sum(1 for _answer in self._backup.keep_up(read_only(self.path)))

    def file(self, game: int) -> Path:
        """Return the file of a game in the journal; another start may have written it."""
        path = JournalReader(self.journal.box, None).path_of(game)
        assert path is not None
        return path

    def is_kept(self, folder: Path) -> bool:
        """Return whether the backup in a folder has the whole journal."""
        return holding(folder / self.journal.box.name).entries == self.journal.sequence

    def damage(self, game: int) -> bytes:
        """Change a card in the file of a game; return the file's content before the change."""
        content = self.file(game).read_bytes()
        self.file(game).write_bytes(content.replace(b'"card":"1"', b'"card":"2"'))
        return content

    def shorten(self, game: int) -> bytes:
        """Truncate the file of a game to three lines; return its content before that."""
        content = self.file(game).read_bytes()
        self.file(game).write_bytes(b"".join(content.splitlines(keepends=True)[:3]))
        return content

    def complete(self) -> Completed:
        return complete(self.path, [self.folder])

    def start(self) -> Completed:
        """Start the box, which first reads its backup."""
        self.journal.abandon()
        done = self.complete()
        self.journal = journal_at(self.path)
        return done


def failing(monkeypatch: pytest.MonkeyPatch, stick: Path, error: int, flags: int = -1) -> None:
    """Make opening files on the stick fail, or only opening them with one of these flags."""
    really_open = os.open

    def refuse(path: Any, given: int, *more: int) -> int:
        if Path(path).is_relative_to(stick) and (flags == -1 or given & flags):
            raise OSError(error, os.strerror(error), str(path))
        return really_open(path, given, *more)

    monkeypatch.setattr(os, "open", refuse)


def entries(journal: Journal) -> list[int]:
    """Return how many entries each game has, the newest first; 0 counts those before any game."""
    return [len(record.entries) for record in records_of(journal)]
