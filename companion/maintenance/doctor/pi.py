"""Checks the Pi itself: model, supply, clock, Wi-Fi."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Final

from companion.maintenance.doctor.context import ExaminationContext, Machine
from companion.maintenance.doctor.findings import Finding, doubtful, right, wrong
from companion.message import phrase

_TOO_LOW, _WAS_TOO_LOW = 1 << 0, 1 << 16
"""Bits of the firmware's answer (Raspberry Pi documentation, "vcgencmd", get_throttled)."""

_SDIO: Final = "/sys/bus/sdio/devices"
_BROADCOM: Final = "0x02d0"
_WIFI_CHIPS: Final = {
    "raspberrypi,model-zero-2-w": ("43430", "43430b0"),
    "raspberrypi,3-model-b": ("43430",),
    "raspberrypi,3-model-a-plus": ("43455",),
    "raspberrypi,3-model-b-plus": ("43455",),
    "raspberrypi,4-model-b": ("43455",),
    "raspberrypi,400": ("43456",),
    "raspberrypi,4-compute-module": ("43455", "43456"),
}
"""The chips that a board has been sold with, as the kernel's driver brcmfmac names their files.
43430b0 is the one that Raspberry Pi calls 43436. The number of a chip on SDIO does not tell.
"""

_FIRMWARE: Final = "/usr/lib/firmware/brcm"

_SUPPLY = phrase("use a supply made for this Pi and a short, thick cable")


def machine(context: ExaminationContext) -> Iterator[Finding]:
    """Report the model of the Pi, if it is one."""
    part, here = "Machine", context.machine
    if context.bench is not None:
        yield right(part, phrase("simulated, no Pi is needed"))
    elif here.is_pi:
        yield right(part, here.model)
    else:
        yield wrong(
            part,
            phrase("this is no Raspberry Pi, so the parts of a box cannot be here"),
            phrase(
                "companion run shows a simulated box here, and companion doctor --simulate looks "
                "at that"
            ),
        )


def voltage(context: ExaminationContext) -> Iterator[Finding]:
    """Check that the supply is not and was not too weak; only a Pi reports this."""
    part, here = "Supply", context.machine
    if context.bench is not None:
        return
    throttled = here.text("/sys/devices/platform/soc/soc:firmware/get_throttled")
    sensors = (here.said(sensor) for sensor in here.at("/sys/class/hwmon").glob("*"))
    # of the kernel's driver (Linux, Documentation/hwmon/raspberrypi-hwmon.rst)
    alarms = [
        here.text(f"{sensor}/in0_lcrit_alarm")
        for sensor in sensors
        if here.text(f"{sensor}/name") == "rpi_volt"
    ]
    if not (throttled or alarms):
        return
    bits = int(throttled or "0", 16)
    if bits & _TOO_LOW or "1" in alarms:
        yield wrong(part, phrase("its voltage is too low at this moment"), _SUPPLY)
    elif bits & _WAS_TOO_LOW:
        says = phrase("its voltage was too low at some moment since the start")
        yield doubtful(part, says, _SUPPLY)
    else:
        yield right(part, phrase("its voltage is high enough"))


def clock(context: ExaminationContext) -> Iterator[Finding]:
    """Check that a network has set the clock, which dates the journal."""
    here = context.machine
    date = f"{datetime.fromtimestamp(here.clock.time(), UTC):%Y-%m-%d %H:%M} UTC"
    if here.is_pi and context.bench is None and not here.synchronized():
        # A Pi without a network continues at the time of its last shutdown.
        says = phrase(
            "it says {date}, and no network has confirmed that since the start", date=date
        )
        advice = phrase("connect it to a network and see what timedatectl says")
        yield doubtful("Clock", says, advice)
    else:
        yield right("Clock", date)


def wifi(context: ExaminationContext) -> Iterator[Finding]:
    """Check that the Wi-Fi chip works, if there is one: without its firmware it does not."""
    part, here = "Wi-Fi", context.machine
    if context.bench is not None:
        return
    for chip in sorted(here.at(_SDIO).glob("*:1")):  # its function 1 has the interface
        if here.text(f"{here.said(chip)}/vendor") != _BROADCOM:
            continue
        interfaces = sorted(interface.name for interface in chip.glob("net/*"))
        if interfaces:
            yield right(part, interfaces[0])
        elif lacks := _missing_firmware(here):
            files = f"{lacks.rpartition('.')[0]}*"
            says = phrase(
                "its chip does not work, and {folder} has no {file}", folder=_FIRMWARE, file=lacks
            )
            copy = f"{here.sudo} cp {files} {_FIRMWARE}"
            advice = phrase(
                "get the files {files} from Raspberry Pi OS: {command}, then restart",
                files=files,
                command=copy,
            )
            yield wrong(part, says, advice)
        else:
            advice = phrase("see what sudo dmesg says of brcmfmac")
            yield wrong(part, phrase("its chip does not work"), advice)


def _missing_firmware(here: Machine) -> str:
    """Return the name of a file that a chip of this board needs; "" if there are all of them."""
    board = here.text("/proc/device-tree/compatible").partition("\0")[0]
    for chip in _WIFI_CHIPS.get(board, ()):
        for kind in ("bin", "txt"):
            names = f"brcmfmac{chip}-sdio.{board}.{kind}", f"brcmfmac{chip}-sdio.{kind}"
            if not any(here.at(f"{_FIRMWARE}/{name}").exists() for name in names):
                return names[0]
    return ""
