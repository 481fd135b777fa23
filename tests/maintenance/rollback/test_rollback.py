"""Rollback from a version that does not start: its steps, their order and its limits."""

from pathlib import Path

import pytest

from companion.errors import NoWayBackError
from companion.host.update_result import UpdateResult
from companion.maintenance.commands import go_back
from companion.maintenance.update import update
from tests.maintenance.rollback.boxes import NEW, OLD, Home, upgraded

STOP, START, FORGET = (
    f"systemctl {verb} companion.service" for verb in ("stop", "start", "reset-failed")
)
PUT_BACK = f"put back companion_{OLD}_all.deb"


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return upgraded(tmp_path)


def go(home: Home) -> None:
    go_back(home.machine.updater)


def test_rollback_installs_the_package_with_the_box_stopped_and_keeps_the_journal(
    home: Home,
) -> None:
    before = home.content()
    go(home)
    assert home.machine.did == [STOP, "writable", PUT_BACK, "sealed", FORGET, START]
    assert home.content() == before
    assert home.machine.results == [UpdateResult("went back", OLD, NEW)]


def test_failed_version_is_not_installed_again(home: Home) -> None:
    go(home)
    assert f"Pin: version {NEW}" in home.apt.failed.read_text("utf-8")


@pytest.mark.parametrize("why", ["ready before", "no package"])
def test_impossible_rollback_changes_nothing(home: Home, why: str) -> None:
    match why:
        case "ready before":
            home.keep(NEW)
        case _:
            home.apt.forget(())
    with pytest.raises(NoWayBackError):
        go(home)
    assert (home.machine.did, home.machine.results) == ([], [])


def test_box_that_does_not_stop_is_not_changed(home: Home) -> None:
    home.machine.fails[STOP] = "no"
    with pytest.raises(NoWayBackError, match="nothing was changed"):
        go(home)
    assert home.machine.did == [STOP]


def test_failed_installation_can_be_retried(home: Home) -> None:
    home.machine.fails[PUT_BACK] = "E: No space left on device"
    with pytest.raises(NoWayBackError, match="No space left"):
        go(home)
    assert home.machine.did[-1] == "sealed"
    assert home.machine.results[-1] == UpdateResult("cannot go back", NEW, OLD)
    go(home)
    assert home.machine.did[-1] == START


def test_failing_older_version_is_not_rolled_back(home: Home) -> None:
    home.machine.fails[START] = "failed"
    with pytest.raises(NoWayBackError, match=OLD):
        go(home)
    home.machine.installed = OLD
    with pytest.raises(NoWayBackError, match="has been ready before"):
        go(home)


def test_next_update_keeps_the_package_of_the_running_version(home: Home) -> None:
    go(home)
    home.machine.installed = home.machine.newest = OLD
    update(home.machine.updater, spares_players=False)
    assert home.apt.cached(OLD) is not None
