"""Who is at the other end of a serial port: a reader node, a GM65, or one that speaks only of cards.

Both are asked in ways that others pass over, and nothing is set. The node goes first: it runs on a machine
whose own prompt may sit behind the same plug.
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
"""Seconds that one read waits; a GM65 answers within that (firmware/node/gm65.py)."""

QUIET: Final = 3
"""Reads without a byte until a node is given up: its heartbeat comes every second (firmware/README.md)."""

MOST: Final = 64
"""Reads until somebody who never stops talking is given up."""

_REPLY: Final = re.compile(rb"\x02\x00(\x00\x01(.))(..)", re.DOTALL)


class Node(msgspec.Struct, frozen=True):
    """What a reader node has said of itself, in the words of firmware/README.md.

    `oldest` is the first thing that it still keeps, `following` the one that it will tell next; `module`
    is "ok", "silent", or "" where no heartbeat came.
    """

    boot: str
    oldest: int
    following: int
    protocol: str
    version: str
    abilities: tuple[str, ...]
    module: str = ""

    def waiting(self, taken: Mapping[str, int]) -> int:
        """How many things it keeps that are not among the `taken`, the last number of each boot on disk."""
        return max(0, self.following - max(self.oldest, taken.get(self.boot, 0) + 1))


class Module(msgspec.Struct, frozen=True):
    """The registers of a GM65 that were asked for; one that it does not have is left out."""

    registers: Mapping[int, int]


def met(port: SerialPort, registers: Sequence[int]) -> Node | Module | None:
    """Who answers on an open port, and what a GM65 has in its `registers`; None when nobody does.

    Raises:
        OSError: the port is gone.
    """
    port.timeout = WAIT
    return _node(port) or _module(port, registers)


def _node(port: SerialPort) -> Node | None:
    frames, node, module = FrameAssembler(), None, ""
    port.write(HELLO)
    quiet = 0
    for _ in range(MOST):
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
    """One register of a GM65: type 7 reads, and here so many as one byte (GM65 manual, "Serial commands")."""
    body = bytes((0x07, 0x01, *register.to_bytes(2, "big"), 0x01))
    port.write(b"\x7e\x00" + body + crc_hqx(body, 0).to_bytes(2, "big"))
    heard = b""
    for _ in range(MOST):
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
