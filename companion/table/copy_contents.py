"""Reads what a second copy holds."""

import sqlite3
from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from contextlib import closing, suppress
from pathlib import Path
from typing import NamedTuple

import msgspec

from companion.errors import JournalError, NewerJournalError, ReplayError
from companion.rules.family import Rules, State
from companion.table.copies import CopyFiles, accepted_since, copies_in, goes_beyond
from companion.table.damaged_file import Remains, read_remains
from companion.table.files import opened_read_only
from companion.table.migrations import check_header
from companion.table.progress import Progress, unseen
from companion.table.reader import Entry, JournalReader, read_only
from companion.table.replay import agreeing, standing
from companion.table.salvage import Salvaged, salvaged
from companion.text.language import gettext as _


class Holding(msgspec.Struct, frozen=True):
    """The content of a copy or a journal: `games`, `commands`, and the last game's `rules` and `state`.

    `at` is the time of the last command, in seconds since 1970 UTC. Of the `accepted` commands so many are
    `missing`: they cannot be read or do not play again. Only a reading of all finds them, else both are 0.
    """

    at: float
    games: int
    commands: int
    rules: Rules | None = None
    state: State | None = None
    missing: int = 0
    accepted: int = 0


class CopyOffer(msgspec.Struct, frozen=True):
    """A copy that holds more than the journal, and what it holds; `kept` commands the journal holds."""

    copy: CopyFiles
    holding: Holding
    kept: int


def look_at(copy: CopyFiles) -> Holding:
    """Return what a copy holds; only its last game is played again, so the box's start can wait for it.

    Raises:
        JournalError, ReplayError: it cannot be read, does not play again, or lacks a command.
    """
    since = accepted_since(copy)
    if not copy.whole.exists():
        return _holding(_without_gap(since))
    with closing(read_only(copy.whole)) as journal:
        since = _without_gap(
            (entry for entry in since if entry.sequence > journal.sequence), journal.sequence
        )
        last = since[-1] if since else journal.last()
        of_game = [] if last is None else [*journal.of_game(last.game), *since]
        return _holding(of_game, journal.games)


def _without_gap(since: Iterable[Entry], after: int = 0) -> list[Entry]:
    """Return the entries that follow the command `after`, of which none may be missing."""
    entries = list(since)
    for expected, entry in enumerate(entries, after + 1):
        if entry.sequence != expected:
            raise ReplayError(f"Command {entry.sequence} stands where command {expected} should")
    return entries


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
    holding, missing = _holding(saved.entries), saved.last_missing + saved.others_missing
    accepted = saved.accepted or holding.commands + missing
    return msgspec.structs.replace(holding, missing=missing, accepted=accepted)


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
    check_not_newer(copy.whole)
    remains = read_remains(copy.whole, progress=progress) if copy.whole.exists() else Remains({}, {}, {})
    for entry in accepted_since(copy):
        remains.add(entry)
    if damaged is not None:
        remains = _with(remains, read_remains(damaged, progress=progress))
    return salvaged(remains, max(remains.entries, default=None), progress)


def _with(remains: Remains, others: Remains) -> Remains:
    """Return the remains of a copy with what a journal has more, unless that is another journal."""
    for number in remains.entries.keys() & others.entries.keys():
        ours, theirs = remains.entries[number], others.entries[number]
        if ours.at != theirs.at and ours.digest != theirs.digest:
            return remains
    for entry in others.entries.values():
        remains.add(entry)
    notes, receipts = others.notes | remains.notes, others.receipts | remains.receipts
    return msgspec.structs.replace(remains, notes=notes, receipts=receipts)


def newest_first(
    folders: Iterable[Path], progress: Progress = unseen
) -> list[tuple[CopyFiles, Holding | None]]:
    """Return each copy in the folders with what plays again of it, the one with the newest command first.

    That is None, and the copy comes last, where nothing plays again. All of each copy is played.
    """
    found = [(copy, _left_of(copy, progress)) for folder in folders for copy in copies_in(folder)]
    holdings = [(copy, None if left is None else left.holding) for copy, left in found]
    return sorted(holdings, key=lambda each: each[1].at if each[1] else 0.0, reverse=True)


class _Found(NamedTuple):
    """A copy of which something plays again, and when its commands were accepted."""

    copy: CopyFiles
    holding: Holding
    times: AbstractSet[float]


def _times_of(copy: CopyFiles) -> set[float] | None:
    """Return when a copy's commands were accepted, in seconds since 1970 UTC; None if it cannot be read."""
    times = {entry.at for entry in accepted_since(copy)}
    try:
        with closing(opened_read_only(copy.whole)) as database:
            return times | JournalReader(database).times()
    except (JournalError, sqlite3.Error):
        return None


def _looked_at(folder: Path, times: set[float], progress: Progress) -> Iterator[_Found]:
    """Yield the copies of a folder of which anything plays again, back to the newest sound one."""
    for copy in reversed(copies_in(folder)):
        own = _times_of(copy)
        if times and own is not None and times.isdisjoint(own):
            continue
        try:
            yield _Found(copy, look_at(copy), own or set())
        except (JournalError, OSError, sqlite3.Error):
            left = _left_of(copy, progress)
            if left is not None and not (times and times.isdisjoint(left.times)):
                yield left
        else:
            return


def _left_of(copy: CopyFiles, progress: Progress) -> _Found | None:
    """Return what plays again of a damaged copy; None if nothing does."""
    try:
        saved = whole_of(copy, progress=progress)
    except (NewerJournalError, OSError, sqlite3.Error):
        return None
    holding = of_salvaged(saved)
    return None if holding is None else _Found(copy, holding, {entry.at for entry in saved.entries})


def better_than(
    commands: int,
    folders: Iterable[Path],
    journal: JournalReader | None = None,
    progress: Progress = unseen,
) -> CopyOffer | None:
    """Return the newest copy in the folders if more than so many commands of it play again; else None.

    A copy that has no command of the `journal` is one of another box, and left out, unless the journal is
    empty. One that has its last command comes before all that have not. A start waits for this: of a sound
    copy only the last game is played again, and older ones in its folder are not looked at. All of a damaged
    copy is played, which the `progress` is told.
    """
    times = journal.times() if journal is not None else set()
    found = [each for folder in folders for each in _looked_at(folder, times, progress)]
    last = journal.last() if journal is not None else None
    goes_on = [each for each in found if last is not None and last.at in each.times]
    best = max(goes_on or found, key=lambda each: each.holding.at, default=None)
    if best is None:
        return None
    for other in found:
        # The clock went back after the best one was made.
        if other.holding.commands > best.holding.commands and goes_beyond(other.copy, best.copy):
            best = other
    return CopyOffer(best.copy, best.holding, commands) if best.holding.commands > commands else None
