"""The Pi itself: its model, supply, clock and Wi-Fi."""

import pytest

from companion.maintenance.doctor.findings import right
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


BRCM = "/usr/lib/firmware/brcm"


def add_wifi(pi: FakePi, board: str, *files: str) -> str:
    """Add a Wi-Fi chip to the Pi, with these files of firmware; return the chip's folder."""
    pi.write("/proc/device-tree/compatible", f"raspberrypi,{board}\0brcm,bcm2837\0")
    for function in "1", "2":
        pi.write(f"/sys/bus/sdio/devices/mmc1:0001:{function}/vendor", "0x02d0\n")
    for file in files:
        pi.write(f"{BRCM}/{file}")
    return "/sys/bus/sdio/devices/mmc1:0001:1"


def test_pi_without_wifi_chip_has_no_finding_about_it(pi: FakePi) -> None:
    assert pi.found("Wi-Fi") == []


def test_working_wifi_is_named_by_its_interface(pi: FakePi) -> None:
    folder = add_wifi(pi, "4-model-b")
    pi.write(f"{folder}/net/wlan0/address", "b8:27:eb:00:00:01\n")
    assert pi.one("Wi-Fi") == right("Wi-Fi", "wlan0")


@pytest.mark.parametrize(
    ("board", "there", "missing"),
    [
        (
            "model-zero-2-w",
            ("brcmfmac43430-sdio.bin", "brcmfmac43430-sdio.raspberrypi,model-zero-2-w.txt"),
            "brcmfmac43430b0-sdio.raspberrypi,model-zero-2-w",
        ),
        ("400", (), "brcmfmac43456-sdio.raspberrypi,400"),
    ],
)
def test_missing_wifi_firmware_is_named_with_where_to_get_it(
    pi: FakePi, board: str, there: tuple[str, ...], missing: str
) -> None:
    add_wifi(pi, board, *there)
    said = pi.one("Wi-Fi")
    assert said.verdict == "wrong"
    assert f"{BRCM} has no {missing}.bin" in said.says
    assert f"from Raspberry Pi OS: sudo cp {missing}* {BRCM}" in said.advice


def test_wifi_that_does_not_work_with_its_firmware_is_a_matter_for_dmesg(pi: FakePi) -> None:
    add_wifi(
        pi, "3-model-b", "brcmfmac43430-sdio.bin", "brcmfmac43430-sdio.raspberrypi,3-model-b.txt"
    )
    said = pi.one("Wi-Fi")
    assert (said.verdict, said.says) == ("wrong", "its chip does not work")
    assert "dmesg" in said.advice
