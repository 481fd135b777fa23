"""Replaces a journal by what was saved of it or by what a copy held: completely or not at all.

The last note of the new journal says which file it replaces and what it lacks. So whenever the power fails,
the next start finds the old journal, or the new one and all that there is to say about it.
"""

import json
import logging
import sqlite3
from collections.abc import Sequence
from contextlib import closing, suppress
from pathlib import Path
from secrets import randbelow
from typing import Final, NamedTuple

import msgspec

from companion.errors import JournalError
from companion.table.disk_faults import naming_disk_faults
from companion.table.files import (
    count_line,
    count_of,
    database_files,
    free_name,
    on_disk,
    opened_read_only,
    read_count,
    write_count,
    write_whole,
)
from companion.table.migrations import MIGRATIONS, Migration, migrate, transaction
from companion.table.reader import COLUMNS, Entry, JournalNote, JournalReader
from companion.table.recorded import DECLINED, REPLACES, RESUMES
from companion.table.salvage import Losses, Replacement, Salvaged

DAMAGED: Final = "damaged"
REPLACED: Final = "replaced"
"""The words in the name of a journal that was set aside, and of one whose place a copy has taken."""

_ENDS: Final = ("-wal", "-shm", "")

_log = logging.getLogger(__name__)


class JournalStanding(NamedTuple):
    """How a journal of `sequence` entries stands at a start: how many were `accepted`, and its `losses`.

    What the box has resumed at a start since the last play counts in neither number. `replacement` says what
    the journal has replaced; it is None once it has accepted a command of its own. `is_declined` says that
    somebody has declined a copy, and has not played since.
    """

    sequence: int
    accepted: int
    losses: Losses
    replacement: Replacement | None
    is_declined: bool

    @property
    def is_answered(self) -> bool:
        """Whether a player has declined the copy or taken it; then the box does not ask again."""
        return self.is_declined or (self.replacement is not None and self.replacement.is_copy)


def standing_of(journal: JournalReader, counted: int) -> JournalStanding:
    """Return how a journal stands that has `counted` its entries (`read_count`).

    Raises:
        JournalError: its last entries or notes cannot be read.
    """
    played = _last_played(journal)
    missing, is_declined = max(counted - journal.sequence, 0), False
    accepted = played + missing
    for note in journal.newest_notes(played):
        with suppress(msgspec.ValidationError):
            if note.kind == REPLACES and not missing:
                replacement = msgspec.convert(note.facts, Replacement)
                return JournalStanding(played, accepted, replacement.losses, replacement, is_declined)
            if note.kind == DECLINED:
                is_declined |= note.facts.get("accepted") == accepted
    losses = Losses(accepted, is_counted=counted > 0, last_missing=missing)
    return JournalStanding(played, accepted, losses, None, is_declined)


def _last_played(journal: JournalReader) -> int:
    """Return the number of the last command but for those with which the box resumes a game at a start."""
    with closing(journal.backwards()) as entries:
        return next((entry.sequence for entry in entries if not entry.command.startswith(RESUMES)), 0)


def prepare(
    path: Path,
    saved: Salvaged,
    *,
    is_copy: bool = False,
    is_damaged: bool = True,
    migrations: Sequence[Migration] = MIGRATIONS,
    form: int | None = None,
) -> Path | None:
    """Write what was saved of the journal at `path` beside it; on return it is on disk, for `put_in_place`.

    Return where that moves the journal, None if there is none.

    `form` is the `JournalReader.rewritten` of that journal. Without it the new one has a number that no copy
    has: nobody knows from which of them somebody was forgotten since, and a new copy takes their place.

    Raises:
        DiskError: the disk does not take it; nothing is left of it.
        OSError, sqlite3.Error: it could not be written for another reason; nothing is left of it.
    """
    kept = free_name(path, REPLACED if is_copy else DAMAGED) if path.exists() else None
    replacement = Replacement(kept.name if kept else None, saved.losses, is_copy, is_damaged, saved.earlier)
    at = saved.entries[-1].at if saved.entries else 0.0
    note = JournalNote(len(saved.entries), at, REPLACES, msgspec.to_builtins(replacement))
    beside = path.with_name(f".{path.name}.new")
    try:
        with naming_disk_faults(path):
            for left in database_files(beside):  # by a power cut
                left.unlink(missing_ok=True)
            beside.write_bytes(b"")  # a new database; SQLite does not say why it cannot begin one
            _write(beside, saved, note, migrations, form or randbelow(2**30) + 2**16)
            on_disk(beside)
            beside.replace(_ready(path))
            on_disk(path.parent)
    except Exception:
        for left in (*database_files(beside), _ready(path)):
            with suppress(OSError):
                left.unlink(missing_ok=True)
        raise
    return kept


def _write(
    path: Path, saved: Salvaged, note: JournalNote, migrations: Sequence[Migration], form: int
) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("PRAGMA synchronous = OFF")  # `prepare` syncs it, once
        migrate(database, 0, migrations)
        with transaction(database):
            database.executemany(
                f"INSERT INTO commands ({COLUMNS}) VALUES (?,?,?,?,?,?,?,?,?,?)",  # noqa: S608  # own text
                map(_row, saved.entries),
            )
            database.executemany(
                "INSERT INTO notes (after, at, kind, facts, origin) VALUES (?,?,?,?,?)",
                (
                    (each.after, each.at, each.kind, json.dumps(each.facts), each.origin)
                    for each in (*saved.notes, note)
                ),
            )
            database.executemany("INSERT INTO receipts (boot, sequence) VALUES (?,?)", saved.receipts.items())
            database.execute(f"PRAGMA schema_version = {form}")
        # As the journal has it: else its next opening would convert the file, with four syncs.
        database.execute("PRAGMA journal_mode = WAL").fetchall()


def _row(entry: Entry) -> tuple[object, ...]:
    values = msgspec.structs.asdict(entry)
    return tuple((values | {"winners": json.dumps(entry.winners)}).values())


def put_in_place(path: Path) -> Replacement | None:
    """Put a journal that `prepare` wrote in the place of the one at `path`; return what it replaces.

    It is None if none was prepared. After a power cut in the middle the next call goes on.

    Raises:
        OSError: the count could not be written, or a file not renamed.
    """
    ready = _ready(path)
    if not ready.exists():
        return None
    try:
        with closing(opened_read_only(ready)) as database:
            entries = JournalReader(database)
            replacement = standing_of(entries, 0).replacement
    except (JournalError, sqlite3.Error) as error:
        _log.error("%s is damaged as well, and is made again: %s", ready, error)
        replacement = None
    if replacement is None:
        ready.unlink()
        return None
    # First, or the next start would take what the count has more for entries that were lost since.
    write_whole(count_of(path), count_line(entries.sequence))
    if replacement.file is not None:
        # The database goes last, because the name of its log is found by it.
        for end in _ENDS:
            beside = path.with_name(path.name + end)
            if beside.exists():
                beside.rename(path.with_name(replacement.file + end))
        # Before the new one has this name the log must have another: SQLite would read it as the new one's.
        on_disk(path.parent)
    ready.replace(path)
    try:
        on_disk(path.parent)
    except OSError as error:  # after a power cut the next start goes on with it
        _log.warning("The new name of %s may not be on the disk yet: %s", path, error)
    return replacement


def put_back(journal: Path, saved: Salvaged) -> Path | None:
    """Make what a copy held the journal at `journal`; return where the one before is kept, if there was one.

    The caller has locked the folder. After a power cut the next start goes on with it.

    Raises:
        DiskError, OSError, sqlite3.Error: it could not be written, and the journal is unchanged.
    """
    counted = read_count(journal)
    kept = prepare(journal, saved, is_copy=True)
    try:
        put_in_place(journal)
    except OSError:
        with suppress(OSError):
            _ready(journal).unlink()  # or the next start would go on with it
        if kept is not None:
            for end in _ENDS[::-1]:
                with suppress(OSError):
                    kept.with_name(kept.name + end).rename(journal.with_name(journal.name + end))
        write_count(journal, counted, synced=True)
        raise
    return kept


def _ready(path: Path) -> Path:
    return path.with_name(f".{path.name}.salvaged")
