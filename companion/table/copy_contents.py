"""Reads what a second copy holds."""

import sqlite3
from collections.abc import Iterable
from contextlib import closing, suppress
from pathlib import Path

import msgspec

from companion.errors import JournalError, NewerJournalError, ReplayError
from companion.rules.family import Rules, State
from companion.table.copies import CopyFiles, accepted_since, newest_copies
from companion.table.damaged_file import Remains, read_remains
from companion.table.files import opened_read_only
from companion.table.migrations import check_header
from companion.table.progress import Progress, unseen
from companion.table.reader import Entry, read_only
from companion.table.replay import agreeing, standing
from companion.table.salvage import Losses, Salvaged, salvaged
from companion.text.language import gettext as _


class Holding(msgspec.Struct, frozen=True):
    """The content of a copy or a journal: `games`, `commands`, and the last game's `rules` and `state`.

    `at` is the time of the last command, in seconds since 1970 UTC. `losses` are the commands that cannot be
    read or do not play again; only a reading of all finds them.
    """

    at: float
    games: int
    commands: int
    rules: Rules | None = None
    state: State | None = None
    losses: Losses = Losses(0)


def look_at_journal(path: Path) -> Holding | None:
    """Return what the journal at `path` holds; None if there is none, or none that can be read."""
    try:
        with closing(read_only(path)) as journal:
            last = journal.last()
            return None if last is None else _holding(journal.of_game(last.game), journal.games)
    except (JournalError, ReplayError, sqlite3.Error):
        return None


def of_salvaged(saved: Salvaged) -> Holding | None:
    """Return what was saved; None if nothing was."""
    if not saved.entries:
        return None
    return msgspec.structs.replace(_holding(saved.entries), losses=saved.losses)


def _holding(entries: Iterable[Entry], games: int = 0) -> Holding:
    """Return what a journal holds of whose `entries` the last game is here; it has `games`, or more here."""
    every = list(entries)
    if not every:
        raise JournalError(lambda: _("There is no game in it"))
    last = every[-1]
    _agreed, playing = agreeing(standing(entry for entry in every if entry.game == last.game))
    games = max(games, *(entry.game for entry in every))
    return Holding(last.at, games, last.sequence, playing.rules, playing.state)


def check_not_newer(path: Path) -> None:
    """Check that a journal or the whole of a copy, also a damaged one, is not of a newer version.

    Raises:
        NewerJournalError: it is.
    """
    with suppress(sqlite3.Error), closing(opened_read_only(path)) as database:
        check_header(database)


def whole_of(copy: CopyFiles, damaged: Path | None = None, progress: Progress = unseen) -> Salvaged:
    """Play all of a copy again and return what leads to the same states, digest by digest.

    What the copy lacks is taken from the `damaged` journal, if there is one: what was accepted since, and
    commands that do not play again as the copy has them.

    Raises:
        NewerJournalError: it is of a newer version.
        OSError, sqlite3.Error: it cannot be read.
    """
    remains = remains_of(copy, progress)
    if damaged is not None:
        others = read_remains(damaged, progress=progress)
        if remains.shares_any(others) and not remains.contradicts(others):
            remains.add_all(others)
    return salvaged(remains, 0, progress)


def newest_first(
    folders: Iterable[Path], progress: Progress = unseen
) -> list[tuple[CopyFiles, Holding | None]]:
    """Return each copy in the folders with what plays again of it, the one with the newest command first.

    That is None, and the copy comes last, where nothing plays again. All of each copy is played.
    """
    found = [(copy, _held_by(copy, progress)) for copy, _last in newest_copies(folders)]
    return sorted(found, key=lambda each: each[1].at if each[1] else 0.0, reverse=True)


def _held_by(copy: CopyFiles, progress: Progress) -> Holding | None:
    try:
        return of_salvaged(whole_of(copy, progress=progress))
    except (NewerJournalError, OSError, sqlite3.Error):
        return None


def remains_of(copy: CopyFiles, progress: Progress = unseen) -> Remains:
    """Read what a copy has; none of it is checked yet.

    Raises:
        NewerJournalError: it is of a newer version.
        OSError, sqlite3.Error: it cannot be read.
    """
    check_not_newer(copy.whole)
    remains = read_remains(copy.whole, progress=progress) if copy.whole.exists() else Remains({}, {}, {})
    for entry in accepted_since(copy):
        remains.add(entry)
    return remains
