"""Identifies the reader at a serial port: a reader node, a GM65, or one that only sends scans.

Both requests are such that other devices ignore them, and nothing is set. The node is asked first,
because it runs on a board whose own command prompt may be behind the same plug.
"""

import re
from binascii import crc_hqx
from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from companion.devices.node.frames import FrameAssembler
from companion.devices.node.link import HELLO
from companion.devices.serial_reader import READ_BYTES, SerialPort

WAIT: Final = 0.5
"""Seconds for one read; a GM65 answers within that (firmware/node/gm65.py)."""

QUIET: Final = 3
"""Empty reads until a node is given up: its heartbeat comes every second (firmware/README.md)."""

MAX_READS: Final = 64
"""Maximum number of reads from a device that never stops sending."""

_REPLY: Final = re.compile(rb"\x02\x00(\x00\x01(.))(..)", re.DOTALL)


class Node(msgspec.Struct, frozen=True):
    """The state that a reader node reports, in the words of firmware/README.md.

    `oldest` is the first message that it still keeps, `following` the next that it will send;
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
        """Return how many messages it keeps beyond `receipts`,
        the last number of each boot on disk.
        """
        return max(0, self.following - max(self.oldest, receipts.get(self.boot, 0) + 1))


class Module(msgspec.Struct, frozen=True):
    """The requested registers of a GM65, without those that it does not have."""

    registers: Mapping[int, int]


def identify(port: SerialPort, registers: Sequence[int]) -> Node | Module | None:
    """Return the device that answers on an open port, with the `registers` of a GM65;
    None for none.

    Raises:
        OSError: the port is gone.
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
    """Read one register of a GM65: type 7 reads, here one byte (GM65 manual, "Serial commands")."""
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
