"""Texts of `companion go-back`, and of a box that does not start: on its display and in its log."""

from collections.abc import Callable
from pathlib import Path

import pytest

from companion.errors import ConfigError, NoWayBackError
from companion.maintenance import failure_screen
from companion.maintenance.commands import FailureReport, describe_failure, go_back, misconfigured
from companion.screens.spoken import spoken
from companion.table.files import STARTED
from tests.maintenance.rollback.boxes import NEW, Home, upgraded
from tests.words.tables import texts

TEXTS = texts("rollback.txt")
GOING_BACK = "the version before comes back"
FULL = "The journal cannot be opened: disk full"


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return upgraded(tmp_path)


def told(home: Home, text: str) -> str:
    """Return a text without the folder of the test."""
    return text.replace(str(home.data.parent), "/var/lib")


def test_going_back_reports_its_steps(home: Home) -> None:
    go_back(home.machine.updater)
    assert "\n".join(home.machine.said) == TEXTS[GOING_BACK]


def failing(command: str, said: str) -> Callable[[Home], None]:
    return lambda home: home.machine.fails.update({command: said})


REFUSALS: dict[str, Callable[[Home], object]] = {
    "a box that does not stop": failing("systemctl stop companion.service", "no"),
    "a package that cannot be installed": failing(
        "put back companion_0.1.0_all.deb", "E: No space left"
    ),
    "a version before that does not start": failing("systemctl start companion.service", "no"),
    "no version before": lambda home: (home.data / STARTED).unlink(),
    "no package of it": lambda home: home.apt.forget(()),
    "it was ready before": lambda home: home.keep(NEW),
}


@pytest.mark.parametrize("name", REFUSALS)
def test_refusal_to_go_back_names_the_reason(home: Home, name: str) -> None:
    REFUSALS[name](home)
    with pytest.raises(NoWayBackError) as refused:
        go_back(home.machine.updater)
    assert told(home, str(refused.value)) == TEXTS[name]


def failed(home: Home, why: str = "") -> FailureReport:
    return describe_failure(NEW, home.data, home.apt, why)


def failed_without_a_package(home: Home) -> FailureReport:
    home.apt.forget(())
    return failed(home)


def failed_after_being_ready(home: Home, why: str = "") -> FailureReport:
    (home.data / STARTED).write_text(NEW, "ascii")
    return failed(home, why)


REPORTS: dict[str, Callable[[Home], FailureReport]] = {
    "never ready": failed,
    "never ready, and no way back": failed_without_a_package,
    "ready before": failed_after_being_ready,
    "ready before, with its own reason": lambda home: failed_after_being_ready(home, FULL),
    "never ready, and going back failed": lambda home: describe_failure(
        NEW, home.data, home.apt, stuck=True
    ),
    "a mistake in the configuration": lambda _home: misconfigured(
        "companion.toml",
        ConfigError("/etc/companion.toml, line 3: lights.dim: 2", "line 3: lights.dim"),
    ),
}


@pytest.mark.parametrize("name", REPORTS)
def test_box_that_does_not_start_reports_the_reason(home: Home, name: str) -> None:
    report = REPORTS[name](home)
    shown = spoken(failure_screen.picture_of(report))
    assert told(home, f"{shown}\n{report.sentence}") == TEXTS[name]


def test_every_text_belongs_to_a_situation() -> None:
    assert set(TEXTS) == {GOING_BACK, *REFUSALS, *REPORTS}
