"""Checks the Pi itself: model, supply, clock."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Final

from companion.maintenance.doctor.context import ExaminationContext
from companion.maintenance.doctor.findings import Finding, doubtful, right, wrong
from companion.maintenance.doctor.machine import Machine
from companion.table.files import ACCEPTED, JOURNAL

EARLIEST: Final = datetime(2025, 1, 1, tzinfo=UTC).timestamp()
"""The earliest possible time of a correct clock, because the companion did not exist before."""

SLACK: Final = 60.0
"""Seconds that a clock may be behind the journal, because time servers may set it back slightly."""

_TOO_LOW, _WAS_TOO_LOW = 1 << 0, 1 << 16
"""Bits of the firmware's answer (Raspberry Pi documentation, "vcgencmd", get_throttled)."""

_THROTTLED = "/sys/devices/platform/soc/soc:firmware/get_throttled"
_ASK = "ask the firmware: vcgencmd get_throttled"
_SUPPLY = "use a supply made for this Pi and a short, thick cable"


def machine(context: ExaminationContext) -> Iterator[Finding]:
    """Report the model of the Pi, if it is one."""
    part, here = "Machine", context.machine
    if context.bench is not None:
        yield right(part, "simulated, no Pi is needed")
    elif here.is_pi:
        yield right(part, here.model)
    else:
        yield wrong(
            part,
            "this is no Raspberry Pi, so the parts of a box cannot be here",
            "companion run shows a simulated box here, and companion doctor --simulate looks at "
            "that",
        )


def voltage(context: ExaminationContext) -> Iterator[Finding]:
    """Check that the supply is not and was not too weak; only a Pi reports this."""
    here = context.machine
    if context.bench is not None or not here.is_pi:
        return
    part, throttled, alarm = "Supply", _throttled(here), _alarm(here)
    if throttled is None and alarm is None:
        ask = "see what sudo modprobe raspberrypi-hwmon says" if here.is_image else _ASK
        yield doubtful(part, "nothing here measures its voltage", ask)
    elif alarm or (throttled or 0) & _TOO_LOW:
        yield wrong(part, "its voltage is too low at this moment", _SUPPLY)
    elif (throttled or 0) & _WAS_TOO_LOW:
        yield doubtful(part, "its voltage was too low at some moment since the start", _SUPPLY)
    else:
        yield right(part, "its voltage is high enough")


def clock(context: ExaminationContext) -> Iterator[Finding]:
    """Check that the clock is set: the journal's times and the evening's wins depend on it."""
    part, here = "Clock", context.machine
    now, written = here.clock.time(), _last_written(context)
    set_it = (
        "connect it to a network, or write the right time in: sudo date --set '2025-12-31 20:15'"
    )
    if now < EARLIEST:
        yield wrong(part, f"it says {_date(now)} and has not been set", set_it)
    elif now < written - SLACK:
        says = f"it says {_date(now)}, and the journal was written later, {_date(written)}"
        yield wrong(part, says, set_it)
    elif here.is_pi and context.bench is None and not here.synchronized():
        # A Pi without a network continues at the time of its last shutdown.
        says = f"it says {_date(now)}, and no network has confirmed that since the start"
        yield doubtful(part, says, "connect it to a network and see what timedatectl says")
    else:
        yield right(part, _date(now))


def _throttled(here: Machine) -> int | None:
    try:
        return int(here.text(_THROTTLED), 16)
    except ValueError:
        return None


def _alarm(here: Machine) -> bool | None:
    """Return the alarm of the kernel's driver rpi_volt (Linux,
    Documentation/hwmon/raspberrypi-hwmon.rst).
    """
    for sensor in sorted(here.at("/sys/class/hwmon").glob("*")):
        name = here.said(sensor)
        if here.text(f"{name}/name") == "rpi_volt" and (
            alarm := here.text(f"{name}/in0_lcrit_alarm")
        ):
            return alarm != "0"
    return None


def _last_written(context: ExaminationContext) -> float:
    written = (context.data / JOURNAL).glob(f"*/{ACCEPTED}")  # written after each entry
    return max((file.stat().st_mtime for file in written), default=0.0)


def _date(moment: float) -> str:
    return f"{datetime.fromtimestamp(moment, UTC):%Y-%m-%d %H:%M} UTC"
