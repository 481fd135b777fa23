"""Accepted entries that the disk has lost are missed at the next start."""

import errno
import os
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import NoReturn

import pytest

from companion.errors import DiskError
from companion.rules.commands import New
from companion.table.files import count_of, read_count, write_count
from companion.table.journal import Journal
from tests.table.tables import play, started_again, table_in


def emptied(folder: Path) -> None:
    (folder / "journal.db").write_bytes(b"")
    (folder / "journal.db-wal").unlink()


def emptied_beside_its_log(folder: Path) -> None:
    (folder / "journal.db").write_bytes(b"")


def without_its_log(folder: Path) -> None:
    (folder / "journal.db-wal").unlink()


def with_a_damaged_frame(folder: Path) -> None:
    log = folder / "journal.db-wal"
    content = bytearray(log.read_bytes())
    content[-2000] ^= 1
    log.write_bytes(content)


@pytest.fixture
def killed(tmp_path: Path) -> Path:
    """The folder of a box killed after four entries, the first three of them out of the log."""
    before, folder = tmp_path / "before", tmp_path / "killed"
    for made in (before, folder):
        made.mkdir()
    table = table_in(before)
    table.obey(New(variant="ninety-nine", players=("Ann", "Bo")))
    play(table, "2C", "3C")
    table.journal.checkpoint()
    play(table, "5C", "6C")
    for file in before.iterdir():
        if not file.name.endswith("-shm"):
            (folder / file.name).write_bytes(file.read_bytes())
    table.close()
    return folder


@pytest.mark.parametrize(
    ("harm", "says"),
    [
        (emptied, "The disk has lost all 5 entries: enter them again"),
        (
            emptied_beside_its_log,
            "The journal was damaged, but no entry is lost. The damaged file is kept",
        ),
        (without_its_log, "The disk has lost the last 2 entries: enter them again"),
        (with_a_damaged_frame, "The disk has lost the last entry: enter it again"),
    ],
)
def test_lost_entries_are_counted_in_the_trouble(
    killed: Path, harm: Callable[[Path], None], says: str
) -> None:
    harm(killed)
    table = table_in(killed)
    assert table.journal.trouble == says
    table.close()


def test_the_log_beside_an_emptied_journal_is_kept(killed: Path) -> None:
    log = (killed / "journal.db-wal").read_bytes()
    emptied_beside_its_log(killed)
    table_in(killed).close()
    assert (killed / "journal-damaged-1.db-wal").read_bytes() == log


def test_the_log_beside_an_emptied_journal_stays_when_the_start_is_refused(
    killed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = (killed / "journal.db-wal").read_bytes()
    emptied_beside_its_log(killed)

    def no_room(*_: object) -> NoReturn:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("pathlib.Path.write_bytes", no_room)
    with pytest.raises(DiskError):
        table_in(killed)
    assert (killed / "journal.db-wal").read_bytes() == log


def test_loss_is_reported_until_the_next_entry(killed: Path) -> None:
    without_its_log(killed)
    for _ in range(2):
        table = table_in(killed)
        assert table.journal.trouble == "The disk has lost the last 2 entries: enter them again"
        table.close()
    table = table_in(killed)
    play(table, "5C")
    table.close()
    table = table_in(killed)
    assert table.journal.trouble is None
    table.close()


def test_count_may_lag_after_a_power_cut(killed: Path, tmp_path: Path) -> None:
    count_of(killed / "journal.db").write_text("3\n", "ascii")
    table = started_again(killed, tmp_path / "again")
    assert (table.journal.trouble, table.journal.sequence) == (None, 5)
    table.close()


@pytest.mark.parametrize(
    "content",
    [
        *(b"", b"\0" * 20, b"many\n", None, b"%19d\n" % -7, b"%19d\n" % (10**18 - 1)),
        *(b"%9d %9d\n" % counts for counts in ((7, 5), (5, 7), (-7, -7))),
    ],
)
def test_unreadable_count_reports_nothing(killed: Path, content: bytes | None) -> None:
    count = count_of(killed / "journal.db")
    count.unlink() if content is None else count.write_bytes(content)
    table = table_in(killed)
    assert table.journal.trouble is None
    table.close()


def test_a_count_that_nobody_can_read_is_written_anew_with_the_next_entry(killed: Path) -> None:
    count = count_of(killed / "journal.db")
    count.write_bytes(b"%9d %9d\n and what somebody wrote behind it" % (7, 7))
    with closing(table_in(killed)) as table:
        assert read_count(killed / "journal.db") == 0, "and nobody claims that all are there"
        play(table, "7C")
    assert read_count(killed / "journal.db") == 6


def test_no_wrong_bit_of_the_count_makes_another_one(tmp_path: Path) -> None:
    journal = tmp_path / "journal.db"
    write_count(journal, 8303)
    sound = count_of(journal).read_bytes()
    for bit in range(8 * len(sound)):
        content = bytearray(sound)
        content[bit // 8] ^= 1 << bit % 8
        count_of(journal).write_bytes(content)
        assert read_count(journal) in {0, 8303}


@pytest.mark.parametrize(("content", "missing"), [(b"%19d\n" % 7, 2), (b"%9d %9d\n" % (7, 7), 2)])
def test_a_count_is_read_as_this_and_as_older_versions_write_it(
    killed: Path, content: bytes, missing: int
) -> None:
    count_of(killed / "journal.db").write_bytes(content)
    table = table_in(killed)
    assert table.journal.missing == missing
    table.close()


def test_unwritable_count_does_not_stop_the_game(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    count_of(tmp_path / "journal.db").mkdir()
    table = table_in(tmp_path)
    table.obey(New(variant="ninety-nine", players=("Ann", "Bo")))
    assert "journal.accepted cannot be written" in caplog.text
    assert table.journal.sequence == 1
    table.close()


def test_the_count_is_the_same_length_from_the_first_entry_on(tmp_path: Path) -> None:
    table = table_in(tmp_path)
    table.obey(New(variant="ninety-nine", players=("Ann", "Bo")))
    size = count_of(tmp_path / "journal.db").stat().st_size
    for card in ("2C", "3C", "5C", "6C", "7C", "8C", "2D", "3D", "5D", "6D"):
        play(table, card)
    assert count_of(tmp_path / "journal.db").stat().st_size == size
    assert count_of(tmp_path / "journal.db").read_bytes().split() == [b"11", b"11"]
    table.close()


def test_a_journal_that_was_never_used_has_no_count(tmp_path: Path) -> None:
    Journal(tmp_path / "journal.db").close()
    assert not count_of(tmp_path / "journal.db").exists()
