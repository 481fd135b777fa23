"""Disks that fail: one that SQLite cannot write to at all, and one whose fsync fails.

As an SD card dies, SQLite has written the frames of a commit to its log, and says that it failed. What it
would have written is made by SQLite itself, on a copy of the files.
"""

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory


class UnsyncedConnection(sqlite3.Connection):
    """A connection to the file at `path`; while it `fails`, every fsync does.

    `since_begin` has what the last transaction wrote.
    """

    path: Path
    fails = False
    since_begin: list[tuple[str, object]]
    _sound_bytes = 0

    @property
    def log(self) -> Path:
        return self.path.with_name(self.path.name + "-wal")

    def execute(self, query: str, values: object = ()) -> sqlite3.Cursor:
        if self.fails and query == "COMMIT":
            self._leave_frames()
            raise sqlite3.OperationalError("disk I/O error")
        if self.fails and "wal_checkpoint" in query:
            raise sqlite3.OperationalError("disk I/O error")
        done = super().execute(query, values)  # type: ignore[arg-type]  # typeshed keeps its name for these private
        if query.startswith("BEGIN"):
            self.since_begin = []
        elif query == "COMMIT" or "wal_checkpoint" in query:
            self._sound_bytes = self.log.stat().st_size
        elif self.in_transaction:
            self.since_begin.append((query, values))
        return done

    def _leave_frames(self) -> None:
        """Writes what this commit writes where the last one that succeeded ends in the log."""
        with TemporaryDirectory() as folder:
            twin = Path(folder) / self.path.name
            shutil.copy(self.path, twin)
            log = twin.with_name(twin.name + "-wal")
            log.write_bytes(self.log.read_bytes()[: self._sound_bytes])
            with closing(sqlite3.connect(twin, isolation_level=None)) as database:
                database.execute("PRAGMA wal_autocheckpoint = 0")
                database.execute("BEGIN IMMEDIATE")
                for query, values in self.since_begin:
                    database.execute(query, values)  # type: ignore[arg-type]  # as they came
                database.execute("COMMIT")
                frames = log.read_bytes()[self._sound_bytes :]
        with self.log.open("r+b") as file:
            file.seek(self._sound_bytes)
            file.write(frames)


def connect_unsynced(path: Path) -> UnsyncedConnection:
    """Opens the database at `path` on such a disk, which works until it `fails`."""
    database = sqlite3.connect(path, isolation_level=None, factory=UnsyncedConnection)
    database.path = path
    return database


class FaultyConnection(sqlite3.Connection):
    """A connection that begins no transaction while SQLite answers with the result `code`, 0 for none.

    `tries` counts the transactions that were to begin; `on_commit` is called while one waits for the disk.
    """

    code = 0
    tries = 0
    on_commit: Callable[[], None] | None = None

    def execute(self, query: str, values: object = ()) -> sqlite3.Cursor:
        self.tries += query.startswith("BEGIN")
        if self.code and (query.startswith("BEGIN") or "wal_checkpoint" in query):
            error = sqlite3.OperationalError("as the disk says")
            error.sqlite_errorcode = self.code
            raise error
        if query == "COMMIT" and self.on_commit is not None:
            self.on_commit()
        return super().execute(query, values)  # type: ignore[arg-type]  # as above


def connect_faulty(path: Path) -> FaultyConnection:
    """Opens the database at `path` on a disk that works until its `code` is set."""
    return sqlite3.connect(path, isolation_level=None, factory=FaultyConnection)
