"""Examines a serial port and identifies the scanner at it.

Other devices ignore both of its requests.
"""

import os
import re
from binascii import crc_hqx
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import msgspec

from companion.config import AnyReaderSettings
from companion.config.board import PI_5_HEADER, bluetooth_has_uart, is_pi_5
from companion.devices.scanner_node import HELLO, FrameAssembler
from companion.devices.serial_reader import (
    AUTO,
    HEADER_PORT,
    READ_BYTES,
    SerialPort,
    find_port,
    header_of,
)
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

WAIT: Final = 0.5
"""Seconds for one read; a GM65 answers within this time (firmware/node/gm65.py)."""

QUIET: Final = 3
"""Empty reads after which no node is expected; its heartbeat comes every second
(docs/reference/node-link.md).
"""

MAX_READS: Final = 64
"""Maximum number of reads from a device that never stops sending."""

_REPLY: Final = re.compile(rb"\x02\x00(\x00\x01(.))(..)", re.DOTALL)


class Node(msgspec.Struct, frozen=True):
    """The state that a reader node reports, in the terms of docs/reference/node-link.md.

    `oldest` is the first message that it still stores, `following` the next that it will send;
    `module` is "ok", "silent", or "" without a heartbeat.
    """

    boot: str
    oldest: int
    following: int
    protocol: str
    version: str
    abilities: tuple[str, ...]
    module: str = ""

    def waiting(self, receipts: Mapping[str, int]) -> int:
        """Return how many messages it stores beyond `receipts`, the last numbers on disk by
        boot.
        """
        return max(0, self.following - max(self.oldest, receipts.get(self.boot, 0) + 1))


class Module(msgspec.Struct, frozen=True):
    """The requested registers of a GM65, without missing ones."""

    registers: Mapping[int, int]


def identify(port: SerialPort, registers: Sequence[int]) -> Node | Module | None:
    """Return the device that answers on an open port, with the `registers` of a GM65, or None.

    Raises:
        OSError: the port was lost.
    """
    port.timeout = WAIT
    return _node(port) or _module(port, registers)


def _node(port: SerialPort) -> Node | None:
    frames, node, module = FrameAssembler(), None, ""
    port.write(HELLO)
    quiet = 0
    for _ in range(MAX_READS):
        data = port.read(max(1, min(port.in_waiting, READ_BYTES)))
        quiet = 0 if data else quiet + 1
        for words in frames.feed(data):
            match words:
                case ("H", boot, oldest, following, protocol, version, abilities):
                    numbers = _number(oldest), _number(following)
                    node = Node(boot, *numbers, protocol, version, tuple(abilities.split(",")))
                case ("T", _, _, _, _, module):
                    if node is None:
                        port.write(HELLO)
        if quiet == QUIET or (node is not None and module):
            break
    return None if node is None else msgspec.structs.replace(node, module=module)


def _module(port: SerialPort, registers: Sequence[int]) -> Module | None:
    found: dict[int, int] = {}
    for register in registers:
        value = _read(port, register)
        if value is not None:
            found[register] = value
        elif not found:
            return None
    return Module(found)


def _read(port: SerialPort, register: int) -> int | None:
    """Read one byte from a register of a GM65; type 7 is a read (GM65 manual, "Serial
    commands").
    """
    body = bytes((0x07, 0x01, *register.to_bytes(2, "big"), 0x01))
    port.write(b"\x7e\x00" + body + crc_hqx(body, 0).to_bytes(2, "big"))
    heard = b""
    for _ in range(MAX_READS):
        data = port.read(max(1, min(port.in_waiting, READ_BYTES)))
        heard += data
        for reply in _REPLY.finditer(heard):
            if crc_hqx(reply[1], 0) == int.from_bytes(reply[3], "big"):
                return reply[2][0]
        if not data:
            break
    return None


def _number(word: str) -> int:
    return int(word) if word.isdecimal() else 0


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
    advice = context.write(part, "port", others[0]) if others else plug_in(context, part, port)
    return wrong(part, no_port(name, others), advice)


def no_port(name: str, others: Sequence[str]) -> Words:
    """Return the sentence on a missing port; `others` are plugged in."""
    if not others:
        return phrase("there is no {name}", name=name)
    return phrase("there is no {name}; plugged in: {others}", name=name, others=", ".join(others))


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
