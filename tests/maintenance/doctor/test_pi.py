"""The Pi itself: its model, supply, clock and Wi-Fi."""

import pytest

from companion.maintenance.doctor.context import right
from tests.maintenance.doctor.fake_pi import PI_4, THROTTLED, FakePi

ALARM = "/sys/class/hwmon/hwmon1/in0_lcrit_alarm"


def test_model_of_the_pi_is_named(pi: FakePi) -> None:
    assert pi.one("Machine") == right("Machine", PI_4)


def test_machine_without_a_sensor_has_no_supply_finding(pi: FakePi) -> None:
    pi.remove("/sys/class/hwmon/hwmon1/name")
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


CHIP = "/sys/bus/sdio/devices/mmc1:0001"


def add_wifi(pi: FakePi) -> None:
    """Add a Wi-Fi chip to the Pi."""
    for function in "1", "2":
        pi.write(f"{CHIP}:{function}/vendor", "0x02d0\n")


def test_pi_without_wifi_chip_has_no_finding_about_it(pi: FakePi) -> None:
    assert pi.found("Wi-Fi") == []


def test_working_wifi_is_named_by_its_interface(pi: FakePi) -> None:
    add_wifi(pi)
    pi.write(f"{CHIP}:1/net/wlan0/address", "b8:27:eb:00:00:01\n")
    assert pi.one("Wi-Fi") == right("Wi-Fi", "wlan0")


def test_chip_without_firmware_is_reported_with_where_to_get_it(pi: FakePi) -> None:
    add_wifi(pi)
    said = pi.one("Wi-Fi")
    assert (said.verdict, said.says) == ("wrong", "its chip does not work")
    assert "dmesg | grep brcmfmac names firmware that is missing" in said.advice
