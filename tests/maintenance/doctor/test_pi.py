"""The Pi itself: which one, its supply, its clock."""

import os

import pytest

from companion.maintenance.doctor.findings import right
from tests.maintenance.doctor.fake_pi import NOW, PI_4, THROTTLED, FakePi

ALARM = "/sys/class/hwmon/hwmon1/in0_lcrit_alarm"


def test_a_pi_is_named(pi: FakePi) -> None:
    assert pi.one("Machine") == right("Machine", PI_4)


def test_a_pc_has_no_supply_to_be_looked_at(pi: FakePi) -> None:
    pi.remove("/proc/device-tree/model")
    assert pi.found("Supply") == []


def test_a_supply_that_is_strong_enough(pi: FakePi) -> None:
    pi.write(THROTTLED, "0\n")
    assert pi.one("Supply").verdict == "right"


@pytest.mark.parametrize("bits", ["1", "10001"])
def test_a_supply_that_is_too_weak_now(pi: FakePi, bits: str) -> None:
    pi.write(THROTTLED, bits)
    assert pi.one("Supply").verdict == "wrong"


def test_the_kernels_own_alarm_counts_too(pi: FakePi) -> None:
    pi.write(ALARM, "1\n")
    assert pi.one("Supply").verdict == "wrong"


def test_a_supply_that_was_too_weak_once(pi: FakePi) -> None:
    pi.write(THROTTLED, "10000")
    assert pi.one("Supply").verdict == "doubtful"


@pytest.mark.parametrize("bits", ["20002", "80008", "40004"])
def test_heat_is_not_a_weak_supply(pi: FakePi, bits: str) -> None:
    pi.write(THROTTLED, bits)
    assert pi.one("Supply").verdict == "right"


def test_a_clock_that_is_right(pi: FakePi) -> None:
    assert pi.one("Clock") == right("Clock", "2026-05-28 20:26 UTC")


def test_the_clock_of_a_pc_runs_while_it_is_off(pi: FakePi) -> None:
    pi.remove("/proc/device-tree/model")
    pi.synchronized = False
    assert pi.one("Clock").verdict == "right"


@pytest.mark.parametrize(("ahead", "verdict"), [(30, "right"), (3600, "wrong")])
def test_a_clock_behind_the_journal(pi: FakePi, ahead: int, verdict: str) -> None:
    pi.play()
    (file,) = pi.data.glob("journal/*/accepted")
    os.utime(file, (NOW + ahead, NOW + ahead))
    said = pi.one("Clock")
    assert said.verdict == verdict
    assert ("2026-05-28 21:26" in said.says) == (verdict == "wrong")
