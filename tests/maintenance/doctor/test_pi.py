"""The Pi itself: which one, its supply, its clock."""

import os

import pytest

from companion.maintenance.doctor.findings import Finding, right
from companion.maintenance.doctor.machine import clock_is_synchronised
from tests.maintenance.doctor.fake_pi import NOW, PI_4, THROTTLED, FakePi

ALARM = "/sys/class/hwmon/hwmon1/in0_lcrit_alarm"


def test_a_pi_is_named(pi: FakePi) -> None:
    assert pi.one("Machine") == right("Machine", PI_4)


def test_a_pc_is_no_pi_and_has_no_supply_to_be_looked_at(pi: FakePi) -> None:
    pi.remove("/proc/device-tree/model")
    said = pi.one("Machine")
    assert (said.verdict, "--simulate" in said.advice) == ("wrong", True)
    assert pi.found("Supply") == []


def test_a_supply_that_is_strong_enough(pi: FakePi) -> None:
    assert pi.one("Supply").verdict == "right"
    pi.write(THROTTLED, "0\n")
    assert pi.one("Supply").verdict == "right"


@pytest.mark.parametrize("bits", ["1", "50005", "10001"])
def test_a_supply_that_is_too_weak_now(pi: FakePi, bits: str) -> None:
    pi.write(THROTTLED, bits)
    assert pi.one("Supply").verdict == "wrong"


def test_the_kernels_own_alarm_counts_too(pi: FakePi) -> None:
    pi.write(ALARM, "1\n")
    assert pi.one("Supply").verdict == "wrong"


@pytest.mark.parametrize("bits", ["10000", "50000"])
def test_a_supply_that_was_too_weak_once(pi: FakePi, bits: str) -> None:
    pi.write(THROTTLED, bits)
    assert pi.one("Supply").verdict == "doubtful"


@pytest.mark.parametrize("bits", ["20002", "80008", "40004"])
def test_heat_is_not_a_weak_supply(pi: FakePi, bits: str) -> None:
    pi.write(THROTTLED, bits)
    assert pi.one("Supply").verdict == "right"


def test_where_nobody_measures_the_doctor_says_so(pi: FakePi) -> None:
    pi.remove("/sys/class/hwmon/hwmon1/name")
    said = pi.one("Supply")
    assert (said.verdict, "get_throttled" in said.advice) == ("doubtful", True)


def test_a_clock_that_is_right(pi: FakePi) -> None:
    assert pi.one("Clock") == right("Clock", "2026-05-28 20:26 UTC")


def test_a_clock_that_was_never_set(pi: FakePi) -> None:
    pi.clock.now = 12.0
    said = pi.one("Clock")
    assert (said.verdict, "1970-01-01 00:00" in said.says, "--set" in said.advice) == ("wrong", True, True)


def test_a_clock_that_no_network_has_confirmed(pi: FakePi) -> None:
    pi.synchronised = False
    assert pi.one("Clock").verdict == "doubtful"


def test_the_clock_of_a_pc_runs_while_it_is_off(pi: FakePi) -> None:
    pi.remove("/proc/device-tree/model")
    pi.synchronised = False
    assert pi.one("Clock").verdict == "right"


@pytest.mark.parametrize(("ahead", "verdict"), [(30, "right"), (3600, "wrong")])
@pytest.mark.parametrize("name", ["journal.db", "journal.db-wal"])
def test_a_clock_behind_the_journal(pi: FakePi, name: str, ahead: int, verdict: str) -> None:
    file = pi.data / name
    file.touch()
    os.utime(file, (NOW + ahead, NOW + ahead))
    said = pi.one("Clock")
    assert said.verdict == verdict
    assert ("2026-05-28 21:26" in said.says) == (verdict == "wrong")


def test_every_kind_of_trouble_comes_with_advice(pi: FakePi) -> None:
    pi.clock.now = 12.0
    pi.write(THROTTLED, "1")
    troubled: list[Finding] = [*pi.found("Supply"), *pi.found("Clock")]
    assert all(finding.advice for finding in troubled)
    assert len(troubled) == 2


def test_the_kernel_is_asked_about_its_clock() -> None:
    assert clock_is_synchronised() in {True, False}
