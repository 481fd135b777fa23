"""Whether there is a way back: only to a version that reads the journal, which stays as it is."""

import re
from pathlib import Path

import pytest

from companion.errors import NoWayBackError
from companion.maintenance.rollback.plan import RollbackPlan, plan_rollback
from companion.table.last_ready import STARTED
from companion.table.lines import FORM
from tests.maintenance.rollback.boxes import NEW, OLD, Home, damage, new, upgraded


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return upgraded(tmp_path)


def way(home: Home, installed: str = NEW) -> RollbackPlan:
    return plan_rollback(home.data, home.apt, installed)


def test_version_that_reads_the_journal_is_gone_back_to(home: Home) -> None:
    before = home.content()
    assert way(home) == (OLD.version, home.apt.cached(OLD.version))
    assert home.content() == before


def test_box_without_a_journal_can_roll_back(tmp_path: Path) -> None:
    home = new(tmp_path)
    home.keep()
    assert way(home).version == OLD.version


@pytest.mark.parametrize("number", [2, 999, 1000, 123_456])
def test_newer_form_prevents_rollback(home: Home, number: int) -> None:
    home.write_newer(number)
    with pytest.raises(NoWayBackError, match=re.escape(OLD.version)):
        way(home)


def test_form_of_every_box_counts(home: Home) -> None:
    other = home.journal / "ffffffff"
    other.mkdir()
    newer = home.write_newer()
    newer.parent.rename(other / "000")
    with pytest.raises(NoWayBackError, match=re.escape(OLD.version)):
        way(home)


@pytest.mark.parametrize("content", [b"", b"{", b"[]\n", b'{"journal":null}\n', b"\n" * 9])
def test_file_without_a_first_line_says_nothing_of_the_form(home: Home, content: bytes) -> None:
    torn = home.write_newer(3)
    torn.write_bytes(content)
    assert way(home).version == OLD.version
    home.write_newer(2)
    with pytest.raises(NoWayBackError, match=re.escape(OLD.version)):
        way(home)


def test_file_that_cannot_be_read_prevents_rollback(home: Home, tmp_path: Path) -> None:
    newer = home.write_newer(form=FORM)
    newer.unlink()
    newer.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(NoWayBackError, match=str(home.journal)):
        way(home)


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
