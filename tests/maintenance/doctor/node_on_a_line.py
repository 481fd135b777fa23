"""A scanner node on a pseudo-terminal, as in docs/reference/node-link.md but without its timers."""

import os
import select
import threading
import tty
from collections.abc import Callable
from pathlib import Path

from companion.devices.scanner_node import FrameAssembler, framed
from tests.drivers.scanner import PATIENCE
from tests.maintenance.doctor.far_end import BOOT


class NodeOnALine:
    """A node that sends its stored messages whenever it is asked for a hello.

    Args:
        port: where its port appears.
        first: the number of its first message.

    Attributes:
        kept: the messages not acknowledged yet, by number.
        verdicts: the verdicts that it received for its cards.
    """

    def __init__(self, port: Path, first: int = 1) -> None:
        self.kept: dict[int, str] = {}
        self.verdicts: list[tuple[int, str]] = []
        self._next = first
        self._changed = threading.Condition()
        self._ends = os.openpty()
        self._stop = os.pipe()
        tty.setraw(self._ends[1])
        port.symlink_to(os.ttyname(self._ends[1]))
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def reads(self, label: str) -> None:
        """Let its module scan a card."""
        with self._changed:
            self.kept[self._next] = f"S {BOOT} {self._next} {label.encode().hex().upper()}"
            self._next += 1
            self._send()

    def until(self, holds: Callable[[], bool]) -> None:
        with self._changed:
            assert self._changed.wait_for(holds, PATIENCE), (self.kept, self.verdicts)

    def close(self) -> None:
        """Stop once every byte sent to it has been read."""
        os.write(self._stop[1], b"!")
        self._thread.join(PATIENCE)
        for end in (*self._ends, *self._stop):
            os.close(end)

    def _run(self) -> None:
        frames = FrameAssembler()
        while True:
            ready, _, _ = select.select([self._ends[0], self._stop[0]], (), ())
            if self._ends[0] not in ready:
                return
            heard = frames.feed(os.read(self._ends[0], 1024))
            with self._changed:
                for words in heard:
                    self._obey(words)
                self._changed.notify_all()

    def _obey(self, words: tuple[str, ...]) -> None:
        match words:
            case ("?",):
                oldest = min(self.kept, default=self._next)
                numbers = f"{BOOT} {oldest} {self._next}"
                hello = framed(f"H {numbers} 1 0.1.0 gm65"), framed(f"T {numbers} 0 ok")
                os.write(self._ends[0], b"".join(hello))
                self._send()
            case ("A", _, number):
                self.kept = {kept: told for kept, told in self.kept.items() if kept > int(number)}
            case ("V", _, number, sign):
                self.verdicts.append((int(number), sign))

    def _send(self) -> None:
        os.write(self._ends[0], b"".join(framed(told) for told in self.kept.values()))
