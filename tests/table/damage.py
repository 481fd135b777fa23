"""Damages journals and their copies by seed and tells what is saved: ``python -m tests.table.damage``."""

import argparse
import errno
import io
import os
import random
import shutil
import sqlite3
import sys
from collections import Counter
from collections.abc import Callable
from collections.abc import Set as AbstractSet
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

import pytest

from companion.errors import JournalError
from companion.table.copies import keep_up
from companion.table.copy_offer import offer_for, taken
from companion.table.digest import digest
from companion.table.files import count_of
from companion.table.reader import Entry, read_only
from companion.table.recorded import RESUMES
from companion.table.replay import replay
from companion.table.table import Table
from tests.journals import close_journals
from tests.table.evenings import Evening, do
from tests.table.tables import StillClock, table_in

PAGE: Final = 4096
COPIES: Final = "copies"

Moments = tuple[bytes, ...]
"""The digest of each state of a game, from the deal to now."""


class Played(NamedTuple):
    """An evening in a folder: its entries, and how the game stood after each of them."""

    folder: Path
    entries: tuple[Entry, ...]
    stood: frozenset[Moments]
    last: Moments


class Outcome(NamedTuple):
    """What a start with a damaged journal led to: "sound", "salvaged", "begun anew" or "refused".

    Of the commands that are `readable` so many are `saved`; `completed` are there with the copy that the box
    offers, if it offers one.
    """

    result: str
    readable: int
    saved: int
    is_last: bool
    completed: int | None = None


def moments_of(table: Table) -> Moments:
    return tuple(digest("", None, moment.state) for moment in table.moments)


def played(folder: Path, commands: int, seed: int = 5, variant: str = "") -> Played:
    """Plays and copies an evening in `folder`; the log alone has its last commands, as after a power cut."""
    at_table = folder / "at the table"
    at_table.mkdir()
    clock = StillClock()
    table = table_in(at_table, clock)
    stood: set[Moments] = {()}
    shown = folder / "shown"
    shown.mkdir()
    for number, deed in enumerate(Evening(seed, variant).commands(commands)):
        clock.now += 7  # copies tell entries apart by their times
        if do(table, deed) is None:
            stood.add(moments_of(table))
        if number % 50 == 49:
            keep_up(at_table / "journal.db", shown / COPIES)
    for name in ("journal.db", "journal.db-wal", "journal.accepted"):
        shutil.copy(at_table / name, shown)
    last = moments_of(table)
    table.close()
    return Played(shown, entries_in(at_table / "journal.db"), frozenset(stood), last)


def entries_in(path: Path) -> tuple[Entry, ...]:
    with closing(read_only(path)) as journal:
        return tuple(journal.forwards())


def checkpointed(evening: Played, folder: Path) -> Played:
    """The same evening, with all of it out of the log."""
    shutil.copytree(evening.folder, folder)
    with closing(sqlite3.connect(folder / "journal.db")) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    return evening._replace(folder=folder)


def flip(content: bytearray, chance: random.Random, bits: int = 1) -> None:
    for _ in range(bits):
        content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)


def flip_many(content: bytearray, chance: random.Random) -> None:
    flip(content, chance, 16)


def lose_a_sector(content: bytearray, chance: random.Random) -> None:
    at = chance.randrange(len(content) // 512) * 512
    content[at : at + 512] = bytes(512)


def lose_pages(content: bytearray, chance: random.Random) -> None:
    at = chance.randrange(len(content) // PAGE) * PAGE
    length = PAGE * chance.choice([1, 1, 4])
    content[at : at + length] = bytes(len(content[at : at + length]))


def write_noise(content: bytearray, chance: random.Random) -> None:
    at = chance.randrange(len(content) // 512) * 512
    content[at : at + 512] = chance.randbytes(512)


def cut_short(content: bytearray, chance: random.Random) -> None:
    del content[chance.randrange(len(content)) :]


DAMAGES: Final[tuple[Callable[[bytearray, random.Random], None], ...]] = (
    flip,
    flip_many,
    lose_a_sector,
    lose_pages,
    write_noise,
    cut_short,
)


def damaged(file: Path, seed: int) -> str:
    """Damages a file in the way that belongs to the seed; the name of that way."""
    harm = DAMAGES[seed % len(DAMAGES)]
    content = bytearray(file.read_bytes())
    harm(content, random.Random(seed))  # noqa: S311  # where the damage is, no secret
    file.write_bytes(content)
    return harm.__name__


class BadSectors(io.FileIO):
    """A file of which the disk cannot read some blocks."""

    bad: AbstractSet[int]

    def read(self, size: int | None = -1) -> bytes:
        if size is None or size < 0 or self.tell() in self.bad:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        return super().read(size) or b""


def unreadable(monkeypatch: pytest.MonkeyPatch, damaged_file: Path, *blocks: int) -> None:
    """Lets the disk no longer read some blocks of a file for whoever is not SQLite."""
    opened, damaged = Path.open, damaged_file.stat().st_ino

    def opening(path: Path, mode: str = "r", *more: Any, **given: Any) -> Any:
        if not path.exists() or path.stat().st_ino != damaged:
            return opened(path, mode, *more, **given)
        file = BadSectors(path, mode)
        file.bad = {block * PAGE for block in blocks}
        return file

    monkeypatch.setattr(Path, "open", opening)


def readable(folder: Path, evening: Played) -> int:
    """How many commands SELECT still reads as they were written, each by its number."""
    found = 0
    with TemporaryDirectory() as elsewhere:
        for file in folder.glob("journal.db*"):
            shutil.copy(file, elsewhere)
        with closing(sqlite3.connect(Path(elsewhere) / "journal.db")) as database:
            for entry in evening.entries:
                query = "SELECT command, digest FROM commands WHERE sequence = ?"
                try:
                    found += database.execute(query, (entry.sequence,)).fetchone() == (
                        entry.command,
                        entry.digest,
                    )
                except (sqlite3.Error, ValueError):
                    continue
    return found


def started(folder: Path, evening: Played) -> Outcome:
    """Starts a table with the journal in `folder`, and checks that it shows and keeps nothing wrong."""
    found = readable(folder, evening)
    before = (folder / "journal.db").read_bytes()
    try:
        table = table_in(folder)
    except JournalError:
        close_journals()
        assert (folder / "journal.db").read_bytes() == before
        return Outcome("refused", found, found, is_last=False)
    moments, trouble, aside = moments_of(table), table.journal.trouble, folder / "journal-damaged-1.db"
    table.tally()
    table.close()
    assert moments in evening.stood
    if not aside.exists():
        return Outcome("sound", found, found, moments == evening.last)
    assert trouble is not None
    check_claims(trouble, table.journal.sequence, evening)
    # SQLite may have moved its log into it.
    assert aside.with_name(f"{aside.name}-wal").exists() or aside.read_bytes() == before
    saved = commands_in(folder, evening)
    completed = completed_by_copies(folder, evening)
    assert completed is None or completed >= saved
    return Outcome("salvaged" if saved else "begun anew", found, saved, moments == evening.last, completed)


def commands_in(folder: Path, evening: Played) -> int:
    """How many commands the journal in `folder` holds: all play again, and are those of the evening."""
    entries = entries_in(folder / "journal.db")
    assert replay(folder / "journal.db").commands == len(entries)
    told = [(entry.command, entry.digest) for entry in entries if not entry.command.startswith(RESUMES)]
    assert is_part(told, [(entry.command, entry.digest) for entry in evening.entries])
    return len(told)


def check_claims(trouble: str, kept: int, evening: Played) -> None:
    assert "no entry is lost" not in trouble or kept == len(evening.entries), trouble


def completed_by_copies(folder: Path, evening: Played) -> int | None:
    """Takes what the next start offers: how many commands are there then, None if it offers nothing."""
    with closing(table_in(folder)) as table:
        offer = offer_for(table.journal, [folder / COPIES])
        if offer is None:
            return None
        table.take_over(lambda progress: taken(offer, progress))
        assert moments_of(table) in evening.stood
        check_claims(str(table.journal.trouble), table.journal.sequence, evening)
    return commands_in(folder, evening)


def is_part(some: list[tuple[str, bytes]], of: list[tuple[str, bytes]]) -> bool:
    """Whether all of `some` stand in `of`, in the same order."""
    rest = iter(of)
    return all(each in rest for each in some)


def attempt(evening: Played, seed: int, folder: Path) -> tuple[str, Outcome]:
    """Damages the evening in `folder` and some of its copies by the seed: how, and what comes of it."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(evening.folder, folder)
    log = folder / "journal.db-wal"
    hits_log = seed // 12 % 3 == 2 and log.exists()
    how = damaged(log if hits_log else folder / "journal.db", seed)
    for place, file in enumerate(sorted((folder / COPIES).iterdir())):
        if seed // 36 >> place & 1:
            damaged(file, seed // 6 + place)
    if seed % 10 == 9:
        count_of(folder / "journal.db").unlink()
    return f"{how}{' in the log' if hits_log else ''}", started(folder, evening)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tries", type=int, default=1000)
    parser.add_argument("--commands", type=int, default=1200)
    given = parser.parse_args()
    with TemporaryDirectory() as made:
        folder = Path(made)
        cut = played(folder, given.commands)
        evenings = (cut, checkpointed(cut, folder / "closed"))
        size = (evenings[1].folder / "journal.db").stat().st_size
        sys.stdout.write(f"{len(cut.entries)} commands, {size} bytes\n")
        sums: dict[str, Counter[str]] = {}
        for seed in range(given.tries):
            how, outcome = attempt(evenings[seed // 6 % 2], seed, folder / "try")
            for row in (how, "all"):
                counts = sums.setdefault(row, Counter())
                counts.update(["tries", outcome.result])
                counts["as it was"] += outcome.is_last
                if outcome.result != "sound":
                    counts["readable"] += outcome.readable
                    counts["saved"] += outcome.saved
                    counts["fewer"] += outcome.saved < outcome.readable
                    counts["with copies"] += max(outcome.saved, outcome.completed or 0)
    for how, counts in sums.items():
        sys.stdout.write(f"{how}: {', '.join(f'{count} {what}' for what, count in counts.items())}\n")


if __name__ == "__main__":
    main()
