"""Reads what a second copy holds."""

import sqlite3
from collections.abc import Iterable
from contextlib import closing
from itertools import islice
from pathlib import Path

import msgspec

from companion.errors import JournalError, ReplayError
from companion.rules.family import Rules, State
from companion.table.copies import CopyFiles, accepted_since, copies_in, goes_beyond
from companion.table.damaged_file import Remains, read_remains
from companion.table.files import opened_read_only
from companion.table.progress import Progress, unseen
from companion.table.reader import Entry, JournalReader, read_only
from companion.table.replay import agreeing, standing
from companion.table.salvage import Salvaged, salvaged
from companion.text.language import gettext as _


class Holding(msgspec.Struct, frozen=True):
    """The content of a copy or a journal: `games`, `commands`, and the last game's `rules` and `state`.

    `at` is the time of the last command, in seconds since 1970 UTC.
    """

    at: float
    games: int
    commands: int
    rules: Rules | None = None
    state: State | None = None


class CopyOffer(msgspec.Struct, frozen=True):
    """A copy that holds more than the journal, and what it holds; `kept` commands the journal holds."""

    copy: CopyFiles
    holding: Holding
    kept: int


def look_at(copy: CopyFiles) -> Holding:
    """Return what a copy holds; only its last game is played again, so the box's start can wait for it.

    Raises:
        JournalError, ReplayError: it cannot be read, or does not play again.
    """
    since = accepted_since(copy)
    if not copy.whole.exists():
        return _holding(since)
    with closing(read_only(copy.whole)) as journal:
        since = [entry for entry in since if entry.sequence > journal.sequence]
        last = since[-1] if since else journal.last()
        of_game = [] if last is None else [*journal.of_game(last.game), *since]
        return _holding(of_game, journal.games)


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
    return _holding(saved.entries) if saved.entries else None


def _holding(entries: Iterable[Entry], games: int = 0) -> Holding:
    """Return what a journal holds of whose `entries` the last game is here; it has `games`, or more here."""
    every = list(entries)
    if not every:
        raise JournalError(lambda: _("There is no game in it"))
    last = every[-1]
    _agreed, playing = agreeing(standing(entry for entry in every if entry.game == last.game))
    games = max(games, *(entry.game for entry in every))
    return Holding(last.at, games, last.sequence, playing.rules, playing.state)


def whole_of(copy: CopyFiles, damaged: Path | None = None, progress: Progress = unseen) -> Salvaged:
    """Play all of a copy again and return what leads to the same states, digest by digest.

    What the copy lacks is taken from the `damaged` journal, if there is one: what was accepted since.

    Raises:
        OSError, sqlite3.Error: it cannot be read.
    """
    remains = read_remains(copy.whole, progress=progress) if copy.whole.exists() else Remains({}, {}, {})
    for entry in accepted_since(copy):
        remains.entries.setdefault(entry.sequence, entry)
    if damaged is not None:
        remains = _with(remains, read_remains(damaged, progress=progress))
    return salvaged(remains, max(remains.entries, default=None), progress)


def _with(remains: Remains, others: Remains) -> Remains:
    """Return the remains of a copy with what a journal has more, unless that is another journal."""
    both = remains.entries.keys() & others.entries.keys()
    if any(remains.entries[number].at != others.entries[number].at for number in both):
        return remains
    return Remains(
        others.entries | remains.entries, others.notes | remains.notes, others.receipts | remains.receipts
    )


def newest_first(
    folders: Iterable[Path], progress: Progress = unseen
) -> list[tuple[CopyFiles, Holding | None]]:
    """Return each copy in the folders with what plays again of it, the one with the newest command first.

    That is None, and the copy comes last, where nothing plays again. All of each copy is played.
    """
    found = [(copy, _checked(copy, progress)) for folder in folders for copy in copies_in(folder)]
    return sorted(found, key=lambda each: each[1].at if each[1] else 0.0, reverse=True)


def _checked(copy: CopyFiles, progress: Progress) -> Holding | None:
    try:
        return of_salvaged(whole_of(copy, progress=progress))
    except (OSError, sqlite3.Error):
        return None


def _may_be_of(times: set[float], copy: CopyFiles) -> bool:
    """Return whether a copy may be one of the journal whose commands have these `times`."""
    own = {entry.at for entry in accepted_since(copy)}
    try:
        with closing(opened_read_only(copy.whole)) as database:
            own |= JournalReader(database).times()
    except (JournalError, sqlite3.Error):
        return True
    return not times.isdisjoint(own)


def _looked_at(copy: CopyFiles) -> Holding | None:
    try:
        return look_at(copy)
    except (JournalError, ReplayError, OSError, sqlite3.Error):
        return None


def better_than(
    commands: int, folders: Iterable[Path], journal: JournalReader | None = None
) -> CopyOffer | None:
    """Return the newest copy in the folders if it holds more than so many commands; else None.

    A copy that has no command of the `journal` is one of another box, and left out, unless the journal is
    empty. Of each folder only the newest copy that plays again is looked at, because a start waits for it.
    """
    times, found = journal.times() if journal is not None else set(), []
    for folder in folders:
        copies = (copy for copy in reversed(copies_in(folder)) if not times or _may_be_of(times, copy))
        looked = ((copy, _looked_at(copy)) for copy in copies)
        found += list(islice(((copy, holding) for copy, holding in looked if holding is not None), 1))
    copy, holding = max(found, key=lambda each: each[1].at, default=(None, None))
    for other, holds in found:
        if copy is not None and goes_beyond(other, copy):  # the clock went back after `copy` was made
            copy, holding = other, holds
    if copy is None or holding is None or holding.commands <= commands:
        return None
    return CopyOffer(copy, holding, commands)
