"""The paired phones of `tests.bench.attack`: `python -m tests.bench.ordering PORT PATIENCE`.

Each line on standard input is `pair CODE`, for another phone, or `order COUNT`. The reply to the
latter is the time of each order, in ns. The orders end early after `LONGEST` seconds, or when one
is not answered within `PATIENCE` seconds.
"""

import sys
import time
from collections.abc import Iterator
from itertools import cycle

from companion.core.commands import Play, Undo
from tests.bench.phones import BREATH, NEW, commands
from tests.phones.lines import Ruler

LONGEST = 10.0  # seconds


class Ordering:
    """Paired phones, which order in turn."""

    def __init__(self, port: int, patience: float) -> None:
        self._port, self._patience = port, patience
        self._phones: list[Ruler] = []
        self._sequence = 0
        self._commands = commands()

    def pair(self, code: str) -> None:
        """Pair one more phone."""
        phone = Ruler(self._port, self._patience)
        phone.enters(code)
        if not self._phones:
            self._sequence = phone.orders(0, "new", variant=NEW.variant, players=NEW.players)
        self._phones.append(phone)

    def order(self, count: int) -> Iterator[int]:
        """Yield the times of `count` orders."""
        ends = time.monotonic() + LONGEST
        for phone, _ in zip(cycle(self._phones), range(count), strict=False):
            time.sleep(BREATH)
            begun = time.monotonic_ns()
            try:
                match next(self._commands):
                    case Undo(count=back):
                        self._sequence = phone.orders(self._sequence, "undo", count=back)
                    case Play(card=card):
                        self._sequence = phone.orders(self._sequence, "play", card=card)
            except TimeoutError:
                yield time.monotonic_ns() - begun
                return
            yield time.monotonic_ns() - begun
            if time.monotonic() > ends:
                return


if __name__ == "__main__":
    ordering = Ordering(int(sys.argv[1]), float(sys.argv[2]))
    for line in sys.stdin:
        match line.split():
            case ["pair", code]:
                ordering.pair(code)
                sys.stdout.write("paired\n")
            case ["order", number]:
                sys.stdout.write(
                    " ".join(str(taken) for taken in ordering.order(int(number))) + "\n"
                )
        sys.stdout.flush()
