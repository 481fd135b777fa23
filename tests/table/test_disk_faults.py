"""What a disk does when it fails, by its own name: full, read-only, gone, in use, or it just fails."""

import errno
import json
import shutil
import sqlite3
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from companion.errors import CommitError, DiskError, DiskFault, JournalError
from companion.rules.commands import New
from companion.table.disk_faults import naming_disk_faults
from companion.table.journal import Journal, connect
from companion.table.replay import replay
from companion.table.reserve import keep_room
from companion.table.table import Table
from tests.table.tables import VARIANTS, StillClock, adding_state, play, table_in

PAIR = New(variant="ninety-nine", players=("Ann", "Bo"))
MOUNTED = 'mount -t tmpfs -o size=600k none "$1" && exec "$2" -m tests.table.full_disk "$1" full'


def sqlite_error(code: int) -> sqlite3.OperationalError:
    error = sqlite3.OperationalError("as SQLite says")
    error.sqlite_errorcode = code
    return error


def fault_of(error: Exception, path: Path) -> DiskFault:
    with pytest.raises(DiskError) as raised, naming_disk_faults(path):
        raise error
    return raised.value.fault


@pytest.mark.parametrize(
    ("error", "fault"),
    [
        (sqlite_error(sqlite3.SQLITE_FULL), "full"),
        (sqlite_error(sqlite3.SQLITE_READONLY), "read-only"),
        (sqlite_error(sqlite3.SQLITE_BUSY_SNAPSHOT), "busy"),
        (sqlite_error(sqlite3.SQLITE_IOERR_FSYNC), "failing"),
        (sqlite_error(sqlite3.SQLITE_IOERR_SHMSIZE), "full"),
        (sqlite_error(sqlite3.SQLITE_CANTOPEN), "failing"),
        (OSError(errno.ENOSPC, "No space left on device"), "full"),
        (OSError(errno.EROFS, "Read-only file system"), "read-only"),
        (OSError(errno.EIO, "Input/output error"), "failing"),
        (FileNotFoundError(errno.ENOENT, "No such file or directory"), "gone"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_fault_has_the_name_of_what_is_wrong(tmp_path: Path, error: Exception, fault: DiskFault) -> None:
    assert fault_of(error, tmp_path) == fault


def test_failed_commit_has_the_fault_of_its_cause(tmp_path: Path) -> None:
    commit = CommitError("as SQLite says")
    commit.__cause__ = sqlite_error(sqlite3.SQLITE_FULL)
    assert fault_of(commit, tmp_path) == "full"


def test_failing_disk_that_is_not_there_is_gone(tmp_path: Path) -> None:
    assert fault_of(sqlite_error(sqlite3.SQLITE_IOERR_WRITE), tmp_path / "away" / "journal.db") == "gone"


def test_what_is_no_fault_of_the_disk_stays_what_it_is(tmp_path: Path) -> None:
    with pytest.raises(sqlite3.OperationalError), naming_disk_faults(tmp_path):
        raise sqlite_error(sqlite3.SQLITE_ERROR)


@pytest.fixture
def table(tmp_path: Path) -> Table:
    table = table_in(tmp_path)
    table.obey(PAIR)
    play(table, "2C")
    return table


@pytest.mark.parametrize("ends", [("",), ("-wal",), ("", "-wal", "-shm")], ids=["file", "log", "all"])
def test_deleted_journal_is_written_anew_before_the_next_card_counts(
    table: Table, tmp_path: Path, ends: tuple[str, ...]
) -> None:
    for end in ends:
        (tmp_path / f"journal.db{end}").unlink()
    play(table, "3C")
    table.close()
    assert replay(tmp_path / "journal.db").commands == 3
    assert adding_state(table_in(tmp_path)).total == 5


def test_no_card_counts_while_the_folder_is_gone(table: Table, tmp_path: Path) -> None:
    away = tmp_path.with_name(f"{tmp_path.name}-away")
    tmp_path.rename(away)
    with pytest.raises(DiskError, match="The journal is gone"):
        play(table, "3C")
    away.rename(tmp_path)
    play(table, "5C")
    table.close()
    assert adding_state(table_in(tmp_path)).total == 7


def test_another_journal_in_its_place_is_left_alone(table: Table, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    table_in(other).close()
    (other / "journal.db").replace(tmp_path / "journal.db")
    with pytest.raises(DiskError, match="The journal is gone"):
        play(table, "3C")


def test_full_disk_keeps_what_it_took_and_takes_more_when_there_is_space(tmp_path: Path) -> None:
    """On a real file system, where this user may mount one; else on files that may not grow."""
    program = [sys.executable, "-m", "tests.table.full_disk", str(tmp_path), "limited"]
    faults, unshare = ["failing", "failing"], shutil.which("unshare")
    if unshare is not None and _may_mount(unshare, tmp_path):
        program, faults = (
            [unshare, "-rm", "sh", "-c", MOUNTED, "sh", str(tmp_path), sys.executable],
            ["full"] * 2,
        )
    done = subprocess.run(program, stdout=subprocess.PIPE, text=True, check=True)  # our own program
    told = json.loads(done.stdout)
    assert told["faults"] == faults
    assert (told["took"] > 0) == (faults[0] == "full")
    assert told["again"] == told["kept"]


def _may_mount(unshare: str, folder: Path) -> bool:
    mount = [unshare, "-rm", "mount", "-t", "tmpfs", "none", str(folder)]
    return subprocess.run(mount, stderr=subprocess.DEVNULL, check=False).returncode == 0  # as above


def test_a_journal_opens_on_a_full_disk_from_the_room_that_it_has_kept(tmp_path: Path) -> None:
    path, reserve = tmp_path / "journal.db", tmp_path / "journal.reserve"
    Journal(path).close()
    keep_room(path)

    def connect_if_there_is_room(path: Path) -> sqlite3.Connection:
        if reserve.exists():
            raise sqlite_error(sqlite3.SQLITE_FULL)
        return connect(path)

    Journal(path, connect=connect_if_there_is_room).close()
    assert not reserve.exists()


def refused_a_card(path: Path, code: int) -> Table:
    """A table whose disk fails with that code as long as it has the kept room, after a card was refused."""

    class Failing(sqlite3.Connection):
        def execute(self, query: str, values: object = ()) -> sqlite3.Cursor:
            if query == "COMMIT" and path.with_suffix(".reserve").exists():
                raise sqlite_error(code)
            return super().execute(query, values)  # type: ignore[arg-type]  # typeshed keeps its name private

    connected = partial(sqlite3.connect, isolation_level=None, factory=Failing)
    table = Table(VARIANTS, Journal(path, connect=connected), StillClock())
    table.obey(PAIR)
    keep_room(path)
    with pytest.raises(DiskError):
        play(table, "8H")
    return table


def test_a_journal_closes_on_a_full_disk_in_the_room_that_it_has_kept(tmp_path: Path) -> None:
    table = refused_a_card(tmp_path / "journal.db", sqlite3.SQLITE_FULL)
    table.close()
    assert replay(tmp_path / "journal.db").commands == 1


def test_a_journal_does_not_close_on_a_disk_that_fails_as_if_it_were_full(tmp_path: Path) -> None:
    table = refused_a_card(tmp_path / "journal.db", sqlite3.SQLITE_IOERR_FSYNC)
    with pytest.raises(JournalError, match="may not hold every card"):
        table.close()
    (tmp_path / "journal.reserve").unlink()
    table.close()


def test_a_disk_without_room_is_full_though_the_error_does_not_say_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    used = shutil.disk_usage(tmp_path)._replace(free=0)
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: used)
    (tmp_path / "journal.db").touch()
    assert fault_of(sqlite_error(sqlite3.SQLITE_IOERR), tmp_path / "journal.db") == "full"
