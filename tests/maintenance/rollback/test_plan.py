"""The decision whether a rollback is possible. The journal is not changed."""

import re
from pathlib import Path

import pytest

from companion.errors import NoWayBackError
from companion.maintenance.commands import RollbackPlan, plan_rollback
from companion.table.files import STARTED
from tests.maintenance.rollback.boxes import NEW, OLD, Home, new, upgraded


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return upgraded(tmp_path)


def way(home: Home, installed: str = NEW) -> RollbackPlan:
    return plan_rollback(home.data, home.apt, installed)


def test_rollback_targets_the_last_ready_version(home: Home) -> None:
    before = home.content()
    assert way(home) == (OLD, home.apt.cached(OLD))
    assert home.content() == before


def test_box_without_a_journal_can_roll_back(tmp_path: Path) -> None:
    home = new(tmp_path)
    home.keep()
    assert way(home).version == OLD


def test_missing_package_prevents_rollback(home: Home) -> None:
    home.apt.forget(())
    with pytest.raises(NoWayBackError, match=re.escape(OLD)):
        way(home)


def test_box_that_was_never_ready_cannot_roll_back(home: Home) -> None:
    (home.data / STARTED).unlink()
    with pytest.raises(NoWayBackError, match="no version before"):
        way(home)


def test_installed_version_is_not_a_rollback_target(home: Home) -> None:
    with pytest.raises(NoWayBackError, match=re.escape(OLD)):
        way(home, installed=OLD)
