"""Whether there is a way back: only where no card gets lost on it."""

import re
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
from tests.maintenance.rollback.boxes import NEW, OLD, Home, damage, new, upgraded


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return upgraded(tmp_path)


def way(home: Home, installed: str = NEW) -> RollbackPlan:
    return plan_rollback(home.data, home.apt, installed)


def test_migrated_journal_returns_to_its_copy(home: Home) -> None:
    found = way(home)
    assert found.copy == copy_of(home.journal, OLD.journal)
    assert (found.version, found.package) == (OLD.version, home.apt.cached(OLD.version))


def test_planning_leaves_no_files(home: Home) -> None:
    before = {file.name: file.read_bytes() for file in home.data.iterdir()}
    way(home)
    assert {file.name: file.read_bytes() for file in home.data.iterdir()} == before


def test_accepted_card_since_migration_prevents_rollback(home: Home) -> None:
    home.accept_a_card()
    with pytest.raises(NoWayBackError, match=re.escape(OLD.version)):
        way(home)


def test_new_journal_with_a_card_prevents_rollback(home: Home) -> None:
    home.journal.unlink()
    home.accept_a_card()
    with pytest.raises(NoWayBackError, match=re.escape(OLD.version)):
        way(home)


def test_empty_journal_after_damage_is_replaced(home: Home) -> None:
    home.journal.unlink()
    Journal(home.journal).close()
    assert way(home).copy == copy_of(home.journal, OLD.journal)


def test_readable_journal_stays(home: Home) -> None:
    home.keep(ReadyVersion("0.1.0", len(MIGRATIONS)))
    home.accept_a_card()
    assert way(home).copy is None


def test_box_without_a_journal_can_roll_back(tmp_path: Path) -> None:
    home = new(tmp_path)
    home.keep()
    assert way(home).copy is None


def test_missing_package_prevents_rollback(home: Home) -> None:
    home.apt.forget(())
    with pytest.raises(NoWayBackError, match=re.escape(OLD.version)):
        way(home)


@pytest.mark.parametrize("told", ["", "{", [], {"version": "0.1.0"}, {"version": "0.1.0", "journal": None}])
def test_unreadable_record_prevents_rollback(home: Home, told: object) -> None:
    damage(home.data / STARTED, told)
    with pytest.raises(NoWayBackError):
        way(home)


def test_installed_version_is_no_rollback_target(home: Home) -> None:
    with pytest.raises(NoWayBackError, match=re.escape(OLD.version)):
        way(home, installed=OLD.version)


def test_missing_copy_prevents_rollback(home: Home) -> None:
    copy_of(home.journal, OLD.journal).unlink()
    with pytest.raises(NoWayBackError, match=r"journal-version-2\.db"):
        way(home)


def test_wrong_copy_prevents_rollback(home: Home) -> None:
    with closing(sqlite3.connect(copy_of(home.journal, OLD.journal))) as copy:
        copy.execute("PRAGMA user_version = 1")
    with pytest.raises(NoWayBackError, match=r"journal-version-2\.db"):
        way(home)


@pytest.mark.parametrize("newer", [True, False])
def test_damaged_journal_prevents_rollback(home: Home, newer: bool) -> None:
    file = home.journal if newer else copy_of(home.journal, OLD.journal)
    content = bytearray(file.read_bytes())
    content[100:200] = bytes(100)
    file.write_bytes(content)
    with pytest.raises(NoWayBackError, match=file.name):
        way(home)
