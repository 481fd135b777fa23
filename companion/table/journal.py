"""The journal: an SQLite file with every accepted command of every game, which only grows.

`Journal.rewrite` alone changes what was written, and that only to give players other names.

WAL with ``synchronous=FULL``: a command survives a power cut once `append` has returned. The caller decides
when to checkpoint, at a moment when nobody plays, because on a memory card that reports writes as done too
early a checkpoint can damage the file, but an append cannot.
"""

import errno
import json
import logging
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext, suppress
from functools import partial
from pathlib import Path
from typing import Final

import msgspec

from companion.errors import CommitError, DamagedError, DiskError, JournalError
from companion.table.disk_faults import naming_disk_faults
from companion.table.files import backup_beside, opened_read_only, place_of, read_count, write_count
from companion.table.journal_file import check_file, check_lost, prepare_database
from companion.table.migrations import MIGRATIONS, Migration, transaction
from companion.table.progress import Progress, unseen
from companion.table.reader import COLUMNS, Entry, JournalNote, JournalReader, translate_sqlite_errors
from companion.table.recorded import RESUMES, WENT_ON
from companion.table.replacement import JournalStanding, prepare, put_back, put_in_place, standing_of
from companion.table.reserve import set_room_free
from companion.table.rewriting import Rewriting
from companion.table.salvage import Losses, Salvaged, salvage
from companion.text.language import ENGLISH, using
from companion.text.language import gettext as _
from companion.text.lost_entries import lost_entries

Connect = Callable[[Path], sqlite3.Connection]
"""Opens the database file at a path in autocommit mode, and creates it if it does not exist."""

Writing = Callable[[], AbstractContextManager[None]]
"""Is entered while the journal writes: a slow disk takes seconds, and a long journal that is written anew."""

Reading = Callable[[], AbstractContextManager[Progress]]
"""Is entered while all of a journal or of a copy plays again, and gives what is told how far that is."""

PATIENCE: Final = 1.0
"""Seconds to wait for a lock of another program."""

_log = logging.getLogger(__name__)


def connect(path: Path) -> sqlite3.Connection:
    """Open SQLite's own connection, for one thread at a time but not always the same."""
    return sqlite3.connect(path, timeout=PATIENCE, isolation_level=None, check_same_thread=False)


class Journal(JournalReader):
    """The journal in the file at `path`, created if there is none.

    The constructor copies a journal of an older version beside it (`copy_of`) and migrates it. It moves a
    damaged file aside, together with SQLite's own files, and begins a new journal with what plays again of
    it; `trouble` then says so.
    `sequence` is the number of the last command and `games` that of the newest game, 0 if there is none.
    `standing` is what the journal lacked and had replaced when it was opened or a copy took over.

    Reader nodes number their scans. `pending` holds the last number of each boot of a node that is not on
    disk yet: the journal writes it in the same transaction as the next command or settling note, so that a
    card's effect and its acknowledgement reach the disk together. `taken` holds the last number of each boot
    that is on disk.

    `fault` is why the disk took nothing when it was last tried, None if it took everything.

    Raises:
        JournalError: the file cannot be opened, is of a newer version, or is another kind of database; or it
            is damaged, and the disk does not take what can be saved.
    """

    def __init__(
        self,
        path: Path,
        connect: Connect = connect,
        migrations: Sequence[Migration] = MIGRATIONS,
        writing: Writing = nullcontext,
        reading: Reading = lambda: nullcontext(unseen),
    ) -> None:
        self.path = path
        # Not for each command: Python keeps every name of a path in a table that it would make anew for them.
        self._watched = (path.parent, path, path.with_name(f"{path.name}-wal"))
        self._writing, self._reading = writing, reading
        self._troubles: list[Callable[[], str]] = []
        self.standing = JournalStanding(0, 0, Losses(0), None, is_declined=False)
        self._lacks = 0  # as long as nothing is accepted instead
        self.pending: dict[str, int] = {}
        self.taken: dict[str, int] = {}
        self.fault: DiskError | None = None
        self._connect, self._migrations = connect, migrations
        self._is_void, self._is_closed = True, False
        try:
            self._in_kept_room(self._open)
        except DamagedError as damage:
            self.set_aside(str(damage))

    def _in_kept_room(self, write: Callable[[], None]) -> None:
        """Call `write`, and once more if there may be no room on the disk and the kept room can be set free.

        A disk that fails in another way, named as that, gets no second try: it could hide the first failure.
        """
        try:
            write()
        except JournalError as error:
            is_named = isinstance(error, DamagedError) or (
                isinstance(error, DiskError) and error.fault != "full"
            )
            if is_named or not set_room_free(self.path):
                raise
            write()

    @property
    def missing(self) -> int:
        """The number of entries that followed the last one, as far as anybody knows."""
        return self.standing.losses.last_missing

    @property
    def is_else_whole(self) -> bool:
        """Whether nothing but the `missing` entries was wrong with the journal when it was opened."""
        losses = self.standing.losses
        return len(self._troubles) <= 1 and not losses.others_missing and not losses.unproven

    @property
    def lacks_entries(self) -> bool:
        """Whether the journal lacks entries at its end, or from between."""
        return self.standing.losses.missing > 0

    @property
    def trouble(self) -> str | None:
        """What is wrong, in sentences for the display in the language in use; None if nothing is."""
        return ". ".join(words() for words in self._troubles) or None

    def append(self, entry: Entry) -> None:
        """Write an accepted command in a transaction of its own; on return it is on disk.

        The command gets the next sequence number, whatever `entry` says.

        Raises:
            JournalError: the write failed, and the journal is unchanged.
        """
        sequence = self.sequence + 1
        row = (
            *(entry.game, entry.at, entry.command, entry.digest, json.dumps(entry.winners)),
            *(entry.variant, entry.previous, entry.origin, sequence, entry.edition),
        )
        with translate_sqlite_errors("written"), self._transaction():
            self.database.execute(f"INSERT INTO commands ({COLUMNS}) VALUES (?,?,?,?,?,?,?,?,?,?)", row)  # noqa: S608  # own text
            goes_on = self._lacks > 0 and not entry.command.startswith(RESUMES)
            if goes_on:  # for whoever compares it with a copy that has what is lost
                self._insert(JournalNote(sequence, entry.at, WENT_ON, {"missing": self._lacks}))
            self._write_receipts()
        if goes_on:
            self._lacks = 0
        self._receipts_written()
        self.sequence, self.games = sequence, max(self.games, entry.game)
        # What is missing at the end stays so when the box resumes a game; a replaced journal notes it itself.
        is_counted_in = self._lacks > 0 and self.standing.replacement is None
        write_count(self.path, sequence + (self.missing if is_counted_in else 0))

    def note(self, note: JournalNote, *, settles: bool = False) -> None:
        """Write a note; log a failure, because a note must not stop the game.

        A note that `settles` a scan writes the pending scan numbers in the same transaction. While the disk
        has a `fault` no note is written, because each failing write may take seconds.
        """
        if self.fault is not None:
            return
        try:
            with self._transaction():
                self._insert(note)
                if settles:
                    self._write_receipts()
        except (sqlite3.Error, JournalError) as error:
            _log.warning("A note (%s) could not be kept: %s", note.kind, _for_the_log(error))
            return
        if settles:
            self._receipts_written()

    def _insert(self, note: JournalNote) -> None:
        row = (note.after, note.at, note.kind, json.dumps(note.facts, default=str), note.origin)
        self.database.execute("INSERT INTO notes (after, at, kind, facts, origin) VALUES (?,?,?,?,?)", row)

    def take(self) -> None:
        """Write the pending scan numbers of a scan that led to neither a command nor a note.

        Raises:
            JournalError: the write failed; the node will send the scan again.
        """
        if self.pending and self.fault is None:
            with translate_sqlite_errors("written"), self._transaction():
                self._write_receipts()
            self._receipts_written()

    def try_again(self) -> None:
        """Write the header page unchanged if the disk has a `fault`, to find out whether it still has.

        On a full disk it sets free the room that it has kept there.
        """
        if self.fault is not None:
            if self.fault.fault == "full":
                set_room_free(self.path)
            self._is_void = False
            with suppress(JournalError), translate_sqlite_errors("written"), self._noticing_faults():
                self._stay_in_place()
                self._void()

    def rewrite(self, changes: Rewriting) -> bool:
        """Write other names, all or none; return False, unchanged, if something was written meanwhile.

        On return the old names are nowhere in the file, unless another program reads it: then they are until
        the next checkpoint. The players wait for this.

        Raises:
            JournalError: the write failed, and the journal is unchanged.
        """
        if (self.sequence, self.last_note()) != (changes.sequence, changes.last_note):
            return False
        with translate_sqlite_errors("written"), self._transaction(), _writable(self.database):
            for statement, rows in changes.statements():
                self.database.executemany(statement, rows)
        self._count()
        self._leave_no_trace()
        return True

    def _leave_no_trace(self) -> None:
        """Write the whole file anew, because pages that were split hold what once stood on them."""
        try:
            with self._writing():
                self.database.execute("VACUUM")
                self.database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
            self._count()
        except sqlite3.Error as error:
            self._is_void = False  # what it has left in the log
            _log.warning("Old names may still stand in unused parts of %s: %s", self.path, error)

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """Commit what the block does, or make sure that it never counts when anything raises.

        A commit whose fsync fails leaves its frames, with a valid commit mark, in the write-ahead log: the
        next start would replay the refused card. So another commit overwrites them in the log at once. It
        voids them even if its own fsync fails, because each frame's checksum covers all frames before it
        (sqlite.org, "WAL-mode File Format"). Only a successful commit makes that certain on the disk; until
        then nothing else is written.

        Raises:
            DiskError: the disk does not take it.
        """
        with self._noticing_faults():
            self._stay_in_place()
            self._void()
            try:
                with transaction(self.database):
                    yield
            except CommitError:
                self._is_void = False
                with suppress(CommitError, sqlite3.Error):
                    self._void()
                raise

    @contextmanager
    def _noticing_faults(self) -> Iterator[None]:
        """Keep the fault of the disk that fails in the block, None if the block ends well."""
        try:
            with self._writing(), naming_disk_faults(self.path):
                yield
        except DiskError as fault:
            self.fault = fault
            raise
        self.fault = None

    def _stay_in_place(self) -> None:
        """Write the journal anew if somebody has deleted its files: what is written to deleted ones is lost.

        Raises:
            FileNotFoundError: its folder is gone, as when the disk is unmounted, or has another journal.
        """
        places = self._places()
        if places == self._opened:
            return
        folder, file, _wal = places
        if folder != self._opened[0] or file not in {None, self._opened[1]}:
            raise FileNotFoundError(errno.ENOENT, "the open journal is no longer here", str(self.path))
        _log.error("%s was deleted: it is written anew", self.path)
        with backup_beside(self.database, self.path) as beside:
            # First, because closing deletes the log of that name.
            self.database.close()
            for end in ("-wal", "-shm"):
                self.path.with_name(self.path.name + end).unlink(missing_ok=True)
            beside.replace(self.path)
        self._open()

    def _places(self) -> tuple[tuple[int, int] | None, ...]:
        """Return where the folder, the file and its log are now."""
        return tuple(map(place_of, self._watched))

    def _settle(self) -> None:
        """Write all that is accepted into the file, and nothing that failed."""
        with self._noticing_faults():
            self._void()
        self._checkpoint()

    def _void(self) -> None:
        """Overwrite the frames of a failed commit in the log, by writing the header page unchanged."""
        if not self._is_void:
            with transaction(self.database):
                self.database.execute(f"PRAGMA user_version = {len(self._migrations)}")
            self._is_void = True

    def _write_receipts(self) -> None:
        self.database.executemany(
            "INSERT INTO receipts (boot, sequence) VALUES (?, ?) "
            "ON CONFLICT (boot) DO UPDATE SET sequence = excluded.sequence",
            self.pending.items(),
        )

    def _receipts_written(self) -> None:
        self.taken |= self.pending
        self.pending.clear()

    def checkpoint(self) -> None:
        """Move appended pages from the write-ahead log into the file; call this when nobody plays.

        While another program reads the file, everything stays in the log and the next checkpoint tries again.
        """
        try:
            self._checkpoint()
        except (sqlite3.Error, DiskError) as error:
            _log.warning("The journal could not be checkpointed: %s", _for_the_log(error))

    def _checkpoint(self) -> None:
        # A reader may hold the file for long, and the players must not wait for it.
        self.database.execute("PRAGMA busy_timeout = 0")
        try:
            with self._noticing_faults():
                self._stay_in_place()
                self.database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        finally:
            self.database.execute(f"PRAGMA busy_timeout = {PATIENCE * 1000:.0f}")

    def set_aside(self, reason: str, *, is_damaged: bool = True) -> None:
        """Move the file aside under another name and begin a journal with what plays again of it.

        `reason` goes to the log; a file that is not damaged does not play again. After a power cut in the
        middle the next start does it again, or goes on with it.

        Raises:
            DiskError: the disk does not take what can be saved; the file is unchanged, and closed.
            JournalError: the file cannot be moved.
        """
        _log.error("%s cannot be used: %s", self.path, reason)
        try:
            with self._writing():
                self._in_kept_room(partial(self._prepare, is_damaged=is_damaged))
        except DiskError as fault:
            _log.error("What can be saved of %s cannot be written: %s", self.path, fault.detail)
            self._close_untouched()
            raise
        try:
            self._in_kept_room(self._put_in_place)
        finally:
            # Not earlier: closing deletes the log while it still has its old name.
            self.database.close()
        self._in_kept_room(partial(self._open, is_replaced=True))

    def _put_in_place(self) -> None:
        """Put what `_prepare` wrote in the place of the file; called again, go on in the middle."""
        try:
            put_in_place(self.path)
        except OSError as error:
            why = error.strerror
            raise JournalError(
                lambda: _("The journal is damaged and cannot be moved: {reason}").format(reason=why)
            ) from None

    def take_over(self, read: Callable[[Progress], Salvaged]) -> None:
        """Move the file aside and go on with what `read` saves of a copy; the nodes' receipts stay.

        Raises:
            JournalError: it could not be read or written.
        """
        with self._reading() as progress:
            saved = read(progress)
        with translate_sqlite_errors("written"), self._writing():
            receipts = saved.receipts | self.taken
            try:
                put_back(self.path, msgspec.structs.replace(saved, receipts=receipts))
            except OSError as error:
                why = str(error)
                raise JournalError(
                    lambda: _("The journal cannot be written: {reason}").format(reason=why)
                ) from None
        self.database.close()  # as in `set_aside`
        self._open(is_replaced=True)

    def _prepare(self, *, is_damaged: bool) -> None:
        """Prepare a journal with what plays again of this one.

        Raises:
            DiskError: the disk does not take it.
        """
        saved, form = self._salvage(), None
        with suppress(sqlite3.Error), closing(opened_read_only(self.path)) as database:
            (form,) = database.execute("PRAGMA schema_version").fetchone()
        with translate_sqlite_errors("written"):
            prepare(self.path, saved, is_damaged=is_damaged, migrations=self._migrations, form=form)

    def _salvage(self) -> Salvaged:
        try:
            with naming_disk_faults(self.path), self._reading() as progress:
                return salvage(self.path, self._migrations, progress)
        except sqlite3.Error as error:
            _log.error("Nothing of %s can be saved: %s", self.path, error)
            counted = read_count(self.path)
            return Salvaged((), (), {}, Losses(counted, is_counted=counted > 0, last_missing=counted))

    def _close_untouched(self) -> None:
        """Close the file without a checkpoint, after which SQLite would delete a log of which it reads part.

        It does neither while another connection reads the file, nor when one closes that must not write.
        A file that is no database any more cannot be read: it is checkpointed, and holds what its log held.
        """
        with suppress(sqlite3.Error), closing(opened_read_only(self.path)) as reader:
            reader.execute("PRAGMA schema_version").fetchall()
            self.database.close()
        self.database.close()
        self._is_closed = True

    def tell(self, trouble: Callable[[], str]) -> None:
        """Add a sentence to the `trouble` that the display shows; `trouble` words it."""
        self._troubles.append(trouble)

    def close(self) -> None:
        """Checkpoint and close the file; has no effect the second time.

        Raises:
            JournalError: the disk fails, so that it may not hold every card; the file stays open.
        """
        if self._is_closed:
            return
        try:
            self._in_kept_room(self._settle)
        except (DiskError, sqlite3.Error) as error:
            _log.error("The journal could not be closed: %s", _for_the_log(error))
            raise JournalError(lambda: _("The disk fails: it may not hold every card")) from error
        self.database.close()
        self._is_closed = True

    def _open(self, *, is_replaced: bool = False) -> None:
        """Open the file, and say what it lacks; of one that has just been replaced also what was wrong."""
        try:
            with naming_disk_faults(self.path, at_start=True):
                replacement = put_in_place(self.path)
        except OSError as error:  # played on without it, it would hide that later
            why = str(error)
            raise JournalError(
                lambda: _("The journal cannot be opened: {reason}").format(reason=why)
            ) from None
        is_replaced |= replacement is not None
        with translate_sqlite_errors("opened"), naming_disk_faults(self.path, at_start=True):
            self.database = self._connect(self.path)
        try:
            check_file(self.path)
            with translate_sqlite_errors("opened"), naming_disk_faults(self.path, at_start=True):
                prepare_database(self.database, self.path, self._migrations)
            self._count()
            self._look_for_losses(is_replaced=is_replaced)
            with translate_sqlite_errors("read"):
                self.taken = dict(self.database.execute("SELECT boot, sequence FROM receipts").fetchall())
            self._opened, self._is_closed = self._places(), False
        except DamagedError:
            raise  # the file stays open for `set_aside`
        except BaseException:
            self.database.close()
            raise

    def _look_for_losses(self, *, is_replaced: bool) -> None:
        counted = read_count(self.path)
        self.standing = standing_of(self, counted)
        losses, replacement = self.standing.losses, self.standing.replacement
        self._lacks, self._troubles = losses.missing, []
        if replacement is None and losses.missing:
            check_lost(self.path)
            self._troubles = [partial(lost_entries, losses.missing, self.sequence)]
        elif replacement is not None and (is_replaced or replacement.must_be_said_again):
            if losses.missing or not replacement.is_copy:
                self._troubles = [partial(replacement.sentences, self.sequence)]
            if is_replaced:
                what = "A copy" if replacement.is_copy else "What was saved of it"
                _log.warning("%s takes its place, and it is kept as %s", what, replacement.file)


@contextmanager
def _writable(database: sqlite3.Connection) -> Iterator[None]:
    """Take the triggers away that forbid to change what was written, and put them back after the block."""
    query = "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND name LIKE '%_update'"
    triggers = database.execute(query).fetchall()
    for name, _sql in triggers:
        database.execute(f"DROP TRIGGER {name}")
    yield
    for _name, sql in triggers:
        database.execute(sql)


def _for_the_log(error: Exception) -> str:
    with using(ENGLISH):  # the log is not for players
        return error.detail if isinstance(error, DiskError) else str(error)
