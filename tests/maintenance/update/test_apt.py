"""The state kept with apt: packages in its cache, and versions that it must not install."""

from pathlib import Path

import pytest

from tests.maintenance.update.machine import Machine


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


@pytest.mark.parametrize("version", ["0.1.0", "1:0.2.0~rc1", "0.1.0+git2026112312.abc1234"])
def test_package_is_found_under_the_name_that_apt_gives_it(machine: Machine, version: str) -> None:
    assert machine.apt.cached(version) is None
    package = machine.keep(version)
    assert machine.apt.cached(version) == package


@pytest.mark.parametrize("version", ["", "../../etc/passwd", "*"])
def test_invalid_version_has_no_package(machine: Machine, version: str) -> None:
    machine.keep("0.1.0")
    assert machine.apt.cached(version) is None


def test_failed_versions_are_pinned_permanently_and_once(machine: Machine) -> None:
    for version in ("0.2.0", "0.3.0", "0.2.0"):
        machine.apt.refuse(version)
    lines = machine.apt.failed.read_text("utf-8").splitlines()
    assert [line for line in lines if line.startswith("Pin:")] == [
        "Pin: version 0.2.0",
        "Pin: version 0.3.0",
    ]
    assert lines.count("Pin-Priority: -1") == 2


def test_unknown_package_has_no_newer_version(machine: Machine) -> None:
    machine.newest = "(none)"
    assert machine.apt.candidate() == machine.installed
