"""Checks the readers: finds the port, identifies the reader if it answers,
and reads its settings.
"""

import errno
import termios
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final, assert_never

from companion.config import ReaderSettings, SecondReaderSettings
from companion.devices.node.link import PROTOCOL
from companion.errors import DeviceError
from companion.inputs import PartName
from companion.maintenance.doctor.context import ExaminationContext
from companion.maintenance.doctor.findings import Finding, doubtful, in_use, right, wrong
from companion.maintenance.doctor.module_settings import REGISTERS, SET_UP, settings
from companion.maintenance.doctor.permissions import check_permission
from companion.maintenance.doctor.probe import Module, Node, identify
from companion.maintenance.doctor.serial_port import HEADER_UARTS, OWN_USB, kernel_name, port_of

Settings = ReaderSettings | SecondReaderSettings

SPEEDS: Final = (9600, 115200)
"""Default speeds: of a GM65 and most others,
and of a DE2120 and a node on a UART (firmware/README.md).
"""

_BUSY: Final = {errno.EBUSY, errno.EAGAIN}
_FIRMWARE: Final = "put the firmware of this companion on it, as firmware/README.md tells"


def readers(context: ExaminationContext) -> Iterator[Finding]:
    """Check every configured reader."""
    for part, wanted in context.config.readers():
        if context.bench is not None:
            yield from settings(part, SET_UP, "a simulated port", wanted.baud, usb=False)
        elif wanted.kind == "keyboard":
            yield from _typing(context, part, wanted)
        else:
            yield from _serial(context, part, wanted)
        if wanted.plain:
            says = (
                "it takes plain forms (QS, 8) too, so that part of a label may be read as "
                "another card"
            )
            advice = f"unless your own labels are such, {context.write(part, 'plain', value=False)}"
            yield doubtful(part, says, advice)


def _serial(context: ExaminationContext, part: PartName, wanted: Settings) -> Iterator[Finding]:
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
        says = f"{name}: it answers at {baud} baud and not at {wanted.baud}"
        yield wrong(part, says, context.write(part, "baud", baud))
    yield from _introduced(context, part, baud, who, name, kernel_name(context.machine, port))


def answering(
    context: ExaminationContext, port: Path, baud: int
) -> tuple[Node | Module | None, int]:
    """Return the reader at a port and its speed, trying the configured and then the default speeds.

    Raises:
        OSError: the port cannot be opened, or disappears.
        termios.error: pyserial does not translate it.
    """
    own_usb = kernel_name(context.machine, port).startswith(
        OWN_USB
    )  # where the speed does not matter
    for speed in (baud, *(other for other in SPEEDS if other != baud and not own_usb)):
        with closing(context.machine.open_port(str(port), speed)) as opened:
            who = identify(opened, REGISTERS)
        if who is not None:
            return who, speed
    return None, baud


def absent(context: ExaminationContext, part: PartName, wanted: Settings) -> Finding | None:
    """Return what prevents opening a reader's serial port; None if nothing does."""
    if context.bench is not None or wanted.kind == "keyboard":
        return None
    port = port_of(context, part, wanted)
    return port if isinstance(port, Finding) else None


def node_at(context: ExaminationContext, part: PartName, wanted: Settings) -> Node | None:
    """Return the reader node at a reader's port; None for no reader or another kind."""
    port = port_of(context, part, wanted)
    if context.bench is not None or wanted.kind == "keyboard" or isinstance(port, Finding):
        return None
    try:
        who, _ = answering(context, port, wanted.baud)
    except (OSError, termios.error):
        return None  # the check of the reader itself reports it
    return who if isinstance(who, Node) else None


def _cannot_be_opened(part: PartName, name: str, error: Exception) -> Finding:
    if isinstance(error, OSError) and error.errno in _BUSY:
        return wrong(
            part, f"another program has {name}", f"see which one, sudo fuser -v {name}, and stop it"
        )
    return wrong(part, f"{name}: {error}", "unplug it, plug it in again, and see what dmesg says")


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
            says = (
                f"{name} is there, and nobody answers; a reader that only sends would be silent too"
            )
            try_it = (
                "pass a card with companion doctor --self-test, and check its wires: its TX to GPIO"
            )
            yield doubtful(
                part, says, f"{try_it} {pins.receive}, its RX to GPIO {pins.transmit}, and ground"
            )
        case None:
            says = f"{name} is there; its reader speaks only when it is shown a card"
            yield right(part, f"{says}, as companion doctor --self-test asks for")
        case _:
            assert_never(who)


def _node(part: PartName, name: str, node: Node) -> Iterator[Finding]:
    what = f"{name}: a reader node with firmware {node.version}"
    if node.protocol != PROTOCOL:
        yield wrong(
            part,
            f"{what}, which speaks version {node.protocol} of the link, not {PROTOCOL}",
            _FIRMWARE,
        )
    elif node.module == "silent":
        wires = "check the wires between the node and its module, as firmware/README.md has them"
        yield wrong(part, f"{what}, whose barcode module does not answer", wires)
    elif not node.module:
        yield wrong(part, f"{what}, which sends no heartbeat", _FIRMWARE)
    else:
        waiting = node.following - node.oldest
        kept = f"; it keeps {waiting} for the next companion run" if waiting > 0 else ""
        yield right(part, f"{what} and {', '.join(node.abilities)}{kept}")


def _typing(context: ExaminationContext, part: PartName, wanted: Settings) -> Iterator[Finding]:
    here = context.machine
    by_id = here.at("/dev/input/by-id")
    path = here.at(wanted.port) if "/" in wanted.port else by_id / wanted.port
    name = here.said(path)
    if not path.exists():
        others = sorted(other.name for other in by_id.glob("*event-kbd"))
        says = f"there is no {name}" + (f"; plugged in: {', '.join(others)}" if others else "")
        advice = f"plug it in; without a reader, {context.write(part, 'port', 'none')}"
        yield wrong(part, says, context.write(part, "port", others[0]) if others else advice)
        return
    refused = check_permission(here, part, path, "input")
    if refused is not None:
        yield refused
        return
    if context.played:
        yield in_use(part, name)
        return
    try:
        here.open_keyboard(str(path)).close()
    except DeviceError as error:
        yield wrong(part, error.why, f"sudo {error.advice}")
    except OSError as error:
        yield _cannot_be_opened(part, name, error)
    else:
        yield right(part, f"{name} is there; companion doctor --self-test asks for a card")
