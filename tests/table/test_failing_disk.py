"""A disk that fails while it is written to: what was refused never counts, what was accepted stays."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.errors import Illegal, JournalError
from companion.rules.commands import New, Play
from companion.rules.refusals import AlreadyPlayed
from companion.table.table import Table
from tests.table.failing_disk import UnsyncedConnection, connect_unsynced
from tests.table.tables import adding_state, play, started_again, table_in

PAIR = New(variant="ninety-nine", players=("Ann", "Bo"))


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """2♣ is accepted; from now on the disk can be made to fail."""
    table = table_in(tmp_path, connect=connect_unsynced)
    table.obey(PAIR)
    play(table, "2C")
    yield table
    table.journal.database.close()


def disk(table: Table) -> UnsyncedConnection:
    assert isinstance(table.journal.database, UnsyncedConnection)
    return table.journal.database


def on_disk(table: Table, elsewhere: Path) -> tuple[int, int]:
    """The total, and how many commands are kept, when the box is killed now and started again."""
    again = started_again(table.journal.path.parent, elsewhere)
    try:
        return adding_state(again).total, again.journal.sequence
    finally:
        again.close()


def refused(table: Table, card: str) -> None:
    with pytest.raises(JournalError, match="The disk fails"):
        play(table, card)


@pytest.mark.parametrize("cards", [("3C",), ("3C", "5C", "6C")], ids=["one", "three"])
def test_a_refused_card_does_not_count_after_the_next_start(
    table: Table, cards: tuple[str, ...], tmp_path: Path
) -> None:
    disk(table).fails = True
    for card in cards:
        refused(table, card)
    assert on_disk(table, tmp_path / "again") == (2, 2)


def test_nothing_else_is_written_until_the_failed_commit_is_void_on_the_disk(table: Table) -> None:
    disk(table).fails = True
    refused(table, "3C")
    said = disk(table).since_begin
    for card in ("5C", "6C"):
        refused(table, card)
        assert disk(table).since_begin == said, "only what makes the failed commit void"


def test_recovered_disk_accepts_the_next_card(table: Table, tmp_path: Path) -> None:
    disk(table).fails = True
    refused(table, "3C")
    disk(table).fails = False
    play(table, "5C")
    assert on_disk(table, tmp_path / "again") == (7, 3)


def test_a_refusal_acknowledges_a_card_only_where_it_settles_it(table: Table) -> None:
    table.journal.pending["5F3A1C22"] = 7
    card, twice = Play(card="3C"), Illegal(AlreadyPlayed("3C"))
    table.note_refusal(card, twice)
    assert table.journal.taken == {}
    table.note_refusal(card, twice, settles=True)
    assert table.journal.taken == {"5F3A1C22": 7}


def test_unwritten_card_is_not_acknowledged(table: Table, tmp_path: Path) -> None:
    table.journal.pending["5F3A1C22"] = 7
    disk(table).fails = True
    refused(table, "3C")
    table.journal.take()
    again = started_again(tmp_path, tmp_path / "again")
    assert (again.journal.taken, table.journal.taken) == ({}, {})
    again.close()


def test_disk_failure_on_close_is_reported_and_play_can_continue(table: Table, tmp_path: Path) -> None:
    disk(table).fails = True
    with pytest.raises(JournalError, match="The disk fails: it may not hold every card"):
        table.close()
    disk(table).fails = False
    table.obey(Play(card="3C"))
    assert on_disk(table, tmp_path / "again") == (5, 3)


def test_close_fails_after_a_failed_commit(table: Table, tmp_path: Path) -> None:
    disk(table).fails = True
    refused(table, "3C")
    with pytest.raises(JournalError, match="may not hold every card"):
        table.close()
    assert on_disk(table, tmp_path / "again") == (2, 2)
