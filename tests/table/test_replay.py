"""A journal played again: alike to the last digest, or an error that names the command."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.errors import JournalError, ReplayError
from companion.rules.adding import step as adding
from companion.rules.commands import New, Play
from companion.table.reader import read_only
from companion.table.replay import Replayed, replay
from companion.table.table import Table
from tests.table.evenings import Evening, do
from tests.table.tables import play, table_in
from tests.table.test_table import lose_a_card

PAIR = New(variant="ninety-nine", players=("Ann", "Bo"))


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """Ann 8, Bo 9: taken back, and a second game begun, taken back and begun again."""
    table = table_in(tmp_path)
    table.obey(PAIR)
    play(table, "8H", "9H")
    table.take_back()
    table.obey(PAIR)
    table.reopen()
    table.obey(PAIR)
    play(table, "KD")
    return table


def test_evening_replays_to_the_same_digests(tmp_path: Path) -> None:
    table = table_in(tmp_path)
    for deed in Evening(seed=3).commands(300):
        do(table, deed)
    table.close()
    assert replay(tmp_path / "journal.db") == Replayed(table.journal.games, table.journal.sequence)
    assert table.journal.games > 3


@pytest.mark.attack("card", "write impossible numbers into the journal", "the entry is named at once")
def test_a_game_of_an_impossible_number_is_found_at_once(table: Table, tmp_path: Path) -> None:
    table.close()
    with closing(sqlite3.connect(tmp_path / "journal.db")) as database:
        database.execute("DROP TRIGGER commands_update")
        database.execute("UPDATE commands SET game = 1 << 60 WHERE sequence = 8")
        database.commit()
    with pytest.raises(ReplayError, match=f"game {1 << 60} by mistake"):
        replay(tmp_path / "journal.db")


def test_journal_in_use_can_be_replayed(table: Table, tmp_path: Path) -> None:
    assert replay(tmp_path / "journal.db") == Replayed(games=3, commands=8)
    play(table, "9C")
    assert replay(tmp_path / "journal.db") == Replayed(games=3, commands=9)


def test_replay_writes_no_file(table: Table, tmp_path: Path) -> None:
    table.close()
    path = tmp_path / "journal.db"
    before = {file: file.read_bytes() for file in tmp_path.iterdir()}
    replay(path)
    assert {file: file.read_bytes() for file in tmp_path.iterdir()} == before


def test_the_first_difference_names_the_command_and_both_digests(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.close()
    monkeypatch.setattr(adding, "step", lose_a_card)
    with pytest.raises(ReplayError) as difference:
        replay(tmp_path / "journal.db")
    with closing(read_only(tmp_path / "journal.db")) as entries:
        second = tuple(entries.forwards())[1]
    assert second.command == '{"cmd": "play", "card": "8H"}'
    says = f"Command 2, {second.command}, made the state {second.digest.hex()} and now makes "
    assert str(difference.value).startswith(says)


@pytest.mark.parametrize(
    ("sequence", "value", "says"),
    [
        (1, "variant = NULL", "Command 1, .* has a variant that cannot be read"),
        (7, """variant = replace(variant, '"target":99', '"target":9')""", "Command 7, .* made the state"),
        (2, """command = '{"cmd": "play", "card": "7H"}'""", "Command 2, .*7H.* made the state"),
        (2, """command = '{"cmd": "play"}'""", "Command 2, .* cannot be read"),
        (3, """command = '{"cmd": "play", "card": "8H"}'""", "Command 3, .* is now refused: already-played"),
        (4, "game = 2", "Command 4, .* for game 2 by mistake"),
        (5, "previous = NULL", "Command 5, .* for game 2 by mistake"),
        (5, "game = 3", "Command 5, .* for game 3 by mistake"),
        (6, "game = 2", "Command 6, .* for game 2 by mistake"),
        (6, "digest = x'0f'", "Command 6, .* made the state 0f and now makes"),
        (8, """winners = '["Bo"]'""", "Command 8, .* was won by"),
        (8, "sequence = 9", "Command 9, .* stands where command 8 should"),
    ],
)
def test_every_kind_of_change_is_found(
    table: Table, tmp_path: Path, sequence: int, value: str, says: str
) -> None:
    table.close()
    path = tmp_path / "journal.db"
    database = sqlite3.connect(path)
    database.execute("DROP TRIGGER commands_update")
    database.execute(f"UPDATE commands SET {value} WHERE sequence = {sequence}")  # noqa: S608  # the test's own text
    database.commit()
    database.close()
    with pytest.raises(ReplayError, match=says):
        replay(path)


def test_reopen_in_the_middle_of_a_game_is_an_error(table: Table, tmp_path: Path) -> None:
    table.close()
    path = tmp_path / "journal.db"
    database = sqlite3.connect(path)
    # A reopening copied to where a card has been played already.
    database.execute(
        "INSERT INTO commands SELECT 9, game, at, command, digest, winners, variant, previous, origin, "
        "edition FROM commands WHERE sequence = 6"
    )
    database.commit()
    database.close()
    with pytest.raises(ReplayError, match=r"Command 9, .* for game 1 by mistake"):
        replay(path)


def test_log_of_a_killed_process_is_replayed(table: Table, tmp_path: Path) -> None:
    table.obey(Play(card="9C"))
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    for name in ("journal.db", "journal.db-wal"):
        shutil.copy(tmp_path / name, elsewhere)
    assert replay(elsewhere / "journal.db").commands == 9


@pytest.mark.parametrize("content", [None, b"no database", b""])
def test_non_journal_is_reported(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "other.db"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(JournalError):
        replay(path)
    assert [each.read_bytes() for each in tmp_path.iterdir()] == [content or b""] * (content is not None)
