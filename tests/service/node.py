"""A scanner node at the other end of a pseudo-terminal, whose module sees printed labels.

The label is rendered from the PDF at 300 dpi and read by a decoder in software. The module's line
goes into the real firmware on MicroPython, and its USB line into the port.
"""

import os
import queue
import select
import threading
from pathlib import Path

from companion.labels.codec import write_label
from tests.drivers.scanner import FLUSHED, PATIENCE, Scanner
from tests.firmware.bench import Bench
from tests.labels.printed import an_order, prints
from tests.labels.scanner import scan

DPI = 300
STEP = 5
"""Milliseconds by which the firmware advances when no data came from the box."""


class SeeingNode(Scanner):
    """A node whose module sees the labels of one printed deck.

    Args:
        port: the file that is its port.
        bench: the board and its module, switched off.
    """

    def __init__(self, port: Path, bench: Bench) -> None:
        super().__init__(port)
        self.bench = bench
        self._pictures = {
            write_label(one.label): one.picture for one in prints(an_order(decks=1, jokers=2), DPI)
        }
        self._seen: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._opened, self._ended = threading.Event(), threading.Event()
        self._running = threading.Thread(target=self._run, name="node", daemon=True)

    def plug(self) -> None:
        super().plug()
        self.bench.start()
        self._running.start()

    def unplug(self) -> None:
        self._ended.set()
        self._running.join(PATIENCE)
        super().unplug()

    def until_opened(self) -> None:
        assert self._opened.wait(PATIENCE), "nobody has opened the node's port"
        self._opened.clear()

    def line(self, label: str) -> bytes:
        """Return the module's line for the printed label."""
        (text,) = scan(self._pictures[label]).texts
        return text.encode("ascii")

    def send(self, sent: bytes) -> None:
        """Hold the label in front of the module's window."""
        self._seen.put(sent)

    def _run(self) -> None:
        """Run the firmware in real time, with its line connected to the port."""
        far = self._ends[0]
        while not self._ended.is_set():
            ready, _, _ = select.select([far], [], [], STEP / 1000)
            told = os.read(far, 4096) if ready else b"\0"
            if told[0] & FLUSHED:
                self._opened.set()
            if not self._seen.empty():
                self.bench.from_module += self.bench.module.pass_code(
                    self._seen.get().decode("ascii")
                )
            did = self.bench.step(STEP, told[1:] if told[0] == 0 else b"")
            if did.line:
                os.write(far, did.line)
