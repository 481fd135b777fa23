"""Examines the scanners: their ports, and the settings of a GM65.

firmware/node/gm65.py names the source for each register's meaning.
"""

import errno
import termios
from collections.abc import Callable, Iterator, Mapping
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
from companion.maintenance.doctor.serial_port import (
    HEADER_UARTS,
    OWN_USB,
    Module,
    Node,
    identify,
    kernel_name,
    no_port,
    plug_in,
    port_of,
)
from companion.message import Words, gettext, phrase

MODE: Final = 0x0000
SETUP_CODES: Final = 0x0003
OUTPUT: Final = 0x000D
SAME_AGAIN: Final = 0x0013
KINDS: Final = 0x002C
DATA_MATRIX: Final = 0x0054
LINE_END: Final = 0x0060

SET_UP: Final[Mapping[int, int]] = {
    MODE: 0x96,
    SETUP_CODES: 0x02,
    OUTPUT: 0x00,
    SAME_AGAIN: 0x8A,
    KINDS: 0x05,
    DATA_MATRIX: 0x01,
    LINE_END: 0x01,
}
"""The settings that the reader node writes to its own module (firmware/node/gm65.py)."""

REGISTERS: Final = tuple(SET_UP)

_MODES: Final = (
    phrase("while its trigger is held"),
    phrase("when a command tells it to"),
    phrase("all the time"),
    phrase("when something moves"),
)
_OUTPUTS: Final = {
    0: phrase("a GM65 that sends its codes to its serial pins"),
    1: phrase("a GM65 that sends its codes to a USB keyboard"),
    3: phrase("a GM65 that sends its codes to a USB serial port"),
}
_NO_OUTPUT: Final = phrase("a GM65 that sends its codes nowhere")
_ENDS: Final = {0x00: "CR", 0x20: "CR LF"}


def settings(
    part: PartName, registers: Mapping[int, int], port: Words, baud: int, *, usb: bool
) -> Iterator[Finding]:
    """Yield the wrong settings in a module's registers, or else one finding about its settings.

    `port` is the path that a person types; `usb` is true for the module's own USB port.
    """
    mode = registers.get(MODE, 0x02)
    ways = registers.get(OUTPUT, 0x03 if usb else 0x00)
    again = registers.get(SAME_AGAIN, 0x80 | 10)
    kinds = registers.get(KINDS, 0x04)
    matrix = registers.get(DATA_MATRIX, 0x01)
    end = registers.get(LINE_END, 0x01)
    setup = registers.get(SETUP_CODES, 0x02)
    found: list[Finding] = []

    def add(judged: Callable[..., Finding], says: Words, register: int, value: int) -> None:
        found.append(judged(part, says, _set(port, baud, register, value)))

    if mode & 0x03 not in {2, 3}:
        says = phrase("a GM65 that reads only {when}", when=_MODES[mode & 0x03])
        add(wrong, says, MODE, mode & ~0x03 | 0x02)
    if ways & 0x03 != (0x03 if usb else 0x00):
        says = _OUTPUTS.get(ways & 0x03, _NO_OUTPUT)
        add(wrong, says, OUTPUT, ways & ~0x03 | (0x03 if usb else 0x00))
    if not kinds & 0x06:
        add(wrong, phrase("a GM65 that reads no kind of code"), KINDS, kinds | 0x04)
    if not matrix & 0x01:
        says = phrase("a GM65 that seems to read no Data Matrix, which the labels carry")
        add(doubtful, says, DATA_MATRIX, matrix | 0x01)
    if not end & 0x01 or end & 0x60 == 0x60:
        says = phrase(
            "a GM65 that puts nothing after a code, so that a card counts only after a pause"
        )
        add(doubtful, says, LINE_END, 0x01)
    elif end & 0x60 == 0x40:
        says = phrase("a GM65 that puts TAB after a code, where the box waits for CR")
        add(wrong, says, LINE_END, 0x01)
    elif end & ~0x61:
        says = phrase("a GM65 that adds something of its own to every code")
        add(wrong, says, LINE_END, 0x01)
    if again == 0x80:
        says = phrase("a GM65 that never reads the same card twice in a row")
        add(doubtful, says, SAME_AGAIN, 0x80 | 10)
    if not setup & 0x02:
        says = phrase("a GM65 that any set-up code which is held before it changes")
        add(doubtful, says, SETUP_CODES, setup | 0x02)
    yield from found or [_well(part, mode, again, end)]


def _well(part: PartName, mode: int, again: int, end: int) -> Finding:
    pause = (
        phrase("after {seconds} s", seconds=(again & 0x7F) / 10)
        if again & 0x80
        else phrase("at once")
    )
    says = phrase(
        "a GM65 that reads {when}, the same card again {pause}, and ends each with {sign}",
        when=_MODES[mode & 0x03],
        pause=pause,
        sign=_ENDS[end & 0x60],
    )
    return right(part, says)


def _set(port: Words, baud: int, register: int, value: int) -> Words:
    """Return the shell command for one setting; AB CD replaces the checksum (GM65 manual, "Serial
    commands").
    """
    packet = bytes((0x7E, 0x00, 0x08, 0x01, *register.to_bytes(2, "big"), value, 0xAB, 0xCD))
    escaped = "".join(f"\\x{byte:02x}" for byte in packet)
    command = f"stty -F {port} {baud} raw -echo && printf '{escaped}' > {port}"
    return phrase(
        "{command}, or the code for it in the module's manual, which holds when it is switched "
        "off too",
        command=command,
    )


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
            who = identify(opened, REGISTERS)
        if who is not None:
            return who, speed
    return None, baud


def absent(
    context: ExaminationContext, part: PartName, wanted: AnyReaderSettings
) -> Finding | None:
    """Return the finding that prevents opening a reader's serial port, or None."""
    if context.bench is not None or wanted.kind == "keyboard":
        return None
    port = port_of(context, part, wanted)
    return port if isinstance(port, Finding) else None


def node_at(context: ExaminationContext, part: PartName, wanted: AnyReaderSettings) -> Node | None:
    """Return the reader node at a reader's port; None if there is no reader or another kind."""
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
                "pass a card with companion doctor --self-test, and check its wires: its TX to "
                "GPIO {receive}, its RX to GPIO {transmit}, and ground",
                receive=pins.receive,
                transmit=pins.transmit,
            )
            yield doubtful(part, says, advice)
        case None:
            says = phrase(
                "{name} is there; its reader speaks only when it is shown a card, as companion "
                "doctor --self-test asks for",
                name=name,
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
        advice = plug_in(context, part)
        yield wrong(
            part,
            no_port(name, others),
            context.write(part, "port", others[0]) if others else advice,
        )
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
        says = phrase("{name} is there; companion doctor --self-test asks for a card", name=name)
        yield right(part, says)
