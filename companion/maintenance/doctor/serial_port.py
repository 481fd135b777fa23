"""Finds the serial port of a scanner, and what keeps the doctor from it."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from companion.config import AnyReaderSettings
from companion.config.board import PI_5_HEADER, bluetooth_has_uart, is_pi_5
from companion.devices.serial_reader import AUTO, HEADER_PORT, find_port, header_of
from companion.errors import DeviceError
from companion.inputs import PartName
from companion.maintenance.doctor.context import (
    EDIT_BUSES,
    ExaminationContext,
    Machine,
    closed,
    write_boot,
)
from companion.maintenance.doctor.findings import Finding, wrong
from companion.message import Words, phrase
from companion.words.numbers import together

HEADER_UARTS: Final = {HEADER_PORT, "ttyAMA0", "ttyS0"}
"""The names of the header's UART on different Pis (docs/reference/wiring.md)."""

DEBUG_UART: Final = "ttyAMA10"
"""The debug connector of a Pi 5, which is not on the header (docs/reference/wiring.md)."""

OWN_USB: Final = "ttyACM"
"""The kernel's prefix for native USB serial devices; an adapter with a UART is ttyUSB."""


def port_of(
    context: ExaminationContext, part: PartName, settings: AnyReaderSettings
) -> Path | Finding:
    """Return the port to open, or a finding with what to do first."""
    here = context.machine
    try:
        header = header_of(here.model)
        path = Path(find_port(settings.port, header=header, dev=here.at("/dev")))
    except DeviceError as error:
        first = _plugged_in(here)[0]
        return wrong(part, str(error), context.write(part, "port", first))
    except OSError as error:  # the port is missing, which is allowed for "auto"
        return wrong(part, str(error), plug_in(context, part, settings.port))
    if "/" in settings.port:
        path = here.at(settings.port)
    if not path.exists():
        return _missing(context, part, settings.port, path)
    name, kernel = here.said(path), kernel_name(here, path)
    if kernel == DEBUG_UART:
        says = phrase("{name} is the connector for debugging on this Pi, not the header", name=name)
        return wrong(part, says, _header(context, part, settings.port))
    if any(console.split(",")[0] == kernel for console in here.consoles()):
        says = phrase("a login console talks on {name}", name=name)
        advice = phrase(
            "take console={console} out of the line in {file} and restart",
            console=_console(here, kernel),
            file=here.boot_file("cmdline.txt"),
        )
        return wrong(part, says, advice)
    return closed(context, part, path, "dialout") or path


def kernel_name(here: Machine, path: Path) -> str:
    """Return the kernel's name of the port, like "ttyACM0" for a name in by-id."""
    while path.is_symlink():
        target = Path(os.path.normpath(path.parent / path.readlink()))
        if not target.is_relative_to(here.root):
            break
        path = target
    return path.name


def plug_in(context: ExaminationContext, part: PartName, port: str = "") -> Words:
    """Return the advice on a reader that is not there; with a serial `port`, it may be on the
    header.
    """
    without = context.write(part, "port", "none")
    if not port or not context.machine.is_pi:
        return phrase("plug it in; without a reader, {do}", do=without)
    return phrase(
        "plug it in; for one on the header, {header}; without a reader, {do}",
        header=_header(context, part, port),
        do=without,
    )


def _header(context: ExaminationContext, part: PartName, port: str) -> Words:
    """Return the advice to enable the header's UART, and to configure its name if that is
    necessary.
    """
    here = context.machine
    if here.is_image:
        return phrase(
            "{command}, write {line} there, and restart",
            command=EDIT_BUSES,
            line="dtoverlay=companion-uart",
        )
    if not is_pi_5(here.model):
        # The mini UART depends on the clock of the graphics core.
        lines = ["enable_uart=1", "dtoverlay=disable-bt"]
        return write_boot(here, together(lines if bluetooth_has_uart(here.model) else lines[:1]))
    steps = [] if port in {AUTO, PI_5_HEADER} else [context.write(part, "port", PI_5_HEADER)]
    if not here.at(PI_5_HEADER).exists():
        steps.append(write_boot(here, "dtparam=uart0=on"))
    return (
        phrase("{first}, then {second}", first=steps[0], second=steps[1])
        if len(steps) == 2
        else next(iter(steps), "")
    )


def _missing(context: ExaminationContext, part: PartName, port: str, path: Path) -> Finding:
    here = context.machine
    name, others = here.said(path), _plugged_in(here)
    if path.name in HEADER_UARTS and here.is_pi:
        says = phrase("there is no {name}: the header's UART is off", name=name)
        return wrong(part, says, _header(context, part, port))
    return missing(context, part, name, others, port)


def missing(
    context: ExaminationContext, part: PartName, name: str, others: Sequence[str], port: str = ""
) -> Finding:
    """Return the finding on a missing port; `others` are plugged in."""
    if not others:
        return wrong(part, phrase("there is no {name}", name=name), plug_in(context, part, port))
    plugged = ", ".join(others)
    says = phrase("there is no {name}; plugged in: {others}", name=name, others=plugged)
    return wrong(part, says, context.write(part, "port", others[0]))


def _plugged_in(here: Machine) -> list[str]:
    by_id = sorted(path.name for path in here.at("/dev/serial/by-id").glob("*") if path.exists())
    usb = sorted(path for kind in ("ttyACM*", "ttyUSB*") for path in here.at("/dev").glob(kind))
    return by_id or [here.said(path) for path in usb]


def _console(here: Machine, kernel: str) -> str:
    """Return the console as written in cmdline.txt, which may use the firmware's name of a port."""
    names = here.consoles(here.boot_file("cmdline.txt"))
    return next(
        (name for name in names if name.split(",")[0] in {kernel, HEADER_PORT}), f"{kernel},115200"
    )
