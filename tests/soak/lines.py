"""The far end of the serial line: a scanner node behind a cable that may be bad."""

import __future__

import errno
import os
import random
import sys
from collections import Counter
from collections.abc import Callable, Container
from types import ModuleType
from typing import Any, Final

from companion.inputs import Receipt
from tests.firmware.board import FIRMWARE
from tests.firmware.cable import Cable, Faults

PORT: Final = "/dev/soak"
LONGEST_CODE: Final = 64
"""Bytes of a code that the node's driver passes on (firmware/node/lines.py)."""
_MODULES: Final = ("ticks", "frames", "ring", "link")


def _link_of_firmware() -> Callable[[object, str, list[str]], Any]:
    """The class `Link` of firmware/node/link.py; MicroPython never evaluates the annotations."""
    if "node.link" not in sys.modules:
        micropython = sys.modules.setdefault("micropython", ModuleType("micropython"))
        micropython.const = lambda value: value  # type: ignore[attr-defined]
        for name in ("__init__", *_MODULES):
            path = FIRMWARE / "node" / f"{name}.py"
            called = "node" if name == "__init__" else f"node.{name}"
            sys.modules[called] = module = ModuleType(called)
            module.__path__ = []
            code = compile(
                path.read_text(), path, "exec", __future__.annotations.compiler_flag, dont_inherit=True
            )
            exec(code, module.__dict__)  # noqa: S102  # our own firmware
    link: Callable[[object, str, list[str]], Any] = sys.modules["node.link"].Link
    return link


class _UsbLine:
    """The node's end of the USB cable, as `firmware/node/usb.py` gives it to the link."""

    def __init__(self) -> None:
        self.heard = bytearray()
        self.said = bytearray()

    def read_into(self, buffer: bytearray) -> int:
        count = min(len(buffer), len(self.heard))
        buffer[:count] = self.heard[:count]
        del self.heard[:count]
        return count

    def write(self, data: bytes) -> bool:
        self.said += data
        return True


class Node:
    """A reader node: the firmware's link, which keeps each input until the box has it on disk."""

    def __init__(self) -> None:
        self.switch_on("00000001")

    def switch_on(self, boot: str) -> None:
        """Start with an empty memory, as after a loss of its supply."""
        self._line = _UsbLine()
        self._link = _link_of_firmware()(self._line, boot, ["gm65"])

    def waiting_but(self, known: Container[Receipt] = ()) -> int:
        """How many inputs, none of them `known`, the box may still hear of."""
        ring = self._link._ring
        kept = range(ring.oldest, ring.following)
        return sum(Receipt(self._link._boot, number) not in known for number in kept)

    def scan(self, text: str, now: float) -> bytes:
        """The bytes that a code before the reader brings at once."""
        if len(text) <= LONGEST_CODE:
            self._link.tell_scan(text.encode(), _ticks(now))
        return self._said()

    def step(self, now: float, heard: bytes) -> bytes:
        """The bytes that the node sends, after those that came from the box."""
        self._line.heard += heard
        while True:
            self._link.step(_ticks(now), "ok")
            if not self._line.heard:
                return self._said()

    def _said(self) -> bytes:
        said = bytes(self._line.said)
        self._line.said.clear()
        return said


def _ticks(now: float) -> int:
    return round(now * 1000) & 0x3FFFFFFF


class SerialLine:
    """The port of the box and the cable at it (the interface `companion.devices.serial_reader.SerialPort`).

    Attributes:
        is_plugged: whether the port is there.
        noisy: whether the cable spoils what the reader sends.
    """

    def __init__(self, chance: random.Random) -> None:
        self.reader = Node()
        self.is_plugged = True
        self.noisy = False
        self.timeout: float | None = None
        self.to_node = bytearray()
        self._arrived = bytearray()
        self._cable = Cable(chance, Faults.alike(60), Counter())
        self._boots = 1

    def open(self, _path: str, _baud: int) -> "SerialLine":
        if not self.is_plugged:
            raise OSError(errno.ENOENT, os.strerror(errno.ENOENT))
        self._arrived.clear()
        return self

    def scan(self, text: str, now: float) -> None:
        self._send(self.reader.scan(text, now))

    def step(self, now: float) -> None:
        """Let the reader do what is due."""
        heard = bytes(self.to_node)
        self.to_node.clear()
        self._send(self.reader.step(now, heard if self.is_plugged else b""))

    def restart(self) -> None:
        """Take the reader its supply for a moment."""
        self._boots += 1
        self._arrived.clear()
        self._cable.unplug()
        self.to_node.clear()
        self.reader.switch_on(f"{self._boots:08X}")

    def _send(self, data: bytes) -> None:
        if not self.is_plugged:
            return
        if self.noisy or self._cable._under_way:
            data = self._cable.carry(data)
        self._arrived += data

    @property
    def is_quiet(self) -> bool:
        """Whether the box has heard everything that was said."""
        return not (self._arrived or self._cable._under_way or self.reader.waiting_but())

    @property
    def in_reach(self) -> bool:
        """Whether the box has bytes to read."""
        return self.is_plugged and bool(self._arrived)

    # The port

    @property
    def in_waiting(self) -> int:
        self._check()
        return len(self._arrived)

    def read(self, size: int) -> bytes:
        self._check()
        data = bytes(self._arrived[:size])
        del self._arrived[:size]
        return data

    def write(self, data: bytes) -> object:
        self._check()
        self.to_node += data
        return len(data)

    def cancel_read(self) -> None:
        pass

    def close(self) -> None:
        pass

    def _check(self) -> None:
        if not self.is_plugged:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
