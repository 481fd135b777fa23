"""The Pi itself: its model, supply and clock."""

import os

import pytest

from companion.maintenance.doctor.findings import right
from tests.maintenance.doctor.fake_pi import NOW, PI_4, THROTTLED, FakePi

ALARM = "/sys/class/hwmon/hwmon1/in0_lcrit_alarm"


def test_model_of_the_pi_is_named(pi: FakePi) -> None:
    assert pi.one("Machine") == right("Machine", PI_4)


def test_pc_has_no_supply_finding(pi: FakePi) -> None:
    pi.remove("/proc/device-tree/model")
    assert pi.found("Supply") == []


def test_sufficient_supply_is_right(pi: FakePi) -> None:
    pi.write(THROTTLED, "0\n")
    assert pi.one("Supply").verdict == "right"


@pytest.mark.parametrize("bits", ["1", "10001"])
def test_weak_supply_is_reported(pi: FakePi, bits: str) -> None:
    pi.write(THROTTLED, bits)
    assert pi.one("Supply").verdict == "wrong"


def test_kernel_supply_alarm_is_reported(pi: FakePi) -> None:
    pi.write(ALARM, "1\n")
    assert pi.one("Supply").verdict == "wrong"


def test_past_weak_supply_is_reported(pi: FakePi) -> None:
    pi.write(THROTTLED, "10000")
    assert pi.one("Supply").verdict == "doubtful"


@pytest.mark.parametrize("bits", ["20002", "80008", "40004"])
def test_heat_is_not_reported_as_a_weak_supply(pi: FakePi, bits: str) -> None:
    pi.write(THROTTLED, bits)
    assert pi.one("Supply").verdict == "right"


def test_correct_clock_is_right(pi: FakePi) -> None:
    assert pi.one("Clock") == right("Clock", "2026-05-28 20:26 UTC")


def test_unsynchronized_clock_of_a_pc_is_right(pi: FakePi) -> None:
    pi.remove("/proc/device-tree/model")
    pi.synchronized = False
    assert pi.one("Clock").verdict == "right"


@pytest.mark.parametrize(("ahead", "verdict"), [(30, "right"), (3600, "wrong")])
def test_clock_behind_the_journal_is_reported(pi: FakePi, ahead: int, verdict: str) -> None:
    pi.play()
    (file,) = pi.data.glob("journal/*/accepted")
    os.utime(file, (NOW + ahead, NOW + ahead))
    said = pi.one("Clock")
    assert said.verdict == verdict
    assert ("2026-05-28 21:26" in said.says) == (verdict == "wrong")
