"""A box at the other end of a node's line: the real link, and a list as its journal."""

import random

from companion.devices.scanner_node import NodeLink, taken, verdict
from companion.inputs import Edge, Noise, Scan


class Box:
    """A box that reads cards, stores them after a while and acknowledges them.

    A card may make it ask a question first. It then stores nothing until a moment later, and new
    cards wait.

    Attributes:
        journal: the cards that are on disk, in order.
        on_disk: the last number of each boot that is on disk.
        said: the noise that it reported.
        restarts: the number of unread cards reported at each restart, by the boot before it.
    """

    def __init__(self, chance: random.Random) -> None:
        self.journal: list[str] = []
        self.on_disk: dict[str, int] = {}
        self.said: list[Noise] = []
        self.restarts: dict[str, int] = {}
        self._chance = chance
        self.start()

    def start(self) -> bytes:
        """Start or restart the box and return its first bytes; inputs not on disk are lost."""
        self._link = NodeLink(self.on_disk)
        self._reading: list[tuple[Scan | Edge, int]] = []
        return self._link.open()

    def reopen(self) -> bytes:
        """Reopen the port, which was gone for a moment."""
        return self._link.open()

    def take(self, data: bytes, now: int) -> bytes:
        """Return the answer to bytes that arrive at `now` (milliseconds)."""
        before = self._link.boot
        heard = self._link.feed(data, now / 1000)
        for told in heard.inputs:
            match told:
                case Scan() | Edge():
                    self._reading.append((told, now + self._delay()))
                case Noise():
                    self.said.append(told)
                    if told.what == "restarted":
                        self.restarts[before] = told.count
        return heard.answer + self._write_down(now)

    def knows(self, boot: str) -> bool:
        """Return whether the node of that boot has said hello since this box started."""
        return self._link.boot == boot

    def _delay(self) -> int:
        """Return the milliseconds until an input is settled: usually 0, at times a question's
        delay.
        """
        return (
            self._chance.randint(500, 4000)
            if self._chance.random() < 0.01
            else self._chance.randint(0, 30)
        )

    def _write_down(self, now: int) -> bytes:
        answer = b""
        while self._reading and self._reading[0][1] <= now:
            told, _ = self._reading.pop(0)
            receipt = told.receipt
            assert receipt
            self.on_disk[receipt.boot] = receipt.sequence
            if isinstance(told, Scan):
                self.journal.append(told.text)
            if self._link.is_mine(receipt):
                answer += taken(receipt)
                if isinstance(told, Scan):
                    answer += verdict(receipt, accepted=self._chance.random() < 0.9)
        return answer
