"""What SQLite finds wrong with a journal is told in one line that says it."""

from contextlib import closing
from pathlib import Path

import pytest

from companion.errors import DamagedError
from companion.table.journal import connect
from companion.table.migrations import MIGRATIONS, migrate, version_of

PAGE = 4096


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    """An empty journal, closed."""
    path = tmp_path / "journal.db"
    with closing(connect(path)) as database:
        database.execute(f"PRAGMA page_size = {PAGE}")
        migrate(database, 0, MIGRATIONS)
    return path


def test_a_sound_journal_tells_its_version(journal: Path) -> None:
    with closing(connect(journal)) as database:
        assert version_of(database) == len(MIGRATIONS)


def test_the_fault_is_told_without_the_name_of_the_database(journal: Path) -> None:
    with closing(connect(journal)) as database:
        (page,) = database.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'notes'").fetchone()
    content = bytearray(journal.read_bytes())
    content[(page - 1) * PAGE] = 0xFF  # no kind of page (SQLite file format, section 1.6)
    journal.write_bytes(content)
    with closing(connect(journal)) as spoilt:
        (found,) = spoilt.execute("PRAGMA integrity_check(1)").fetchone()
        assert found.startswith("*** in database main ***\n")
        with pytest.raises(DamagedError) as damage:
            version_of(spoilt)
    assert "error code 11" in str(damage.value)
    assert "***" not in str(damage.value)
    assert "\n" not in str(damage.value)


def test_a_fault_of_one_line_is_told_as_it_is(journal: Path) -> None:
    with closing(connect(journal)) as database:
        database.execute("INSERT INTO notes (after, at, kind, facts) VALUES (1, 2, 'noise', '{}')")
        database.execute("PRAGMA writable_schema = ON")
        database.execute("UPDATE sqlite_schema SET sql = replace(sql, 'origin TEXT', 'origin TEXT NOT NULL')")
    with (
        closing(connect(journal)) as spoilt,
        pytest.raises(DamagedError, match=r"^NULL value in notes\.origin$"),
    ):
        version_of(spoilt)
