"""Tests of the floor's store, in SQLite and in PostgreSQL."""

import pytest

from companion.errors import FloorError
from companion.floor.store import (
    AdmittedTable,
    DisagreesError,
    JournalKey,
    NewLines,
    Store,
    StoredJournal,
)
from tests.floor.conftest import MakeStore

BOX = "0a1b2c3d"
FIRST = JournalKey(BOX, 1, "1-00000001")
SECOND = JournalKey(BOX, 2, "2-00000002")


def lines(journal: JournalKey, start: int, *texts: str) -> NewLines:
    return NewLines(journal, start, texts, [f"chain {text}" for text in texts])


def test_lines_are_kept_in_their_order(make_store: MakeStore) -> None:
    store = make_store()
    store.add([lines(FIRST, 0, "a", "b"), lines(SECOND, 0, "c")])
    store.add([lines(FIRST, 2, "d")])
    again = make_store()
    assert again.lines(FIRST) == ["a", "b", "d"]
    assert again.journals(BOX) == {
        FIRST: StoredJournal(3, "chain d"),
        SECOND: StoredJournal(1, "chain c"),
    }


def test_line_that_comes_twice_changes_nothing(make_store: MakeStore) -> None:
    store = make_store()
    store.add([lines(FIRST, 0, "a", "b")])
    make_store("Saturday").add([lines(FIRST, 1, "b", "c")])
    assert store.lines(FIRST) == ["a", "b", "c"]


def test_other_line_at_a_known_number_is_refused(make_store: MakeStore) -> None:
    store = make_store()
    store.add([lines(FIRST, 0, "a", "b")])
    with pytest.raises(DisagreesError, match="game 1 had another line 1 before"):
        store.add([lines(SECOND, 0, "x"), lines(FIRST, 1, "c", "d")])
    assert store.lines(FIRST) == ["a", "b"]
    assert store.lines(SECOND) == []
    store.add([lines(SECOND, 0, "x")])
    assert store.lines(SECOND) == ["x"]


def test_rooms_share_a_database(make_store: MakeStore) -> None:
    friday, saturday = make_store(), make_store("Saturday")
    table = AdmittedTable(BOX, 7, "192.168.1.7:8098", "companion-8098=x")
    friday.admit(table)
    assert saturday.tables() == []
    moved = AdmittedTable(BOX, 8, "192.168.1.9:8098", "companion-8098=y")
    friday.admit(moved)
    saturday.admit(table)
    assert friday.tables() == [moved]
    friday.dismiss(BOX)
    assert (friday.tables(), saturday.tables()) == ([], [table])


def test_names_are_replaced_as_a_whole(make_store: MakeStore) -> None:
    store = make_store()
    store.put_people(BOX, "old", b"Ann")
    store.put_people(BOX, "new", b"Guest 1")
    assert make_store().names(BOX) == ("new", b"Guest 1")


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("floor.db", "floor.db is no address of a database: write postgresql://"),
        ("postgresql://club@127.0.0.1:1/club", "The database does not answer: connection failed"),
        ("mysql://club@db/club", "mysql://club@db/club is no address of a database"),
    ],
)
def test_database_that_cannot_be_used_gets_one_sentence(url: str, says: str) -> None:
    with pytest.raises(FloorError, match=says):
        Store(url, "Friday")
