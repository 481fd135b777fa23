"""``companion restore``: says what the second copies of a journal hold, and lets one take over."""

import argparse
import os
import sqlite3
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from companion.config import data_folder
from companion.errors import JournalError
from companion.maintenance.update.owner import as_owner
from companion.maintenance.update.update import DATA
from companion.table.copies import CopyFiles, copy_of_file
from companion.table.copy_contents import Holding, look_at_journal, newest_first, of_salvaged, whole_of
from companion.table.copy_places import folders_to_read
from companion.table.files import JOURNAL, held
from companion.table.moments import local_moment
from companion.table.salvage import put_back
from companion.text.copies import holds, whence

_YES = "yes"


def restore(given: argparse.Namespace, configured: str) -> Iterator[str]:
    """Yield what the copies hold, also those in the folder `configured`, or let the one of a file take over.

    Raises:
        JournalError: as with `take_over`.
    """
    data = given.data or (DATA if DATA.is_dir() else data_folder(None, os.environ))
    if given.file is None:
        return _listed(folders_to_read(configured, data))
    ask = input if sys.stdin.isatty() else None
    return take_over(given.file, data / JOURNAL, ask, is_agreed=given.yes)


def _listed(folders: list[Path]) -> Iterator[str]:
    found = newest_first(folders, _shown)
    for copy, holding in found:
        yield f"{_named(copy)}: {_said(holding)}"
    if found:
        yield "Every digest of these agrees. To let one take over: companion restore FILE"
    else:
        yield f"No copy in {' or '.join(map(str, folders))}"


def take_over(
    file: Path, journal: Path, ask: Callable[[str], str] | None, *, is_agreed: bool
) -> Iterator[str]:
    """Let the copy that `file` belongs to take the place of the journal; yield what is said about it.

    Without `is_agreed` it asks, and without anybody to `ask` it changes nothing.

    Raises:
        JournalError: there is no such copy, nothing of it plays again, the journal is in use or cannot be
            written; the journal is unchanged.
    """
    copy = copy_of_file(file)
    if copy is None or not file.is_file():
        raise JournalError(f"{file}: there is no such copy, companion restore lists them")
    try:
        saved = whole_of(copy, progress=_shown)
    except (OSError, sqlite3.Error) as error:
        raise JournalError(f"{file}: the copy cannot be read: {error}") from None
    if not saved.entries:
        raise JournalError(f"{file}: nothing of it plays again")
    yield f"The copy {_named(copy)}: {_said(of_salvaged(saved))}"
    missing = saved.last_missing + saved.others_missing
    if missing:
        yield f"Of this copy {missing} command{' does' if missing == 1 else 's do'} not play again"
    yield f"The journal {journal}: {_journal_said(journal)}"
    if not is_agreed:
        if ask is None:
            yield "Nothing has changed. With --yes the copy takes over, and the journal is kept"
            return
        if ask(f"The copy takes over, and the journal is kept. Type {_YES} to go on: ").strip() != _YES:
            yield "Nothing has changed"
            return
    with as_owner(journal.parent):
        lock = held(journal.parent)
        try:
            kept = put_back(journal, saved)
        except (OSError, sqlite3.Error) as error:
            raise JournalError(f"{journal}: the copy could not be put there: {error}") from None
        finally:
            os.close(lock)
    yield "The copy has taken over" + ("" if kept is None else f"; the journal until now is {kept}")


def _shown(done: int, of: int) -> None:
    """Show on a terminal how far a copy is read; the next line is written over it."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r{done} of {of} read\033[K\r")
        sys.stderr.flush()


def _named(copy: CopyFiles) -> Path:
    return copy.whole if copy.whole.exists() else copy.since


def _journal_said(journal: Path) -> str:
    return _said(look_at_journal(journal)) if journal.exists() else "there is none"


def _said(holding: Holding | None) -> str:
    """Return what a copy or a journal holds: ``of 2026-11-23 21:40, after hand 6: Ninety-nine: 87...``."""
    if holding is None or holding.rules is None or holding.state is None:
        return "nothing in it plays again"
    when = f"{local_moment(holding.at):%Y-%m-%d %H:%M}"
    game = holds(holding.rules, holding.state, holding.games)
    commands = f"{holding.commands} command{'' if holding.commands == 1 else 's'}"
    return f"of {whence(when, holding.state)}: {game}, {commands}"
