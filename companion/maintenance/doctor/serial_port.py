"""Finds a reader's serial port, and what prevents the box from using it."""

import os
from pathlib import Path
from typing import Final

from companion.config import ReaderSettings, SecondReaderSettings
from companion.config.models import PI_5_HEADER, bluetooth_has_uart, is_pi_5
from companion.devices.serial_reader import AUTO, HEADER_PORT, find_port, header_of
from companion.errors import DeviceError
from companion.inputs import PartName
from companion.maintenance.doctor.context import ExaminationContext
from companion.maintenance.doctor.findings import Finding, in_use, wrong
from companion.maintenance.doctor.machine import EDIT_BUSES, Machine
from companion.maintenance.doctor.permissions import check_permission

HEADER_UARTS: Final = {HEADER_PORT, "ttyAMA0", "ttyS0"}
"""The names of the header's UART on different Pis (docs/wiring.md)."""

DEBUG_UART: Final = "ttyAMA10"
"""The debug connector of a Pi 5, which is not on the header (docs/wiring.md)."""

OWN_USB: Final = "ttyACM"
"""The kernel's prefix for a device that is itself a USB serial port;
an adapter with a UART is ttyUSB.
"""


def port_of(
    context: ExaminationContext, part: PartName, settings: ReaderSettings | SecondReaderSettings
) -> Path | Finding:
    """Return the port to open, or a finding that says what to do first."""
    here = context.machine
    try:
        header = header_of(here.model)
        path = Path(find_port(settings.port, header=header, dev=here.at("/dev")))
    except DeviceError as error:
        first = _plugged_in(here)[0]
        return wrong(part, str(error), context.write(part, "port", first))
    except OSError as error:  # there is no port, which is allowed for "auto"
        return wrong(part, str(error), _plug_in(context, part, settings.port))
    if "/" in settings.port:
        path = here.at(settings.port)
    if not path.exists():
        return _missing(context, part, settings.port, path)
    name, kernel = here.said(path), kernel_name(here, path)
    if kernel == DEBUG_UART:
        says = f"{name} is the connector for debugging on this Pi, not the header"
        return wrong(part, says, _header(context, part, settings.port))
    if any(console.split(",")[0] == kernel for console in here.consoles()):
        says = f"a login console talks on {name}"
        file = here.boot_file("cmdline.txt")
        gone = f"console={_console(here, kernel)} out of the line in {file}"
        return wrong(part, says, f"take {gone} and restart")
    refused = check_permission(here, part, path, "dialout")
    if refused is None and context.played:
        return in_use(part, name)
    return refused or path


def kernel_name(here: Machine, path: Path) -> str:
    """Return the kernel's name of the port: "ttyACM0" for a name in by-id."""
    while path.is_symlink():
        target = Path(os.path.normpath(path.parent / path.readlink()))
        if not target.is_relative_to(here.root):
            break
        path = target
    return path.name


def _plug_in(context: ExaminationContext, part: PartName, port: str) -> str:
    header = (
        ""
        if not context.machine.is_pi
        else f"; for one on the header, {_header(context, part, port)}"
    )
    return f"plug it in{header}; without a reader, {context.write(part, 'port', 'none')}"


def _header(context: ExaminationContext, part: PartName, port: str) -> str:
    """Return how to enable the header's UART, and to name it unless `port` does
    or it is found by itself.
    """
    here = context.machine
    file = here.boot_file("config.txt")
    if here.is_image:
        return f"{EDIT_BUSES}, write dtoverlay=companion-uart there, and restart"
    if not is_pi_5(here.model):
        # The mini UART depends on the clock of the graphics core.
        lines = "enable_uart=1" + (
            " and dtoverlay=disable-bt" if bluetooth_has_uart(here.model) else ""
        )
        return f"write {lines} into {file} and restart"
    steps = [] if port in {AUTO, PI_5_HEADER} else [context.write(part, "port", PI_5_HEADER)]
    if not here.at(PI_5_HEADER).exists():
        steps.append(f"write dtparam=uart0=on into {file} and restart")
    return ", then ".join(steps)


def _missing(context: ExaminationContext, part: PartName, port: str, path: Path) -> Finding:
    here = context.machine
    name, others = here.said(path), _plugged_in(here)
    if path.name in HEADER_UARTS and here.is_pi:
        return wrong(
            part, f"there is no {name}: the header's UART is off", _header(context, part, port)
        )
    if others:
        says = f"there is no {name}; plugged in: {', '.join(others)}"
        return wrong(part, says, context.write(part, "port", others[0]))
    return wrong(part, f"there is no {name}", _plug_in(context, part, port))


def _plugged_in(here: Machine) -> list[str]:
    by_id = sorted(path.name for path in here.at("/dev/serial/by-id").glob("*") if path.exists())
    usb = sorted(path for kind in ("ttyACM*", "ttyUSB*") for path in here.at("/dev").glob(kind))
    return by_id or [here.said(path) for path in usb]


def _console(here: Machine, kernel: str) -> str:
    """Return the console as written in cmdline.txt,
    where the firmware's name of a port may appear.
    """
    names = here.consoles(here.boot_file("cmdline.txt"))
    return next(
        (name for name in names if name.split(",")[0] in {kernel, HEADER_PORT}), f"{kernel},115200"
    )
