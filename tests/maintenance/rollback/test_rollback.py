"""The conversation of `companion go-back`, and what it does in which order."""

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from companion.cli import main
from companion.errors import NoWayBackError
from companion.maintenance.rollback.rollback import Installation, go_back
from companion.table.last_ready import ReadyVersion
from companion.table.migrations import MIGRATIONS
from tests.maintenance.rollback.boxes import NEW, OLD, Home, upgraded


class System:
    """What was run, each with the version that the journal had then; a command in `fails` does not work."""

    def __init__(self, home: Home) -> None:
        self.home = home
        self.ran: list[tuple[str, int]] = []
        self.fails: set[str] = set()
        self.lines: list[str] = []
        self.meanwhile: Callable[[], None] | None = None
        self.is_read_only = False

    def run(self, command: Sequence[str]) -> int:
        name = " ".join(word for word in command[:2])
        self.ran.append((name, self.home.version()))
        if name == "systemctl stop" and self.meanwhile is not None:
            self.meanwhile()
        if name == "apt-get install":
            assert command[-1] == str(self.home.kept / "companion.deb")
            assert "--allow-downgrades" in command
            assert "Dpkg::Options::=--force-confold" in command
        return 1 if name in self.fails else 0

    def go(
        self, answer: str | None = None, *, is_root: bool = True, agreed: bool = False, installed: str = NEW
    ) -> int:
        ask = None if answer is None else lambda _: answer
        box = Installation(installed, self.home.data, self.home.kept, self.is_read_only)
        return go_back(
            box,
            self.run,
            self.lines.append,
            ask,
            is_root=is_root,
            agreed=agreed,
            undisturbed=lambda: self.ran.append(("undisturbed", self.home.version())),
        )


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
    assert system.lines == [
        "version 0.1.0 takes the place of version 0.2.0",
        "the journal becomes what it was before version 0.1.0 went: journal-version-2.db",
        "the journal is that of journal-version-2.db again, and the newer one is kept as journal-newer-1.db",
        "version 0.1.0 has started",
    ]


def test_a_journal_that_the_kept_version_reads_is_not_touched(system: System, home: Home) -> None:
    home.keep(ReadyVersion("0.1.0", NEWER))
    home.accept_a_card()
    commands = home.commands()
    assert system.go(agreed=True) == 0
    assert home.commands() == commands
    assert not list(home.data.glob("journal-newer-*"))
    assert "the journal stays as it is, with every card" in system.lines


@pytest.mark.parametrize("yes", ["y", "Yes", " y "])
def test_rollback_asks_first(system: System, yes: str) -> None:
    assert system.go(yes) == 0
    assert system.ran


@pytest.mark.parametrize("no", ["n", "", "what?"])
def test_refusal_changes_nothing(system: System, home: Home, no: str) -> None:
    assert system.go(no) == 1
    assert system.ran == []
    assert system.lines[-1] == "nothing was changed"
    assert home.version() == NEWER


def test_no_terminal_means_no_rollback(system: System) -> None:
    with pytest.raises(NoWayBackError, match="--yes"):
        system.go()
    assert system.ran == []


def test_rollback_needs_root(system: System) -> None:
    with pytest.raises(NoWayBackError, match="sudo companion go-back"):
        system.go(agreed=True, is_root=False)
    assert (system.ran, system.lines) == ([], [])


def test_read_only_system_gets_instructions_only(system: System) -> None:
    system.is_read_only = True
    with pytest.raises(NoWayBackError, match="sudo companion-read-only writable companion go-back"):
        system.go(agreed=True)
    assert (system.ran, system.lines) == ([], [])


def test_service_that_does_not_stop_aborts_the_rollback(system: System, home: Home) -> None:
    system.fails = {"systemctl stop"}
    with pytest.raises(NoWayBackError, match="nothing was changed"):
        system.go(agreed=True)
    assert home.version() == NEWER


def test_card_during_the_question_prevents_rollback(system: System, home: Home) -> None:
    system.meanwhile = home.accept_a_card
    with pytest.raises(NoWayBackError, match="a card has been accepted since"):
        system.go("y")
    assert [name for name, _ in system.ran] == ["undisturbed", "systemctl stop", "systemctl start"]
    assert home.version() == NEWER


def test_failed_installation_can_be_retried(system: System, home: Home) -> None:
    system.fails = {"apt-get install"}
    with pytest.raises(NoWayBackError, match=r"could not install version 0\.1\.0"):
        system.go(agreed=True)
    system.fails = set()
    assert system.go(agreed=True) == 0
    assert home.version() == OLD.journal


def test_failing_previous_version_is_reported(system: System) -> None:
    system.fails = {"systemctl start"}
    with pytest.raises(NoWayBackError, match="installed, but does not start: see journalctl"):
        system.go(agreed=True)


def test_missing_partition_aborts_the_rollback(
    home: Home, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("companion.maintenance.rollback.command.standing", lambda _: "missing")
    assert main(["go-back", "--yes", "--data", str(home.data), "--kept", str(home.kept)]) == 1
    assert capsys.readouterr().err.startswith(f"companion: the disk with the games in {home.data} is missing")
    assert home.version() == NEWER
