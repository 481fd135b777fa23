"""A journal that an earlier version wrote plays again to the same digests, and the game goes on."""

import sqlite3
from pathlib import Path

import pytest

from companion.errors import ReplayError
from companion.journal import Journal
from companion.replay import replay
from companion.rules.commands import Play
from companion.table import Table
from companion.variants import load_variants
from tests.table.golden import FOLDER, Minutes
from tests.table.tables import adding_state

JOURNALS = sorted(FOLDER.glob("journal-*.sql"))


def made(sql: Path, folder: Path, change: str = "") -> Path:
    """The journal in a file of its own, perhaps changed by hand."""
    path = folder / "journal.db"
    database = sqlite3.connect(path)
    database.executescript(sql.read_text("utf-8"))
    if change:
        database.execute("DROP TRIGGER commands_update")
        assert database.execute(change).rowcount == 1
    database.commit()
    database.close()
    return path


def test_there_is_one() -> None:
    assert JOURNALS


@pytest.mark.parametrize("sql", JOURNALS, ids=lambda sql: sql.stem)
def test_it_plays_again(sql: Path, tmp_path: Path) -> None:
    replayed = replay(made(sql, tmp_path))
    assert (replayed.games, replayed.commands) == (6, 30)


@pytest.mark.parametrize("sql", JOURNALS, ids=lambda sql: sql.stem)
def test_its_last_game_goes_on(sql: Path, tmp_path: Path) -> None:
    journal = Journal(made(sql, tmp_path))
    table = Table(load_variants().variants, journal, Minutes())
    assert journal.trouble is None
    assert table.state is not None
    assert (adding_state(table).total, table.state.name_of(table.state.turn)) == (72, "Jörg")
    table.obey(Play(card="QH"))
    assert adding_state(table).total == 0
    table.take_back(3)
    table.reopen()
    assert table.state.name_of(adding_state(table).winner) == "Ann"
    table.close()


@pytest.mark.parametrize(
    "change",
    [
        """UPDATE commands SET variant = replace(variant, ':100,', ':60,') WHERE sequence = 28""",
        """UPDATE commands SET command = replace(command, '"floor": -5', '"floor": -9') WHERE sequence = 1""",
        """UPDATE commands SET variant = replace(variant, 'Ishihara', 'Ishihare') WHERE sequence = 23""",
    ],
)
def test_rules_that_were_changed_by_hand_are_noticed(change: str, tmp_path: Path) -> None:
    with pytest.raises(ReplayError, match="made the state"):
        replay(made(JOURNALS[0], tmp_path, change))
