"""What is kept beside a journal: a copy goes when nothing can go back to it."""

from pathlib import Path

from companion.table.files import copy_of
from companion.table.kept_files import remove_old_copies
from tests.journals import journal_at
from tests.table.golden import FOLDER
from tests.table.tables import play
from tests.table.test_golden import made, table_of


def test_a_copy_stays_until_a_command_was_written_since(tmp_path: Path) -> None:
    table = table_of(FOLDER / "journal-4.sql", tmp_path)
    path = tmp_path / "journal.db"
    assert remove_old_copies(path) == ("journal-version-4.db",)
    play(table, "QH")
    assert remove_old_copies(path) == ()
    assert not copy_of(path, 4).exists()


def test_what_cannot_be_judged_stays(tmp_path: Path) -> None:
    journal_at(made(FOLDER / "journal-5.sql", tmp_path))
    for kept in (
        "journal-version-3.db",
        "journal-damaged-1.db",
        "journal-newer-1.db",
        "phones-damaged-1.json",
    ):
        (tmp_path / kept).write_bytes(b"not a database at all" * 100)
    assert sorted(remove_old_copies(tmp_path / "journal.db")) == [
        "journal-damaged-1.db",
        "journal-newer-1.db",
        "journal-version-3.db",
        "phones-damaged-1.json",
    ]
