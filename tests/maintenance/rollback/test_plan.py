"""Whether there is a way back: only where no card gets lost on it."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.errors import NoWayBackError
from companion.maintenance.rollback.plan import RollbackPlan, plan_rollback
from companion.table.files import copy_of
from companion.table.journal import Journal
from companion.table.last_ready import STARTED, ReadyVersion
from companion.table.migrations import MIGRATIONS
from tests.maintenance.rollback.boxes import NEW, OLD, Home, damage, upgraded


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return upgraded(tmp_path)


def way(home: Home, installed: str = NEW) -> RollbackPlan:
    return plan_rollback(home.data, home.kept, installed)


def test_a_journal_that_was_made_newer_goes_back_to_its_copy(home: Home) -> None:
    found = way(home)
    assert found.copy == copy_of(home.journal, OLD.journal)
    assert found.kept == (OLD.version, OLD.journal, home.kept / "companion.deb")


def test_nothing_is_left_beside_a_journal_that_was_only_looked_at(home: Home) -> None:
    before = {file.name: file.read_bytes() for file in home.data.iterdir()}
    way(home)
    assert {file.name: file.read_bytes() for file in home.data.iterdir()} == before


def test_a_card_that_was_accepted_since_closes_the_way(home: Home) -> None:
    home.accept_a_card()
    with pytest.raises(NoWayBackError, match=r"accepted since .* version 0\.1\.0 cannot read it"):
        way(home)


def test_a_journal_that_was_begun_anew_is_no_journal_to_be_replaced(home: Home) -> None:
    home.journal.unlink()
    home.accept_a_card()
    with pytest.raises(NoWayBackError, match="a card has been accepted since"):
        way(home)


def test_an_empty_journal_that_was_begun_beside_a_damaged_one_gives_way(home: Home) -> None:
    home.journal.unlink()
    Journal(home.journal).close()
    assert way(home).copy == copy_of(home.journal, OLD.journal)


def test_a_journal_that_the_kept_version_reads_stays_with_all_its_cards(home: Home) -> None:
    home.keep(ReadyVersion("0.1.0", len(MIGRATIONS)))
    home.accept_a_card()
    assert way(home).copy is None


def test_a_box_that_never_had_a_journal_can_go_back(tmp_path: Path) -> None:
    home = Home(tmp_path / "companion", tmp_path / "companion-kept")
    home.keep()
    assert way(home).copy is None


def test_without_a_kept_package_there_is_no_way(home: Home) -> None:
    (home.kept / "companion.deb").unlink()
    with pytest.raises(NoWayBackError, match=r"no version before 0\.2\.0 has been kept"):
        way(home)


@pytest.mark.parametrize("told", ["", "{", [], {"version": "0.1.0"}, {"version": "0.1.0", "journal": None}])
def test_a_kept_package_of_which_nothing_is_known_is_none(home: Home, told: object) -> None:
    damage(home.kept / STARTED, told)
    with pytest.raises(NoWayBackError, match="has been kept"):
        way(home)


def test_nobody_goes_back_to_the_version_that_is_installed(home: Home) -> None:
    with pytest.raises(NoWayBackError, match=r"version 0\.1\.0 is .* kept, and it is installed"):
        way(home, installed=OLD.version)


def test_without_the_copy_there_is_no_way(home: Home) -> None:
    copy_of(home.journal, OLD.journal).unlink()
    with pytest.raises(NoWayBackError, match=r"its copy journal-version-2\.db is not in"):
        way(home)


def test_a_copy_that_is_not_what_its_name_says_is_not_put_back(home: Home) -> None:
    with closing(sqlite3.connect(copy_of(home.journal, OLD.journal))) as copy:
        copy.execute("PRAGMA user_version = 1")
    with pytest.raises(NoWayBackError, match="no journal of version 2"):
        way(home)


@pytest.mark.parametrize("newer", [True, False])
def test_a_damaged_journal_is_told_and_not_guessed_at(home: Home, newer: bool) -> None:
    file = home.journal if newer else copy_of(home.journal, OLD.journal)
    content = bytearray(file.read_bytes())
    content[100:200] = bytes(100)
    file.write_bytes(content)
    with pytest.raises(NoWayBackError, match=file.name):
        way(home)
