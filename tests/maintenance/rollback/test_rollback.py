"""The conversation of `companion go-back`, and what it does in which order."""

from pathlib import Path

import pytest

from companion.cli import main
from companion.errors import NoWayBackError
from companion.maintenance.rollback.failure import BACK, without_games
from companion.table.last_ready import ReadyVersion
from companion.table.migrations import MIGRATIONS
from tests.maintenance.rollback.boxes import NEW, OLD, Home, upgraded
from tests.maintenance.rollback.system import System


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return upgraded(tmp_path)


@pytest.fixture
def system(home: Home) -> System:
    return System(home)


NEWER = len(MIGRATIONS)


def test_journal_is_restored_before_the_package_with_the_service_stopped(system: System) -> None:
    assert system.go(agreed=True) == 0
    assert system.ran == [
        ("undisturbed", NEWER),
        ("systemctl stop", NEWER),
        ("apt-get install", OLD.journal),
        ("systemctl reset-failed", OLD.journal),
        ("systemctl start", OLD.journal),
    ]
    versions, copy, journals, started = system.lines
    assert (OLD.version in versions, NEW in versions, OLD.version in started) == (True, True, True)
    assert "journal-version-2.db" in copy
    assert ("journal-version-2.db" in journals, "journal-newer-1.db" in journals) == (True, True)


def test_a_journal_that_the_kept_version_reads_is_not_touched(system: System, home: Home) -> None:
    home.keep(ReadyVersion("0.1.0", NEWER))
    home.accept_a_card()
    commands = home.commands()
    assert system.go(agreed=True) == 0
    assert home.commands() == commands
    assert not list(home.data.glob("journal-newer-*"))


@pytest.mark.parametrize("yes", ["y", "Yes", " y "])
def test_rollback_asks_first(system: System, yes: str) -> None:
    assert system.go(yes) == 0
    assert system.ran


@pytest.mark.parametrize("no", ["n", "", "what?"])
def test_refusal_changes_nothing(system: System, home: Home, no: str) -> None:
    assert system.go(no) == 1
    assert system.ran == []
    assert home.version() == NEWER


def test_no_terminal_means_no_rollback(system: System) -> None:
    with pytest.raises(NoWayBackError, match="--yes"):
        system.go()
    assert system.ran == []


def test_rollback_needs_root(system: System) -> None:
    with pytest.raises(NoWayBackError, match=BACK):
        system.go(agreed=True, is_root=False)
    assert (system.ran, system.lines) == ([], [])


def test_read_only_system_gets_instructions_only(system: System) -> None:
    system.is_read_only = True
    with pytest.raises(NoWayBackError, match="companion-read-only"):
        system.go(agreed=True)
    assert (system.ran, system.lines) == ([], [])


def test_service_that_does_not_stop_aborts_the_rollback(system: System, home: Home) -> None:
    system.fails = {"systemctl stop"}
    with pytest.raises(NoWayBackError):
        system.go(agreed=True)
    assert [name for name, _ in system.ran] == ["undisturbed", "systemctl stop"]
    assert home.version() == NEWER


def test_card_during_the_question_prevents_rollback(system: System, home: Home) -> None:
    system.meanwhile = home.accept_a_card
    with pytest.raises(NoWayBackError):
        system.go("y")
    assert [name for name, _ in system.ran] == ["undisturbed", "systemctl stop", "systemctl start"]
    assert home.version() == NEWER


def test_failed_installation_can_be_retried(system: System, home: Home) -> None:
    system.fails = {"apt-get install"}
    with pytest.raises(NoWayBackError):
        system.go(agreed=True)
    assert system.ran[-1][0] == "apt-get install"
    system.fails = set()
    assert system.go(agreed=True) == 0
    assert home.version() == OLD.journal


def test_failing_previous_version_is_reported(system: System) -> None:
    system.fails = {"systemctl start"}
    with pytest.raises(NoWayBackError, match="journalctl"):
        system.go(agreed=True)


def test_missing_partition_aborts_the_rollback(
    home: Home, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("companion.maintenance.rollback.command.standing", lambda _: "missing")
    assert main(["go-back", "--yes", "--data", str(home.data), "--kept", str(home.kept)]) == 1
    assert capsys.readouterr().err == f"companion: {without_games(home.data, 'missing').sentence}\n"
    assert home.version() == NEWER
