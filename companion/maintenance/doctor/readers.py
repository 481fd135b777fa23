"""Examines the scanners: their ports, and what answers there."""

import errno
import os
import termios
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import assert_never

from companion.config import AnyReaderSettings
from companion.config.board import PI_5_HEADER, is_pi_5
from companion.devices.keyboard_reader import find_keyboard
from companion.devices.scanner_node import PROTOCOL
from companion.devices.serial_reader import AUTO, HEADER_PORT, find_port, header_of
from companion.errors import DeviceError, PartNotDetectedError
from companion.inputs import PartName
from companion.maintenance.doctor.context import (
    ExaminationContext,
    Finding,
    Machine,
    bus_on,
    check_permission,
    doubtful,
    right,
    write_boot,
    wrong,
)
from companion.maintenance.doctor.probe import SET_UP, Node, identify, settings
from companion.message import Words, gettext, phrase
from companion.words.numbers import together

HEADER_UARTS = {HEADER_PORT, "ttyAMA0", "ttyS0"}
"""The names of the header's UART on different Pis (docs/reference/wiring.md)."""

DEBUG_UART = "ttyAMA10"
"""The debug connector of a Pi 5, which is not on the header (docs/reference/wiring.md)."""

OWN_USB = "ttyACM"
"""The kernel's prefix for native USB serial devices; an adapter with a UART is ttyUSB."""

SPEEDS = (9600, 115200)
"""Default speeds: of a GM65 and most others; of a DE2120 and a node on a UART
(docs/howto/scanner-node.md).
"""

_BUSY = {errno.EBUSY, errno.EAGAIN}
_FIRMWARE = phrase("put the firmware of this companion on it, as docs/howto/scanner-node.md tells")


def readers(context: ExaminationContext) -> Iterator[Finding]:
    """Check every configured reader."""
    for part, wanted in context.config.readers():
        if context.bench is not None:
            yield from settings(part, SET_UP, "", wanted.baud, usb=False)
        elif wanted.kind == "keyboard":
            yield _typing(context, part, wanted.port)
        else:
            yield from _serial(context, part, wanted)
        if wanted.plain:
            says = phrase(
                "it takes plain forms (QS, 8) too, so that part of a label may be read as "
                "another card"
            )
            advice = phrase(
                "unless your own labels are such, {do}",
                do=context.write(part, "plain", value=False),
            )
            yield doubtful(part, says, advice)


def _serial(
    context: ExaminationContext, part: PartName, wanted: AnyReaderSettings
) -> Iterator[Finding]:
    port = _port(context, part, wanted.port)
    if isinstance(port, Finding):
        yield port
        return
    name = context.machine.said(port)
    try:
        who, baud = answering(context, port, wanted.baud)
    except (OSError, termios.error) as error:
        yield _cannot_be_opened(part, name, error)
        return
    if baud != wanted.baud:
        says = phrase(
            "{name}: it answers at {baud} baud and not at {wanted}",
            name=name,
            baud=baud,
            wanted=wanted.baud,
        )
        yield wrong(part, says, context.write(part, "baud", baud))
    kernel = kernel_name(context.machine, port)
    match who:
        case Node():
            yield _node(part, name, who)
        case Mapping():
            yield from settings(part, who, name, baud, usb=kernel.startswith(OWN_USB))
        case None if kernel in HEADER_UARTS:
            pins = context.pins.reader
            says = phrase(
                "{name} is there, and nothing answers; a reader that only sends would be silent "
                "too",
                name=name,
            )
            advice = phrase(
                "start the box, scan a card, and check its wires: its TX to GPIO {receive}, its "
                "RX to GPIO {transmit}, and ground",
                receive=pins.receive,
                transmit=pins.transmit,
            )
            yield doubtful(part, says, advice)
        case None:
            says = phrase(
                "{name} is there; its reader speaks only when it is shown a card", name=name
            )
            yield right(part, says)
        case _:
            assert_never(who)


def _port(context: ExaminationContext, part: PartName, wanted: str) -> Path | Finding:
    """Return the serial port to open, or a finding with what to do first."""
    here, header = context.machine, _header(context, part, wanted)
    by_id = sorted(path.name for path in here.at("/dev/serial/by-id").glob("*") if path.exists())
    try:
        path = Path(find_port(wanted, header=header_of(here.model), dev=here.at("/dev")))
    except PartNotDetectedError as error:
        return wrong(part, str(error), _plug_in(context, part, header))
    except DeviceError as error:
        return wrong(part, str(error), context.write(part, "port", by_id[0]))
    if "/" in wanted:
        path = here.at(wanted)
    name, kernel = here.said(path), kernel_name(here, path)
    if not path.exists():
        if path.name in HEADER_UARTS and here.is_pi:
            says = phrase("there is no {name}: the header's UART is off", name=name)
            return wrong(part, says, header)
        return _missing(context, part, name, by_id)
    if kernel == DEBUG_UART:
        says = phrase("{name} is the connector for debugging on this Pi, not the header", name=name)
        return wrong(part, says, header)
    if f"console={kernel}" in here.text("/proc/cmdline").replace(",", " ").split():
        advice = phrase(
            "take its console= out of the line in {file} and restart",
            file="/boot/firmware/cmdline.txt",
        )
        return wrong(part, phrase("a login console talks on {name}", name=name), advice)
    return check_permission(context.machine, part, path, "dialout") or path


def kernel_name(here: Machine, path: Path) -> str:
    """Return the kernel's name of the port, like "ttyACM0" for a name in by-id."""
    while path.is_symlink():
        target = Path(os.path.normpath(path.parent / path.readlink()))
        if not target.is_relative_to(here.root):
            break
        path = target
    return path.name


def _header(context: ExaminationContext, part: PartName, port: str) -> Words:
    """Return the advice to enable the header's UART, or to configure its name on a Pi 5."""
    here = context.machine
    if not is_pi_5(here.model):
        # The mini UART of a Pi with Bluetooth depends on the clock of the graphics core.
        lines = write_boot(together(["enable_uart=1", "dtoverlay=disable-bt"]))
    elif port in {AUTO, PI_5_HEADER}:
        lines = write_boot("dtparam=uart0=on")
    else:
        return context.write(part, "port", PI_5_HEADER)
    return bus_on(here, "UART", lines)


def _plug_in(context: ExaminationContext, part: PartName, header: Words = "") -> Words:
    """Return the advice on a reader that is not there, and may be on the `header` of a Pi."""
    without = context.without(part)
    if header and context.machine.is_pi:
        return phrase(
            "plug it in; for one on the header, {header}; {advice}", header=header, advice=without
        )
    return phrase("plug it in; {advice}", advice=without)


def _missing(
    context: ExaminationContext, part: PartName, name: str, others: Sequence[str]
) -> Finding:
    """Return the finding on a missing port; `others` are plugged in."""
    if not others:
        return wrong(part, phrase("there is no {name}", name=name), _plug_in(context, part))
    says = phrase("there is no {name}; plugged in: {others}", name=name, others=", ".join(others))
    return wrong(part, says, context.write(part, "port", others[0]))


def answering(
    context: ExaminationContext, port: Path, baud: int
) -> tuple[Node | Mapping[int, int] | None, int]:
    """Return the reader at a port and its speed; try the configured speed, then the default ones.

    Raises:
        OSError: the port cannot be opened, or disappears.
        termios.error: an error that pyserial does not translate.
    """
    for speed in dict.fromkeys((baud, *SPEEDS)):
        with closing(context.machine.open_port(str(port), speed)) as opened:
            who = identify(opened)
        if who is not None:
            return who, speed
    return None, baud


def _cannot_be_opened(part: PartName, name: str, error: Exception) -> Finding:
    if isinstance(error, OSError) and error.errno in _BUSY:
        return wrong(
            part,
            phrase("another program has {name}", name=name),
            phrase("see which one, sudo fuser -v {name}, and stop it", name=name),
        )
    advice = phrase("unplug it, plug it in again, and see what dmesg says")
    return wrong(part, f"{name}: {error}", advice)


def _node(part: PartName, name: str, node: Node) -> Finding:
    what = phrase("{name}: a reader node with firmware {version}", name=name, version=node.version)
    if node.protocol != PROTOCOL:
        says = phrase(
            "{node}, which speaks version {version} of the link, not {wanted}",
            node=what,
            version=node.protocol,
            wanted=PROTOCOL,
        )
        return wrong(part, says, _FIRMWARE)
    if node.module == "silent":
        wires = phrase(
            "check the wires between the node and its module, "
            "as docs/howto/scanner-node.md has them"
        )
        return wrong(part, phrase("{node}, whose barcode module does not answer", node=what), wires)
    abilities = ", ".join(node.abilities)
    return right(part, phrase("{node} and {abilities}", node=what, abilities=abilities))


def _typing(context: ExaminationContext, part: PartName, wanted: str) -> Finding:
    here = context.machine
    try:
        found = find_keyboard(wanted, here.at("/dev"))
    except PartNotDetectedError as error:
        return wrong(part, str(error), _plug_in(context, part))
    except DeviceError as error:
        return wrong(part, error.why, context.write(part, "port", gettext("the name")))
    path = here.at(found) if "/" in wanted else Path(found)
    name = here.said(path)
    if not path.exists():
        others = here.at("/dev/input/by-id").glob("*event-kbd")
        return _missing(context, part, name, sorted(other.name for other in others))
    if (finding := check_permission(context.machine, part, path, "input")) is not None:
        return finding
    try:
        here.open_keyboard(str(path)).close()
    except DeviceError as error:
        return wrong(part, error.why, f"sudo {error.advice}")
    except OSError as error:
        return _cannot_be_opened(part, name, error)
    return right(part, phrase("{name} is there", name=name))
