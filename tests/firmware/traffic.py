"""Thousands of cards over a bad cable, with restarts of both ends in between.

    python -m tests.firmware.traffic --scans 20000

prints figures. It ends with status 1 if a card was lost without a report, reported twice or out of
order.
"""

import argparse
import random
import sys
from collections import Counter
from itertools import pairwise
from typing import NamedTuple

from companion.devices.scanner_node import FrameAssembler
from tests.firmware.bench import Bench
from tests.firmware.board import Board
from tests.firmware.box import Box
from tests.firmware.cable import Cable, Faults

WAITING = 20
"""Cards that may be under way; players stop soon when no card is confirmed."""


class Figures(NamedTuple):
    """The figures of a run."""

    scans: int
    seconds: float
    """By the node's clock."""
    frames: int
    """Sent by the node."""
    faults: Counter[str]
    undetected: int
    """Frames that the box accepted and the node never sent."""
    box_restarts: int
    node_restarts: int
    told: int
    """Cards on disk at the end."""
    doubled: int
    out_of_order: int
    reported: int
    """Cards lost in restarts of the node, which the box reported."""
    counted: int
    """The reported cards that it could count: it knows a card only from a frame."""
    lost: int
    """Cards lost without a report."""

    @property
    def faultless(self) -> bool:
        return not (self.doubled or self.out_of_order or self.lost)

    def __str__(self) -> str:
        faults = ", ".join(f"{count} {what}" for what, count in sorted(self.faults.items()))
        return "\n".join(
            (
                f"scans                 {self.scans} in {self.seconds:.0f} s of the node's time",
                f"frames from the node  {self.frames}",
                f"faults of the cable   {faults or 'none'}",
                f"spoiled, not noticed  {self.undetected}",
                (
                    f"restarts              {self.box_restarts} of the box, "
                    f"{self.node_restarts} of the node"
                ),
                f"on disk               {self.told}",
                f"gone and reported     {self.reported}, {self.counted} of them with their number",
                f"lost                  {self.lost}",
                f"doubled               {self.doubled}",
                f"out of order          {self.out_of_order}",
            )
        )


class Traffic:
    """One run.

    Args:
        board: a board without supply.
        seed: of all randomness.
        faults: of both directions of the cable.
        box_restarts, node_restarts: after how many cards on average; 0 for never.
    """

    def __init__(
        self,
        board: Board,
        seed: int,
        faults: Faults,
        *,
        box_restarts: int = 0,
        node_restarts: int = 0,
    ) -> None:
        self._chance = random.Random(seed)  # noqa: S311  # a bad cable, no secret
        self._bench = Bench(board)
        self._box = Box(self._chance)
        self._counted: Counter[str] = Counter()
        self._to_box = Cable(self._chance, faults, self._counted)
        self._to_node = Cable(self._chance, faults, self._counted)
        self._rates = {"box": box_restarts, "node": node_restarts}
        self._restarted: Counter[str] = Counter()
        self._cards: dict[str, list[str]] = {}
        """The cards read, by the boot of the node."""
        self._boot = ""
        self._now = 0
        self._sent: set[tuple[str, ...]] = set()
        self._arrived = FrameAssembler()
        self._undetected = 0
        self._frames = 0
        self._answer = b""

    def run(self, scans: int) -> Figures:
        """Scan `scans` cards and wait until everything is on disk."""
        self._switch_on()
        self._answer = self._box.start()
        for number in range(scans):
            for _ in range(self._chance.choice((1, 1, 2, 5, 20, 60))):
                self._step()
            while self._under_way() > WAITING:
                self._step()
            self._pass_card(f"{number:06}")
            self._perhaps_restart()
        self._until_all_is_told()
        return self._figures(scans)

    def _pass_card(self, text: str) -> None:
        self._bench.from_module += self._bench.module.pass_code(text)
        self._cards[self._boot].append(text)
        self._step()

    def _step(self) -> None:
        passed = self._chance.randint(1, 25)
        self._now += passed
        did = self._bench.step(passed, self._to_node.carry(self._answer))
        self._note_sent()
        arrived = self._to_box.carry(did.line)
        self._undetected += sum(words not in self._sent for words in self._arrived.feed(arrived))
        self._answer = self._box.take(arrived, self._now)

    def _note_sent(self) -> None:
        self._frames += len(self._bench.frames)
        self._sent.update(self._bench.frames)
        self._bench.clear()

    def _perhaps_restart(self) -> None:
        """Restart an end at random, once both have met.

        The box cannot report the loss of a node that it has never heard from.
        """
        if self._happens("box") and self._box.knows(self._boot):
            self._answer = self._box.start()
            self._restarted["box"] += 1
        elif self._happens("node") and self._box.knows(self._boot):
            self._bench.board.switch_off()
            self._to_node.unplug()
            self._switch_on()
            self._answer += self._box.reopen()
            self._restarted["node"] += 1

    def _happens(self, end: str) -> bool:
        return self._rates[end] > 0 and self._chance.random() * self._rates[end] < 1

    def _switch_on(self) -> None:
        self._boot = f"{self._chance.getrandbits(32):08X}"
        self._cards[self._boot] = []
        self._bench.start(self._boot)
        self._note_sent()

    def _under_way(self) -> int:
        last = self._cards[self._boot]
        done = self._box.on_disk.get(self._boot, 0)
        return len(last) - done

    def _until_all_is_told(self) -> None:
        for _ in range(20_000):
            if self._under_way() == 0:
                return
            self._step()

    def _figures(self, scans: int) -> Figures:
        journal = self._box.journal
        told = set(journal)
        restarts = self._box.restarts
        gone = {
            boot: [card for card in cards if card not in told]
            for boot, cards in self._cards.items()
        }
        return Figures(
            scans=scans,
            seconds=self._now / 1000,
            frames=self._frames,
            faults=self._counted,
            undetected=self._undetected,
            box_restarts=self._restarted["box"],
            node_restarts=self._restarted["node"],
            told=len(told),
            doubled=len(journal) - len(told),
            out_of_order=sum(earlier > later for earlier, later in pairwise(journal)),
            reported=sum(len(cards) for boot, cards in gone.items() if boot in restarts),
            counted=sum(restarts.values()),
            lost=sum(len(cards) for boot, cards in gone.items() if boot not in restarts),
        )


def main() -> int:
    parser = argparse.ArgumentParser(description="Thousands of cards over a bad cable.")
    parser.add_argument("--scans", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--one-in", type=int, default=1000, help="bytes for each byte lost, doubled, flipped"
    )
    given = parser.parse_args()
    with Board() as board:
        faults = Faults.alike(given.one_in)
        traffic = Traffic(board, given.seed, faults, box_restarts=150, node_restarts=250)
        figures = traffic.run(given.scans)
    sys.stdout.write(f"{figures}\n")
    return 0 if figures.faultless else 1


if __name__ == "__main__":
    sys.exit(main())
