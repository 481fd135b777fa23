"""SQLite reads nothing behind a broken place in its log; the box reads all that is sound there."""

import errno
import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import NoReturn

import pytest

from companion.errors import DiskError, JournalError
from companion.rules.commands import New
from companion.table.damaged_log import sound_log, transactions_lost
from tests.table.damage import PAGE, Played, moments_of, played
from tests.table.tables import play, table_in

HEADER, FRAME = 32, 24 + PAGE


@pytest.fixture(scope="module")
def cut(tmp_path_factory: pytest.TempPathFactory) -> Played:
    """An evening whose last commands stand in the log, as after a power cut."""
    return played(tmp_path_factory.mktemp("cut"), 120)


@pytest.fixture
def folder(cut: Played, tmp_path: Path) -> Path:
    shutil.copytree(cut.folder, tmp_path / "folder")
    return tmp_path / "folder"


def flip(log: Path, at: int) -> None:
    content = bytearray(log.read_bytes())
    content[at] ^= 4
    log.write_bytes(content)


@pytest.mark.parametrize(
    "at",
    [1, 9, 17, 25, HEADER + 3, HEADER + 7, HEADER + 9, HEADER + 17, HEADER + 24 + 500, HEADER + FRAME + 2000],
    ids=[
        "magic number",
        "page size",
        "salt of the log",
        "checksum of the log",
        "page number",
        "size",
        "salt",
        "checksum",
        "page",
        "second page",
    ],
)
def test_a_wrong_bit_in_the_log_costs_nothing(folder: Path, cut: Played, at: int) -> None:
    flip(folder / "journal.db-wal", at)
    table = table_in(folder)
    assert moments_of(table) == cut.last
    assert table.journal.sequence == len(cut.entries)
    assert str(table.journal.trouble).startswith("The journal was damaged, but no entry is lost. ")
    table.close()


def last_transaction(log: Path) -> int:
    """Where the frames of the last transaction begin."""
    content = log.read_bytes()
    starts = range(HEADER, len(content), FRAME)
    *_, before, _last = [at for at in starts if content[at + 4 : at + 8] != bytes(4)]
    return before + FRAME


@pytest.fixture
def three(tmp_path: Path) -> Path:
    """The folder of a game of three commands, all of which stand in the log."""
    table = table_in(tmp_path)
    table.obey(New(variant="ninety-nine", players=("Ann", "Bo")))
    play(table, "8H", "7H")
    folder = tmp_path / "folder"
    folder.mkdir()
    for file in tmp_path.glob("journal.*"):
        shutil.copy(file, folder)
    table.close()
    return folder


def test_a_command_that_counts_is_read_behind_a_wrong_bit_of_the_one_before(three: Path) -> None:
    log = three / "journal.db-wal"
    flip(log, last_transaction(log) - PAGE + 100)
    assert transactions_lost(log) == 1
    table = table_in(three)
    assert (table.journal.sequence, table.journal.missing) == (3, 0)
    table.close()


def test_a_refused_start_leaves_the_command_in_the_log(three: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = three / "journal.db-wal"
    flip(log, last_transaction(log) - PAGE + 100)
    before = [file.read_bytes() for file in (three / "journal.db", log)]

    def no_room(*_: object) -> NoReturn:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patched:
        patched.setattr("pathlib.Path.write_bytes", no_room)
        with pytest.raises(DiskError):
            table_in(three)
    assert [file.read_bytes() for file in (three / "journal.db", log)] == before
    table = table_in(three)
    assert (table.journal.sequence, table.journal.missing) == (3, 0)
    table.close()


def test_a_command_that_a_power_cut_interrupted_is_no_damage(three: Path) -> None:
    log = three / "journal.db-wal"
    flip(log, last_transaction(log) + 100)
    (three / "journal.accepted").unlink()  # nobody was told that it counts
    assert transactions_lost(log) == 1
    table = table_in(three)
    assert (table.journal.sequence, table.journal.trouble) == (2, None)
    table.close()


def test_a_log_that_cannot_be_read_is_refused_as_any_journal_that_cannot(three: Path) -> None:
    (three / "journal.db-wal").unlink()
    (three / "journal.db-wal").mkdir()
    with pytest.raises(JournalError):
        table_in(three)


def test_a_whole_log_has_lost_nothing_and_stays_as_it_is(folder: Path) -> None:
    content = (folder / "journal.db-wal").read_bytes()
    assert transactions_lost(folder / "journal.db-wal") == 0
    assert transactions_lost(folder / "none") == 0
    again = sound_log(content)
    assert len(again) == len(content)
    assert again[HEADER + 24 :: FRAME] == content[HEADER + 24 :: FRAME]


def test_frames_of_an_earlier_use_of_the_file_are_left_out(tmp_path: Path) -> None:
    path, log = tmp_path / "some.db", tmp_path / "some.db-wal"
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("CREATE TABLE numbers (n)")
        for number in range(9):
            database.execute("INSERT INTO numbers VALUES (?)", (number,))
        database.execute("PRAGMA wal_checkpoint(RESTART)").fetchall()
        database.execute("UPDATE numbers SET n = 0")
        content = log.read_bytes()
    assert len(content) > HEADER + 2 * FRAME
    log.write_bytes(content)
    assert transactions_lost(log) == 0
    assert len(sound_log(content)) == HEADER + FRAME
