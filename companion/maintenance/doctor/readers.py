"""Examines the scanners: their ports, and what answers there."""

import errno
import termios
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final, assert_never

from companion.config import AnyReaderSettings
from companion.devices.keyboard_reader import find_keyboard
from companion.devices.scanner_node import PROTOCOL
from companion.errors import DeviceError, PartNotDetectedError
from companion.inputs import PartName
from companion.maintenance.doctor.context import ExaminationContext, closed
from companion.maintenance.doctor.findings import Finding, doubtful, right, wrong
from companion.maintenance.doctor.probe import SET_UP, Module, Node, identify, settings
from companion.maintenance.doctor.serial_port import (
    HEADER_UARTS,
    OWN_USB,
    kernel_name,
    missing,
    plug_in,
    port_of,
)
from companion.message import gettext, phrase

SPEEDS: Final = (9600, 115200)
"""Default speeds: of a GM65 and most others; of a DE2120 and a node on a UART
(docs/howto/scanner-node.md).
"""

_BUSY: Final = {errno.EBUSY, errno.EAGAIN}
_FIRMWARE: Final = phrase(
    "put the firmware of this companion on it, as docs/howto/scanner-node.md tells"
)


def readers(context: ExaminationContext) -> Iterator[Finding]:
    """Check every configured reader."""
    for part, wanted in context.config.readers():
        if context.bench is not None:
            yield from settings(part, SET_UP, "", wanted.baud, usb=False)
        elif wanted.kind == "keyboard":
            yield from _typing(context, part, wanted)
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
    port = port_of(context, part, wanted)
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
    yield from _introduced(context, part, baud, who, name, kernel_name(context.machine, port))


def answering(
    context: ExaminationContext, port: Path, baud: int
) -> tuple[Node | Module | None, int]:
    """Return the reader at a port and its speed; try the configured speed, then the default ones.

    Raises:
        OSError: the port cannot be opened, or disappears.
        termios.error: an error that pyserial does not translate.
    """
    own_usb = kernel_name(context.machine, port).startswith(
        OWN_USB
    )  # a native USB port, for which the speed does not matter
    for speed in (baud, *(other for other in SPEEDS if other != baud and not own_usb)):
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


def _introduced(
    context: ExaminationContext,
    part: PartName,
    baud: int,
    who: Node | Module | None,
    name: str,
    kernel: str,
) -> Iterator[Finding]:
    match who:
        case Node():
            yield from _node(part, name, who)
        case Module(registers):
            yield from settings(part, registers, name, baud, usb=kernel.startswith(OWN_USB))
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


def _node(part: PartName, name: str, node: Node) -> Iterator[Finding]:
    what = phrase("{name}: a reader node with firmware {version}", name=name, version=node.version)
    if node.protocol != PROTOCOL:
        says = phrase(
            "{node}, which speaks version {version} of the link, not {wanted}",
            node=what,
            version=node.protocol,
            wanted=PROTOCOL,
        )
        yield wrong(part, says, _FIRMWARE)
    elif node.module == "silent":
        wires = phrase(
            "check the wires between the node and its module, "
            "as docs/howto/scanner-node.md has them"
        )
        yield wrong(part, phrase("{node}, whose barcode module does not answer", node=what), wires)
    elif not node.module:
        yield wrong(part, phrase("{node}, which sends no heartbeat", node=what), _FIRMWARE)
    else:
        waiting = node.following - node.oldest
        says = phrase("{node} and {abilities}", node=what, abilities=", ".join(node.abilities))
        if waiting > 0:
            says = phrase("{text}; it keeps {n} for the next companion run", text=says, n=waiting)
        yield right(part, says)


def _typing(
    context: ExaminationContext, part: PartName, wanted: AnyReaderSettings
) -> Iterator[Finding]:
    here = context.machine
    by_id = here.at("/dev/input/by-id")
    try:
        found = find_keyboard(wanted.port, here.at("/dev"))
    except PartNotDetectedError as error:
        yield wrong(part, str(error), plug_in(context, part))
        return
    except DeviceError as error:
        yield wrong(part, error.why, context.write(part, "port", gettext("the name")))
        return
    path = here.at(found) if "/" in wanted.port else Path(found)
    name = here.said(path)
    if not path.exists():
        others = sorted(other.name for other in by_id.glob("*event-kbd"))
        yield missing(context, part, name, others)
        return
    if (finding := closed(context, part, path, "input")) is not None:
        yield finding
        return
    try:
        here.open_keyboard(str(path)).close()
    except DeviceError as error:
        yield wrong(part, error.why, f"sudo {error.advice}")
    except OSError as error:
        yield _cannot_be_opened(part, name, error)
    else:
        says = phrase("{name} is there", name=name)
        yield right(part, says)
