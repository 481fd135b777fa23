"""The journal's file: how it is kept, what it refuses to be, how it grows older."""

import re
import sqlite3
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.errors import Illegal, JournalError
from companion.rules.commands import Bust, Deal, New, Play
from companion.table.files import copy_of
from companion.table.journal import Journal, connect
from companion.table.migrations import MIGRATIONS
from companion.table.reader import Entry, JournalNote, read_only
from companion.table.replay import replay
from companion.table.table import Table
from tests.journals import journal_at
from tests.table.tables import StillClock, play, table_in

PAIR = New(variant="ninety-nine", players=("Ann", "Bo"))
FIRST = Entry(1, 5.0, '{"cmd": "new"}', b"digest", variant="{}")
SECOND = Entry(1, 6.0, '{"cmd": "bust"}', b"other", winners=("Ann", "Bo"), origin="phone")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.db"


def pragma(journal: Journal, name: str) -> object:
    (value,) = journal.database.execute(f"PRAGMA {name}").fetchone()
    return value


def test_journal_uses_wal_and_full_sync(path: Path) -> None:
    journal = journal_at(path)
    assert pragma(journal, "journal_mode") == "wal"
    assert pragma(journal, "synchronous") == 2
    assert pragma(journal, "wal_autocheckpoint") == 0


def test_journal_refuses_storage_without_wal(path: Path) -> None:
    with pytest.raises(JournalError, match="not safe where it lies: journal_mode memory"):
        Journal(path, lambda _: sqlite3.connect(":memory:", isolation_level=None))


class Lenient(sqlite3.Connection):
    """A connection whose ``synchronous`` cannot be set."""

    def execute(self, query: str, values: object = ()) -> sqlite3.Cursor:
        return super().execute("SELECT 1" if "synchronous =" in query else query, values)  # type: ignore[arg-type]


def test_ineffective_setting_is_refused(path: Path) -> None:
    def normal(path: Path) -> sqlite3.Connection:
        connection = sqlite3.connect(path, isolation_level=None, factory=Lenient)
        connection.executescript("PRAGMA synchronous = 1")
        return connection

    with pytest.raises(JournalError, match="synchronous 1"):
        Journal(path, normal)


def test_entries_read_back_equal_and_numbered(path: Path) -> None:
    journal = journal_at(path)
    for entry in (FIRST, SECOND):
        journal.append(entry)
    journal.close()
    journal = journal_at(path)
    first, second = journal.of_game(1)
    assert (first.sequence, second.sequence, journal.sequence, journal.games) == (1, 2, 2, 1)
    assert (first, second) == (replace(FIRST, sequence=1), replace(SECOND, sequence=2))
    assert journal.last() == second
    assert tuple(journal.forwards()) == (first, second)
    assert journal.of_game(1, before=2) == (first,)


def test_journal_is_append_only(path: Path) -> None:
    journal = journal_at(path)
    journal.append(FIRST)
    journal.note(JournalNote(1, 5.0, "claim", {}))
    for deed in ("DELETE FROM commands", "UPDATE commands SET at = 0", "DELETE FROM notes"):
        with pytest.raises(sqlite3.IntegrityError, match="append-only"):
            journal.database.execute(deed)


def test_journal_is_checkpointed_only_between_games(tmp_path: Path, path: Path) -> None:
    table = table_in(tmp_path)
    table.obey(PAIR)
    begun = path.read_bytes()
    for _ in range(30):
        table.obey(Play(card="10H", value=10))
        table.take_back()
    table.obey(Bust())
    table.obey(Deal())
    assert path.read_bytes() == begun
    table.obey(PAIR)
    assert len(path.read_bytes()) > len(begun)


def test_two_tables_cannot_write_to_one_journal(tmp_path: Path) -> None:
    ours, theirs = table_in(tmp_path), table_in(tmp_path)
    ours.obey(PAIR)
    with pytest.raises(JournalError, match="Another companion"):
        theirs.obey(PAIR)
    assert theirs.state is None
    play(ours, "8H")


class Failing(sqlite3.Connection):
    """A disk that fails the next statement of some kind."""

    fails = ""

    def execute(self, query: str, values: object = ()) -> sqlite3.Cursor:
        if self.fails and query.startswith(self.fails):
            raise sqlite3.OperationalError("disk I/O error")
        return super().execute(query, values)  # type: ignore[arg-type]  # typeshed keeps its name for these private


def failing_table(folder: Path) -> tuple[Table, Failing]:
    """A table with a game on, and the connection under it."""
    disks: list[Failing] = []

    def connect_failing(path: Path) -> sqlite3.Connection:
        disks.append(sqlite3.connect(path, isolation_level=None, factory=Failing))
        return disks[-1]

    table = table_in(folder, connect=connect_failing)
    table.obey(PAIR)
    play(table, "8H")
    return table, disks[-1]


@pytest.mark.parametrize("statement", ["BEGIN", "INSERT", "COMMIT"])
def test_failed_write_leaves_the_game_unchanged(tmp_path: Path, statement: str) -> None:
    table, disk = failing_table(tmp_path)
    before = table.moments
    disk.fails = statement
    with pytest.raises(JournalError, match="The disk fails"):
        table.obey(Play(card="7C"))
    with pytest.raises(JournalError):
        table.take_back()
    with pytest.raises(JournalError):
        table.obey(New(variant="one-hundred", players=("Ann", "Bo", "Cy")))
    assert (table.moments, table.game, table.last_new()) == (before, 1, PAIR)
    disk.fails = ""
    play(table, "7C")
    table.close()
    again = table_in(tmp_path)
    assert again.moments == table.moments
    assert [entry.sequence for entry in again.journal.of_game(1)] == [1, 2, 3]


def test_failed_write_of_reopen_leaves_the_game_unchanged(tmp_path: Path) -> None:
    table, disk = failing_table(tmp_path)
    table.obey(PAIR)
    disk.fails = "COMMIT"
    with pytest.raises(JournalError):
        table.reopen()
    assert (table.game, table.can_reopen) == (2, True)
    disk.fails = ""
    table.reopen()
    assert table.game == 1


def play_on_and_on(table: Table) -> None:
    for _ in range(500):
        play(table, "8H")
        table.take_back()


def test_full_disk_refuses_commands_until_there_is_space(tmp_path: Path) -> None:
    table = table_in(tmp_path)
    table.obey(PAIR)
    pages = pragma(table.journal, "page_count")
    table.journal.database.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(JournalError, match="full"):
        play_on_and_on(table)
    assert table.journal.sequence == len(table.journal.of_game(1)) > 2
    table.journal.database.execute("PRAGMA max_page_count = 1000000")
    play(table, "9H")
    table.close()
    assert replay(tmp_path / "journal.db").commands == table.journal.sequence
    assert table_in(tmp_path).moments == table.moments


def test_read_only_disk_refuses_commands(tmp_path: Path) -> None:
    table = table_in(tmp_path)
    table.obey(PAIR)
    table.journal.database.execute("PRAGMA query_only = ON")
    with pytest.raises(JournalError, match="The disk is read-only"):
        play(table, "8H")
    assert len(table.moments) == 1


@pytest.mark.parametrize("statement", ["BEGIN", "INSERT INTO notes", "COMMIT"])
def test_failed_note_does_not_stop_the_game(
    tmp_path: Path, statement: str, caplog: pytest.LogCaptureFixture
) -> None:
    table, disk = failing_table(tmp_path)
    disk.fails = statement
    with pytest.raises(Illegal, match="already-played"):
        play(table, "8H")
    assert re.search("could not be kept: .*disk I/O error", caplog.text)
    disk.fails = ""
    play(table, "7C")
    assert not table.journal.notes()


class Waiting(sqlite3.Connection):
    """A connection that notes for how many milliseconds each checkpoint would wait for a reader."""

    waits: list[int]

    def execute(self, query: str, values: object = ()) -> sqlite3.Cursor:
        if "wal_checkpoint" in query:
            (wait,) = super().execute("PRAGMA busy_timeout").fetchone()
            self.waits = [*getattr(self, "waits", ()), wait]
        return super().execute(query, values)  # type: ignore[arg-type]  # as SQLite takes them


def test_checkpoint_does_not_wait_for_readers(tmp_path: Path, path: Path) -> None:
    def waiting(path: Path) -> Waiting:
        return sqlite3.connect(path, timeout=1.0, isolation_level=None, factory=Waiting)

    table = table_in(tmp_path, connect=waiting)
    table.obey(PAIR)
    reading = sqlite3.connect(path, isolation_level=None)
    reading.execute("BEGIN")
    assert reading.execute("SELECT count(*) FROM commands").fetchone() == (1,)
    table.obey(Play(card="8"))
    table.obey(PAIR)
    assert isinstance(table.journal.database, Waiting)
    assert set(table.journal.database.waits) == {0}
    assert pragma(table.journal, "busy_timeout") == 1000
    assert reading.execute("SELECT count(*) FROM commands").fetchone() == (1,)
    reading.close()
    table.close()
    assert replay(path).games == 2


def test_a_checkpoint_that_fails_does_not_stop_a_new_game(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    table, disk = failing_table(tmp_path)
    disk.fails = "PRAGMA wal_checkpoint"
    table.obey(PAIR)
    assert "could not be checkpointed: disk I/O error" in caplog.text
    disk.fails = ""
    table.close()
    assert table_in(tmp_path).game == 2


def test_missing_folder_is_reported(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="cannot be opened"):
        Journal(tmp_path / "nowhere" / "journal.db")


@pytest.mark.attack("card", "lay another database in the journal's place", "it is refused and stays as it is")
def test_foreign_database_is_refused_unchanged(path: Path) -> None:
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE photos (name)")
    other.close()
    before = path.read_bytes()
    with pytest.raises(JournalError, match="no journal of the companion"):
        Journal(path)
    assert path.read_bytes() == before


def with_places(database: sqlite3.Connection) -> None:
    """A later version: where the table stands."""
    database.execute("ALTER TABLE commands ADD COLUMN place TEXT NOT NULL DEFAULT 'home'")


def broken(database: sqlite3.Connection) -> None:
    """A later version that fails halfway."""
    with_places(database)
    database.execute("CREATE TABLE commands (twice)")


LATER = (*MIGRATIONS, with_places)


def test_older_journal_is_migrated_with_all_its_content(tmp_path: Path, path: Path) -> None:
    table = table_in(tmp_path)
    table.obey(PAIR)
    play(table, "8H")
    table.close()
    journal = journal_at(path, connect, LATER)
    assert pragma(journal, "user_version") == len(LATER)
    assert journal.database.execute("SELECT DISTINCT place FROM commands").fetchall() == [("home",)]
    again = Table({}, journal, StillClock())
    assert again.moments == table.moments
    play(again, "9C")


def test_migration_keeps_a_copy_for_rollback(tmp_path: Path, path: Path) -> None:
    table = table_in(tmp_path)
    table.obey(PAIR)
    play(table, "8H")
    table.journal.database.close()  # as a killed companion leaves it, all of it still in the log
    Journal(path, connect, LATER).close()
    kept = copy_of(path, len(MIGRATIONS))
    assert {each.name for each in tmp_path.iterdir()} == {"journal.db", "journal.accepted", kept.name}
    kept.rename(path)
    again = table_in(tmp_path)
    assert again.moments == table.moments
    play(again, "9C")


def test_a_journal_of_today_is_not_copied(tmp_path: Path, path: Path) -> None:
    Journal(path).close()
    Journal(path).close()
    assert [each.name for each in tmp_path.iterdir()] == ["journal.db"]


def test_a_journal_that_cannot_be_copied_stays_what_it_was(tmp_path: Path, path: Path) -> None:
    Journal(path).close()
    (tmp_path / f".{copy_of(path, len(MIGRATIONS)).name}.new").mkdir()
    with pytest.raises(JournalError, match="cannot be copied before it is updated"):
        Journal(path, connect, LATER)
    assert pragma(journal_at(path), "user_version") == len(MIGRATIONS)


def test_migration_is_atomic(path: Path) -> None:
    Journal(path).close()
    with pytest.raises(JournalError, match="already exists"):
        Journal(path, connect, (*MIGRATIONS, broken))
    journal = journal_at(path)
    assert pragma(journal, "user_version") == len(MIGRATIONS)
    assert "place" not in [row[1] for row in journal.database.execute("PRAGMA table_info(commands)")]


def test_newer_journal_is_refused_unchanged(path: Path) -> None:
    Journal(path, connect, LATER).close()
    before = path.read_bytes()
    with pytest.raises(JournalError, match="newer companion"):
        Journal(path)
    with pytest.raises(JournalError, match="newer companion"):
        read_only(path)
    assert path.read_bytes() == before
    assert [each.name for each in path.parent.iterdir()] == ["journal.db"]


def test_read_only_access_to_an_older_journal_changes_nothing(path: Path) -> None:
    journal = journal_at(path)
    journal.append(FIRST)
    journal.close()
    before = path.read_bytes()
    entries = read_only(path, LATER)
    assert [entry.command for entry in entries.forwards()] == [FIRST.command]
    assert entries.database.execute("SELECT place FROM commands").fetchall() == [("home",)]
    entries.close()
    assert path.read_bytes() == before
