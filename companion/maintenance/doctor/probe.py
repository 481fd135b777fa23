"""Identifies the scanner at a serial port, and judges the settings of a GM65.

Other devices ignore both requests. firmware/node/gm65.py names the source for the meaning of each
register.
"""

import re
from binascii import crc_hqx
from collections.abc import Callable, Iterator, Mapping
from typing import Final

import msgspec

from companion.devices.scanner_node import HELLO, FrameAssembler
from companion.devices.serial_reader import READ_BYTES, SerialPort
from companion.inputs import PartName
from companion.maintenance.doctor.findings import Finding, doubtful, right, wrong
from companion.message import Words, phrase

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

    `module` is "ok", "silent", or "" without a heartbeat.
    """

    protocol: str
    version: str
    abilities: tuple[str, ...]
    module: str = ""


class Module(msgspec.Struct, frozen=True):
    """The requested registers of a GM65, without missing ones."""

    registers: Mapping[int, int]


def identify(port: SerialPort) -> Node | Module | None:
    """Return the device that answers on an open port, with the registers of a GM65, or None.

    Raises:
        OSError: the port was lost.
    """
    port.timeout = WAIT
    return _node(port) or _module(port)


def _node(port: SerialPort) -> Node | None:
    frames, node, module = FrameAssembler(), None, ""
    port.write(HELLO)
    quiet = 0
    for _ in range(MAX_READS):
        data = _received(port)
        quiet = 0 if data else quiet + 1
        for words in frames.feed(data):
            match words:
                case ("H", _, _, _, protocol, version, abilities):
                    node = Node(protocol, version, tuple(abilities.split(",")))
                case ("T", _, _, _, _, module):
                    if node is None:
                        port.write(HELLO)
        if quiet == QUIET or (node is not None and module):
            break
    return None if node is None else msgspec.structs.replace(node, module=module)


def _module(port: SerialPort) -> Module | None:
    found: dict[int, int] = {}
    for register in SET_UP:
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
        data = _received(port)
        heard += data
        for reply in _REPLY.finditer(heard):
            if crc_hqx(reply[1], 0) == int.from_bytes(reply[3], "big"):
                return reply[2][0]
        if not data:
            break
    return None


def _received(port: SerialPort) -> bytes:
    return port.read(max(1, min(port.in_waiting, READ_BYTES)))


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
    own_way = 0x03 if usb else 0x00
    registers = {**SET_UP, OUTPUT: own_way, **registers}  # one that did not answer is right
    mode, ways, again = registers[MODE], registers[OUTPUT], registers[SAME_AGAIN]
    kinds, matrix, end = registers[KINDS], registers[DATA_MATRIX], registers[LINE_END]
    setup = registers[SETUP_CODES]
    found: list[Finding] = []

    def add(judged: Callable[..., Finding], says: Words, register: int, value: int) -> None:
        found.append(judged(part, says, _set(port, baud, register, value)))

    if mode & 0x03 not in {2, 3}:
        says = phrase("a GM65 that reads only {when}", when=_MODES[mode & 0x03])
        add(wrong, says, MODE, mode & ~0x03 | 0x02)
    if ways & 0x03 != own_way:
        says = _OUTPUTS.get(ways & 0x03, _NO_OUTPUT)
        add(wrong, says, OUTPUT, ways & ~0x03 | own_way)
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
