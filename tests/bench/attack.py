"""How an attack affects paired phones and the box's keys: `python -m tests.bench attack`.

A real, simulated box serves its pages on a real port. The paired phones are a separate process
(`tests.bench.ordering`), and so are the attackers (`tests.bench.attackers`), which are not paired.
Paired phones send one order after the other on their lines, then keys are pressed at the box. All
figures are from one run. The first row is without attackers, and a row with an unanswered order is
marked.
"""

import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import cycle
from pathlib import Path
from typing import NamedTuple, Self

from companion.inputs import KeyName
from companion.simulation.box import SimulatedBox
from tests.bench.phones import BREATH, MILLION, RULERS, Busy, busy, issued

ORDERS, PRESSES = 400, 100
SETTLED = 1.0  # seconds of attack before anything is measured
PATIENCE = 8.0  # seconds after which an order counts as unanswered
ONE, SIXTY = ("127.0.1.1",), tuple(f"127.0.1.{number}" for number in range(1, 61))
KEYS: tuple[KeyName, ...] = ("RIGHT", "LEFT")


class Attack(NamedTuple):
    """The attack of a row: its kind, the number of connections, and the addresses."""

    name: str
    kind: str = ""
    connections: int = 0
    addresses: Sequence[str] = ()


ATTACKS = (
    Attack("nobody attacks"),
    Attack("10,000 messages/s, 1 address, 1 line", "line", 1, ONE),
    Attack("10,000 messages/s, 1 address, 60 lines", "line", 60, ONE),
    Attack("10,000 messages/s, 60 addresses, 60 lines", "line", 60, SIXTY),
    Attack("games previewed on 26 connections, 1 address", "preview", 26, ONE),
    Attack("the page asked for on 26 connections, 1 address", "visit", 26, ONE),
)


class Child:
    """A module of this folder as a separate process, which ends with the block."""

    def __init__(self, module: str, *arguments: object) -> None:
        command = [sys.executable, "-m", f"tests.bench.{module}", *map(str, arguments)]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with self._process as process:
            assert process.stdin is not None
            process.stdin.close()

    def tell(self, line: str) -> None:
        """Write a line to its standard input."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{line}\n")

    def said(self) -> list[str]:
        """Return the words of the next line of its standard output."""
        assert self._process.stdout is not None
        return self._process.stdout.readline().split()


class Keys:
    """The keys of the box, and its display."""

    def __init__(self, bench: SimulatedBox) -> None:
        self._bench = bench
        self._display = next(iter(bench.displays.values()))
        self._before = b""
        self._changed = threading.Event()
        bench.subscribe(self._look)

    def press(self, key: KeyName) -> int:
        """Return the time from the press until the display begins to show another
        picture, in ns.
        """
        self._before = self._display.pixels()
        self._changed.clear()
        begun = time.monotonic_ns()
        self._bench.press(key, down=True)
        assert self._changed.wait(PATIENCE), key
        taken = time.monotonic_ns() - begun
        self._bench.press(key, down=False)
        return taken

    def _look(self) -> None:
        if self._display.pixels() != self._before:
            self._changed.set()


@contextmanager
def under(attack: Attack, port: int) -> Iterator[None]:
    """Attack for the duration of the block."""
    if not attack.kind:
        yield
        return
    with Child("attackers", port, attack.kind, attack.connections, *attack.addresses) as attackers:
        assert attackers.said() == ["ready"]
        time.sleep(SETTLED)
        yield


def paired(box: Busy, closing: ExitStack, count: int) -> Child:
    """Start a game and pair `count` phones."""
    assert box.pages is not None
    phones = closing.enter_context(Child("ordering", box.pages.port, PATIENCE))
    for _ in range(count):
        phones.tell(f"pair {issued(box.pages)}")
        assert phones.said() == ["paired"]
    return phones


def main(folder: Path, *, quick: bool) -> None:
    """Print one line for each attack."""
    orders, presses = (3, 1) if quick else (ORDERS, PRESSES)
    attacks = (*ATTACKS[:1], ATTACKS[3]) if quick else ATTACKS
    with busy(folder, pages=True) as box, ExitStack() as closing:
        assert box.pages is not None
        phones = paired(box, closing, 2 if quick else RULERS)
        keys = Keys(box.bench)
        for attack in attacks:
            with under(attack, box.pages.port):
                phones.tell(f"order {orders}")
                taken = [int(one) for one in phones.said()]
                pressed = list[int]()
                for key, _ in zip(cycle(KEYS), range(presses), strict=False):
                    time.sleep(BREATH)
                    pressed.append(keys.press(key))
            tell(attack.name, taken, pressed)
            if taken[-1] >= PATIENCE * 1e9:
                # An earlier attack may have cost the phones their lines.
                phones = paired(box, closing, 2 if quick else RULERS)


def tell(what: str, orders: Sequence[int], presses: Sequence[int]) -> None:
    """Print one line of the table, in ms."""
    lost = f", then none in {PATIENCE:.0f} s" if orders[-1] >= PATIENCE * 1e9 else ""
    answered = orders[:-1] if lost else orders
    figures = "no order answered"
    if answered:
        middle = statistics.median(answered) / MILLION
        worst = statistics.quantiles(answered, n=100)[98] / MILLION if len(answered) > 1 else middle
        figures = f"orders {middle:7.2f} ms median {worst:8.2f} ms p99"
    key = statistics.median(presses) / MILLION
    sys.stdout.write(f"{len(answered):6} {what:50} {figures}{lost}, keys {key:7.2f} ms median\n")
