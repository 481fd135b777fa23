"""``companion restore``: says what the second copies of a journal hold, and lets one take over."""

import argparse
import errno
import os
import sqlite3
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from companion.config import data_folder
from companion.errors import JournalError, NewerJournalError
from companion.maintenance.doctor.storage import nearest
from companion.maintenance.update.owner import as_owner
from companion.maintenance.update.update import DATA
from companion.table.copies import CopyFiles, copy_of_file
from companion.table.copy_contents import (
    Holding,
    check_not_newer,
    look_at_journal,
    newest_first,
    of_salvaged,
    whole_of,
)
from companion.table.copy_places import folders_to_read
from companion.table.files import JOURNAL, held
from companion.table.moments import local_moment
from companion.table.replacement import put_back
from companion.table.salvage import salvage
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
        yield f"{_named(copy)}: {_said(holding) if holding else _why_nothing(copy)}"
    if found and all(holding is not None and not holding.losses.missing for _copy, holding in found):
        yield "Every digest of these agrees"
    if any(holding for _copy, holding in found):
        yield "To let one take over: companion restore FILE"
    for path in filter(None, map(_closed, folders)):
        raise _may_not_be_read(path)
    if not found:
        yield f"No copy in {' or '.join(map(str, folders))}"


def _why_nothing(copy: CopyFiles) -> str:
    try:
        check_not_newer(copy.whole)
    except NewerJournalError as error:
        return str(error)
    return _said(None) if _closed(copy.folder) is None else "it may not be read"


def _closed(folder: Path) -> Path | None:
    """Return what this user may not read of the copies in a folder, which may be the folder itself."""
    try:
        copies = [file for file in folder.iterdir() if copy_of_file(file) is not None]
    except PermissionError:
        return folder
    except OSError:
        return None
    return _first_closed(copies)


def _first_closed(files: Iterable[Path]) -> Path | None:
    return next((file for file in files if not os.access(file, os.R_OK)), None)


def _may_not_be_read(path: object) -> JournalError:
    return JournalError(f"{path} may not be read by this user: use sudo")


def take_over(
    file: Path, journal: Path, ask: Callable[[str], str] | None, *, is_agreed: bool
) -> Iterator[str]:
    """Let the copy that `file` belongs to take the place of the journal; yield what is said about it.

    Without `is_agreed` it asks, and without anybody to `ask` it changes nothing.

    Raises:
        JournalError: there is no such copy, nothing of it plays again, this user may not read it, the journal
            is in use, of a newer version or cannot be written; the journal is unchanged.
    """
    with _about(file):
        copy = copy_of_file(file)
        if copy is None or not file.is_file():
            raise JournalError("there is no such copy, companion restore lists them")
        closed = _first_closed(each for each in (copy.whole, copy.since) if each.exists())
        if closed is not None:  # the text would only count as empty
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(closed))
        saved = whole_of(copy, progress=_shown)
    if not saved.entries:
        raise JournalError(f"{file}: nothing of it plays again")
    yield f"The copy {_named(copy)}: {_said(of_salvaged(saved))}"
    with _about(journal):
        own = _own(journal)
        both = whole_of(copy, journal, _shown) if own.is_damaged else saved
    yield f"The journal {journal}: {own.said}"
    if len(both.entries) > len(saved.entries):
        saved = both
        yield f"The copy with what the journal has more: {_said(of_salvaged(saved))}"
    lost = own.commands - saved.losses.kept
    if lost > 0:
        yield f"The journal holds {_counted(lost)} more than what takes its place"
    if not is_agreed:
        if ask is None:
            yield "Nothing has changed. With --yes the copy takes over, and the journal is kept"
            return
        if ask(f"The copy takes over, and the journal is kept. Type {_YES} to go on: ").strip() != _YES:
            yield "Nothing has changed"
            return
    with as_owner(nearest(journal.parent)):
        lock = held(journal.parent)
        try:
            kept = put_back(journal, saved)
        except (JournalError, OSError, sqlite3.Error) as error:
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


@contextmanager
def _about(file: Path) -> Iterator[None]:
    """Let an error of the block, which reads `file`, be one sentence about it."""
    try:
        yield
    except PermissionError as error:
        raise _may_not_be_read(error.filename) from None
    except (JournalError, OSError, sqlite3.Error) as error:
        raise JournalError(f"{file}: {error}") from None


class _Own(NamedTuple):
    """A journal that a copy would replace: a sentence about it, and how many `commands` of it are kept."""

    said: str
    commands: int = 0
    is_damaged: bool = False


def _own(journal: Path) -> _Own:
    if not journal.exists():
        return _Own("there is none")
    sound = look_at_journal(journal)
    if sound is not None:
        return _Own(_said(sound), sound.commands)
    check_not_newer(journal)
    left = salvage(journal, progress=_shown)
    return _Own(_said(of_salvaged(left)), left.losses.kept, is_damaged=True)


def _said(holding: Holding | None) -> str:
    """Return what a copy or a journal holds: ``of 2026-11-23 21:40, after hand 6: Ninety-nine: 87...``."""
    if holding is None or holding.rules is None or holding.state is None:
        return "nothing in it plays again"
    when = f"{local_moment(holding.at):%Y-%m-%d %H:%M}"
    game = holds(holding.rules, holding.state, holding.games)
    said = f"of {whence(when, holding.state)}: {game}, {_counted(holding.commands)}"
    missing = holding.losses.missing
    if not missing:
        return said
    does = "does" if missing == 1 else "do"
    return f"{said}; {missing} of {holding.losses.accepted} {does} not play again"


def _counted(commands: int) -> str:
    return f"{commands} command{'' if commands == 1 else 's'}"
