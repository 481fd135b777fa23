"""What `companion go-back` says, and what a box that does not start shows and writes to its log."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from companion.errors import ConfigError, NoWayBackError
from companion.maintenance.rollback import failure_screen
from companion.maintenance.rollback.failure import (
    FailureReport,
    describe_failure,
    misconfigured,
    without_games,
)
from companion.screens.spoken import spoken
from companion.table.files import copy_of
from companion.table.last_ready import STARTED, ReadyVersion, written
from companion.table.migrations import MIGRATIONS
from tests.maintenance.rollback.boxes import NEW, OLD, Home, upgraded
from tests.maintenance.rollback.system import System
from tests.text.tables import texts

TEXTS = texts("rollback.txt")
FULL = "The journal cannot be opened: disk full"


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return upgraded(tmp_path)


def told(home: Home, text: str) -> str:
    """A text without the folder of the test."""
    return text.replace(str(home.data.parent), "/var/lib")


def journal_read_by_both(home: Home) -> System:
    home.keep(ReadyVersion(OLD.version, len(MIGRATIONS)))
    return System(home)


CONVERSATIONS: dict[str, tuple[Callable[[Home], System], str]] = {
    "the journal of before comes back": (System, "y"),
    "the journal stays": (journal_read_by_both, "y"),
    "refused": (System, "n"),
}


@pytest.mark.parametrize("name", CONVERSATIONS)
def test_what_going_back_says(home: Home, name: str) -> None:
    of, answer = CONVERSATIONS[name]
    system = of(home)
    system.go(answer)
    assert "\n".join(system.lines) == TEXTS[name]


def failing(command: str) -> Callable[[System], object]:
    def go(system: System) -> None:
        system.fails = {command}
        system.go(agreed=True)

    return go


def on_a_read_only_system(system: System) -> None:
    system.is_read_only = True
    system.go(agreed=True)


def with_a_card(system: System) -> None:
    system.home.accept_a_card()
    system.go(agreed=True)


def without_a_package(system: System) -> None:
    (system.home.kept / "companion.deb").unlink()
    system.go(agreed=True)


def without_its_copy(system: System) -> None:
    copy_of(system.home.journal, OLD.journal).unlink()
    system.go(agreed=True)


def with_another_copy(system: System) -> None:
    with closing(sqlite3.connect(copy_of(system.home.journal, OLD.journal))) as copy:
        copy.execute("PRAGMA user_version = 1")
    system.go(agreed=True)


REFUSALS: dict[str, Callable[[System], object]] = {
    "nobody to ask": lambda system: system.go(),
    "not root": lambda system: system.go(agreed=True, is_root=False),
    "a read-only system": on_a_read_only_system,
    "a box that does not stop": failing("systemctl stop"),
    "a package that cannot be installed": failing("apt-get install"),
    "a version before that does not start": failing("systemctl start"),
    "a card since": with_a_card,
    "no version before": without_a_package,
    "the version before is installed": lambda system: system.go(agreed=True, installed=OLD.version),
    "no copy of the journal": without_its_copy,
    "another copy of the journal": with_another_copy,
}


@pytest.mark.parametrize("name", REFUSALS)
def test_why_there_is_no_way_back(home: Home, name: str) -> None:
    with pytest.raises(NoWayBackError) as refused:
        REFUSALS[name](System(home))
    assert told(home, str(refused.value)) == TEXTS[name]


def failed(home: Home, why: str = "") -> FailureReport:
    return describe_failure(NEW, home.data, home.kept, why)


def failed_with_a_card(home: Home) -> FailureReport:
    home.accept_a_card()
    return failed(home)


def failed_after_being_ready(home: Home, why: str = "") -> FailureReport:
    (home.data / STARTED).write_text(written(ReadyVersion(NEW, 3)), "utf-8")
    return failed(home, why)


REPORTS: dict[str, Callable[[Home], FailureReport]] = {
    "never ready": failed,
    "never ready, and no way back": failed_with_a_card,
    "ready before": failed_after_being_ready,
    "ready before, with its own reason": lambda home: failed_after_being_ready(home, FULL),
    "the disk with the games is missing": lambda home: without_games(home.data, "missing"),
    "the disk with the games cannot be read": lambda home: without_games(home.data, "unusable"),
    "a mistake in the configuration": lambda _home: misconfigured(
        "companion.toml", ConfigError("/etc/companion.toml, line 3: lights.dim: 2", "line 3: lights.dim")
    ),
}


@pytest.mark.parametrize("name", REPORTS)
def test_what_a_box_that_does_not_start_says(home: Home, name: str) -> None:
    report = REPORTS[name](home)
    shown = spoken(lambda: failure_screen.picture_of(report))
    assert told(home, f"{shown}\n{report.sentence}") == TEXTS[name]


def test_every_text_has_a_situation() -> None:
    assert set(TEXTS) == {*CONVERSATIONS, *REFUSALS, *REPORTS}
