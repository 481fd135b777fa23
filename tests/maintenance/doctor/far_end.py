"""Devices at the far end of a serial port, in memory."""

from collections.abc import Mapping

from companion.devices.scanner_node import framed, unframed
from tests.devices.gm65 import Gm65

BOOT = "5F3A1C22"


class FarEnd:
    """A port without answers; `sent` holds the bytes written to it."""

    def __init__(self, chatter: bytes = b"") -> None:
        self.timeout: float | None = None
        self.sent = b""
        self.waits = 0
        self.is_closed = False
        self._coming = chatter

    @property
    def in_waiting(self) -> int:
        return len(self._coming)

    def read(self, size: int) -> bytes:
        read, self._coming = self._coming[:size], self._coming[size:]
        self.waits += not read
        return read

    def write(self, data: bytes) -> int:
        self.sent += data
        self._coming += self.answer(data)
        return len(data)

    def answer(self, _data: bytes) -> bytes:
        return b""

    def close(self) -> None:
        self.is_closed = True


class Chatterer(FarEnd):
    """A device that never stops sending labels."""

    def read(self, size: int) -> bytes:
        return (b"1QSF\r" * 820)[: max(size, 4000)]


class ModuleEnd(FarEnd):
    """A GM65 with these settings; it sends `label` before each answer."""

    def __init__(self, registers: Mapping[int, int], label: bytes = b"") -> None:
        super().__init__()
        self.module = Gm65()
        self._label = label
        for register, value in registers.items():
            self.module.command(
                bytes((0x7E, 0, 8, 1, register >> 8, register & 255, value, 0xAB, 0xCD))
            )

    def answer(self, data: bytes) -> bytes:
        reply = self.module.command(data)
        return self._label + reply if reply else b""


class NodeEnd(FarEnd):
    """A scanner node that says hello when asked and then sends heartbeats.

    Args:
        hello: the fields of its hello after boot, oldest and next.
        oldest: the number of its oldest message.
        following: the number of its next message.
        module: the state of its module in heartbeats; "" for no heartbeat.
        deaf: how many times it misses the question.
    """

    def __init__(
        self,
        hello: str = "1 0.1.0 gm65,led,beeper",
        oldest: int = 1,
        following: int = 1,
        module: str = "ok",
        deaf: int = 0,
    ) -> None:
        super().__init__()
        self._hello, self._numbers, self._module, self._deaf = (
            hello,
            f"{oldest} {following}",
            module,
            deaf,
        )
        self.asked = 0

    def answer(self, data: bytes) -> bytes:
        heartbeat = framed(f"T {BOOT} {self._numbers} 0 {self._module}") if self._module else b""
        if unframed(data.rstrip(b"\n")) != ("?",):
            return b""
        self.asked += 1
        if self.asked <= self._deaf:
            return heartbeat
        return framed(f"H {BOOT} {self._numbers} {self._hello}") + heartbeat
