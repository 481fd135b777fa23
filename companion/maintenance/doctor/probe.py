"""Identifies the scanner at a serial port, and judges the settings of a GM65.

Other devices ignore both requests. firmware/node/gm65.py names the source for the meaning of each
register.
"""

import re
from binascii import crc_hqx
from collections.abc import Callable, Container, Iterator, Mapping
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from companion.devices.scanner_node import HELLO, FrameAssembler
from companion.devices.serial_reader import READ_BYTES, SerialPort
from companion.inputs import PartName
from companion.maintenance.doctor.context import Finding, doubtful, right, wrong
from companion.message import Words, phrase

MODE = 0x0000
SETUP_CODES = 0x0003
OUTPUT = 0x000D
SAME_AGAIN = 0x0013
KINDS = 0x002C
DATA_MATRIX = 0x0054
LINE_END = 0x0060

SET_UP: Mapping[int, int] = {
    MODE: 0x96,
    SETUP_CODES: 0x02,
    OUTPUT: 0x00,
    SAME_AGAIN: 0x8A,
    KINDS: 0x05,
    DATA_MATRIX: 0x01,
    LINE_END: 0x01,
}
"""The settings that the reader node writes to its own module (firmware/node/gm65.py)."""

WAIT = 0.5
"""Seconds for one read; a GM65 answers within this time (firmware/node/gm65.py)."""

QUIET = 3
"""Empty reads after which no node is expected; its heartbeat comes every second
(docs/reference/node-link.md).
"""

MAX_READS = 64
"""Maximum number of reads from a device that never stops sending."""

_REPLY = re.compile(rb"\x02\x00(\x00\x01(.))(..)", re.DOTALL)


class Node(Struct, frozen=True):
    """The state that a reader node reports, in the terms of docs/reference/node-link.md.

    `module` is "ok", "silent", or "" without a heartbeat.
    """

    protocol: str
    version: str
    abilities: tuple[str, ...]
    module: str = ""


def identify(port: SerialPort) -> Node | Mapping[int, int] | None:
    """Return the node that answers on an open port, the registers of a GM65 without missing ones,
    or None.


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
    return None if node is None else replace(node, module=module)


def _module(port: SerialPort) -> Mapping[int, int] | None:
    found = {}
    for register in SET_UP:
        value = _read(port, register)
        if value is not None:
            found[register] = value
        elif not found:
            return None
    return found


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


class _Setting(NamedTuple):
    """The bits `mask` of a register, and the finding unless they have one of the values `suit`."""

    register: int
    mask: int
    suit: Container[int]
    judged: Callable[[str, Words, Words], Finding]
    says: Words


_SETTINGS = (
    _Setting(
        MODE,
        0x03,
        {2, 3},
        wrong,
        phrase("a GM65 that reads only when its trigger or a command tells it to"),
    ),
    _Setting(KINDS, 0x06, {2, 4, 6}, wrong, phrase("a GM65 that reads no kind of code")),
    _Setting(
        DATA_MATRIX,
        0x01,
        {1},
        doubtful,
        phrase("a GM65 that seems to read no Data Matrix, which the labels carry"),
    ),
    _Setting(
        LINE_END, 0xFF, {0x01, 0x21}, wrong, phrase("a GM65 that does not end a code with CR")
    ),
    _Setting(
        SAME_AGAIN,
        0xFF,
        {*range(256)} - {0x80},
        doubtful,
        phrase("a GM65 that never reads the same card twice in a row"),
    ),
    _Setting(
        SETUP_CODES,
        0x02,
        {2},
        doubtful,
        phrase("a GM65 that any set-up code which is held before it changes"),
    ),
)


def settings(
    part: PartName, registers: Mapping[int, int], port: Words, baud: int, *, usb: bool
) -> Iterator[Finding]:
    """Yield the wrong settings in a module's registers, or else one finding that there is none.

    `port` is the path that a person types; `usb` is true for the module's own USB port.
    """
    own_way = 0x03 if usb else 0x00
    elsewhere = phrase("a GM65 that sends its codes to another plug or nowhere")
    wanted, is_well = {**SET_UP, OUTPUT: own_way}, True
    for setting in (*_SETTINGS, _Setting(OUTPUT, 0x03, {own_way}, wrong, elsewhere)):
        register, mask = setting.register, setting.mask
        value = registers.get(register, wanted[register])  # one that did not answer is right
        if value & mask not in setting.suit:
            is_well = False
            advice = _set(port, baud, register, value & ~mask | wanted[register] & mask)
            yield setting.judged(part, setting.says, advice)
    if is_well:
        yield right(part, phrase("a GM65 whose settings suit the cards"))


def _set(port: Words, baud: int, register: int, value: int) -> Words:
    """Return the shell command for one setting; AB CD replaces the checksum (GM65 manual, "Serial
    commands").
    """
    packet = bytes((0x7E, 0x00, 0x08, 0x01, *register.to_bytes(2, "big"), value, 0xAB, 0xCD))
    escaped = "".join(f"\\x{byte:02x}" for byte in packet)
    return phrase(
        "{command}, or the code for it in the module's manual, which holds when it is switched "
        "off too",
        command=f"stty -F {port} {baud} raw -echo && printf '{escaped}' > {port}",
    )
