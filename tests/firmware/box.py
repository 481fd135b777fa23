"""A box at the other end of a node's line: the real link, and a journal that is only a list."""

import random

from companion.devices.node.link import NodeLink, taken, verdict
from companion.inputs import Edge, Noise, Scan


class Box:
    """Reads cards, takes its time, writes them down, says so.

    A card may make it ask something first: then nothing is written down until a moment later, and
    what comes meanwhile waits.

    Attributes:
        journal: the cards that are on disk, in their order.
        on_disk: the last number of each boot that is on disk.
        said: what it reported.
        restarts: by the boot that had spoken before, how many unread cards it reported when another
            spoke.
    """

    def __init__(self, chance: random.Random) -> None:
        self.journal: list[str] = []
        self.on_disk: dict[str, int] = {}
        self.said: list[Noise] = []
        self.restarts: dict[str, int] = {}
        self._chance = chance
        self.start()

    def start(self) -> bytes:
        """Starts, perhaps again: what was not on disk is forgotten. Gives what it sends first."""
        self._link = NodeLink(self.on_disk)
        self._reading: list[tuple[Scan | Edge, int]] = []
        return self._link.open()

    def reopen(self) -> bytes:
        """The port was gone for a moment and is open again."""
        return self._link.open()

    def take(self, data: bytes, now: int) -> bytes:
        """What it answers to the bytes that have come, at a time in milliseconds."""
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
        """Whether the node of that boot has said hello to it since it was started."""
        return self._link.boot == boot

    def _delay(self) -> int:
        """Milliseconds until something is settled: mostly at once,
        now and then after a question.
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
