"""How fast the page on the phone is: `python -m tests.bench phones`.

A real, simulated box serves its pages on a real port. The phones are sockets in a separate process
(`tests.bench.listening`), so that they do not use the box's time. Each command waits until the
previous one is on every phone.
"""

import queue
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import cycle
from pathlib import Path

from companion.app.application import App
from companion.app.runtime import Runtime
from companion.app.web_site import WebSite
from companion.box.requests import Accepted, TableCommand, TableRequest, TableResponse
from companion.config import Config
from companion.core.commands import New, Play, Undo
from companion.simulation.box import SimulatedBox
from tests.drivers.bench import running
from tests.phones.lines import Ruler, resident

COMMANDS = 300
CROWD = 200  # phones, half of them in each language if there are two
BREATH = 0.01  # seconds between commands, as players also pause between cards
RULERS = 12  # phones that play in turn, because the box accepts ten orders a second from each
MILLION = 1e6  # ns in a ms
NEW = New(variant="ninety-nine", players=("Ann", "Bo", "Cy", "Di"))
CARDS = ("8H", "3C", "2D", "4S", "9C", "KD", "9S", "4D", "9H", "4C")


class Busy:
    """A running box in this process, with a game; `pages` is None if phones cannot connect.

    Attributes:
        bench: its parts.
        sequence: the journal's number of the table.
    """

    def __init__(self, app: App, bench: SimulatedBox, pages: WebSite | None) -> None:
        self._app, self.bench, self.pages = app, bench, pages
        self._said: queue.SimpleQueue[TableResponse] = queue.SimpleQueue()
        self.sequence = 0

    def orders(self, order: TableCommand) -> tuple[int, int]:
        """Put an order on the box's queue, and return the times in ns of that and of its
        completion.
        """
        begun = time.monotonic_ns()
        self._app.submit(TableRequest(order, "a bench", self.sequence, self._said.put))
        said = self._said.get()
        ended = time.monotonic_ns()
        assert isinstance(said, Accepted), said
        self.sequence = said.sequence
        return begun, ended


@contextmanager
def busy(folder: Path, *, pages: bool, config: Config | None = None) -> Iterator[Busy]:
    """Yield a box with its journal in `folder`."""
    config = config or Config()
    bench = SimulatedBox(config, time, "a seed")
    runtime = Runtime(config, folder, bench=bench, port=0)
    with ExitStack() as closing:
        app = closing.enter_context(App(runtime))
        opened = WebSite(app, runtime) if pages else None
        closing.enter_context(running(app))
        if opened is not None:
            opened.start()
            closing.callback(opened.close)
        yield Busy(app, bench, opened)


class Phones:
    """`count` phones in another process, and the times of their updates."""

    def __init__(self, port: int, count: int, languages: Sequence[str] = ("en",)) -> None:
        command = [sys.executable, "-m", "tests.bench.listening", str(port), str(count), *languages]
        self._process = subprocess.Popen(  # this Python interpreter
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        assert self._said() == ["ready"]

    def expect(self, sequence: int) -> None:
        """Announce the number of the next table."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{sequence}\n")

    def heard(self) -> list[int]:
        """Return when each phone had the expected table, in ns of the machine's monotonic clock."""
        return [int(moment) for moment in self._said()]

    def close(self) -> None:
        """Stop the process that plays the phones."""
        with self._process as process:
            assert process.stdin is not None
            process.stdin.close()

    def _said(self) -> list[str]:
        assert self._process.stdout is not None
        return self._process.stdout.readline().split()


def commands() -> Iterator[TableCommand]:
    """Yield a few cards and their undo, repeatedly."""
    while True:
        for card in CARDS:
            yield Play(card=card)
        yield Undo(len(CARDS))


def bench_orders(
    folder: Path, count: int | None, repeats: int, languages: Sequence[str] = ("en",)
) -> None:
    """Measure the box's time for a command, and the time until it is on the phones; None for a box
    without pages.
    """
    with busy(folder, pages=count is not None) as box, ExitStack() as closing:
        phones = None
        if box.pages is not None and count:
            phones = Phones(box.pages.port, count, languages)
            closing.callback(phones.close)
        box.orders(NEW)
        own, first, last = list[int](), list[int](), list[int]()
        for _, order in zip(range(repeats), commands(), strict=False):
            time.sleep(BREATH)
            if phones is not None:
                phones.expect(box.sequence + 1)
            begun, ended = box.orders(order)
            own.append(ended - begun)
            if phones is not None:
                heard = [moment - begun for moment in phones.heard()]
                first.append(min(heard))
                last.append(max(heard))
        name = "no pages" if count is None else f"{count} phones" if count != 1 else "1 phone"
        if len(languages) > 1:
            name += f" in {len(languages)} languages"
        tell(f"the box's own time, {name}", own)
        if phones is not None:
            if count != 1:
                tell(f"until the first of {name} shows it", first)
            tell(f"until {'the last of ' if count != 1 else ''}{name} shows it", last)


def bench_posts(folder: Path, count: int, repeats: int) -> None:
    """Measure an order from a phone until its answer arrives, and until every phone shows it."""
    with busy(folder, pages=True) as box, ExitStack() as closing:
        assert box.pages is not None
        phones = Phones(box.pages.port, count)
        closing.callback(phones.close)
        rulers = [let_in(box.pages) for _ in range(min(RULERS, repeats))]
        for ruler in rulers:
            closing.callback(ruler.close)
        sequence = rulers[0].orders(0, "new", variant=NEW.variant, players=NEW.players)
        answered, last = list[int](), list[int]()
        for ruler, _, order in zip(cycle(rulers), range(repeats), commands(), strict=False):
            time.sleep(BREATH)
            phones.expect(sequence + 1)
            begun = time.monotonic_ns()
            if isinstance(order, Undo):
                sequence = ruler.orders(sequence, "undo", count=order.count)
            elif isinstance(order, Play):
                sequence = ruler.orders(sequence, "play", card=order.card)
            answered.append(time.monotonic_ns() - begun)
            last.append(max(phones.heard()) - begun)
        name = f"{count} phones" if count != 1 else "1 phone"
        tell(f"ordered, until the answer, {name}", answered)
        tell(f"ordered, until the last of {name} shows it", last)


def let_in(pages: WebSite) -> Ruler:
    """Pair one more phone."""
    ruler = Ruler(pages.port)
    ruler.enters(issued(pages))
    return ruler


def issued(pages: WebSite) -> str:
    """Return a code for one more phone."""
    assert pages._phone is not None
    return pages._phone.access.issue()


def bench_memory(folder: Path, count: int) -> None:
    """Measure the memory of the whole process before, with and after a crowd."""
    with busy(folder, pages=True) as box:
        assert box.pages is not None
        box.orders(NEW)
        before = resident_here()
        phones = Phones(box.pages.port, count)
        for _, order in zip(range(len(CARDS)), commands(), strict=False):
            phones.expect(box.sequence + 1)
            box.orders(order)
            phones.heard()
        during = resident_here()
        phones.close()
        after = resident_here()
    sys.stdout.write(
        f"memory: {before:.1f} MB, with {count} phones {during:.1f} MB, after them {after:.1f} MB\n"
    )


def resident_here() -> float:
    """Return the memory of this process, in MB."""
    return resident("self")


def tell(what: str, times: Sequence[int]) -> None:
    """Print one line: the median and the 99th percentile, in ms."""
    worst = statistics.quantiles(times, n=100)[98] / MILLION
    middle = statistics.median(times) / MILLION
    sys.stdout.write(f"{len(times):6} {what:52} {middle:8.2f} ms median {worst:8.2f} ms p99\n")


def main(folder: Path, *, quick: bool) -> None:
    """Run each measurement with a separate journal in `folder`."""
    repeats, crowd = (2, 2) if quick else (COMMANDS, CROWD)
    for place, count in enumerate((None,) if quick else (None, 0, 1, 100)):
        bench_orders(folder / f"orders-{place}", count, repeats)
    for languages in (("de", "en"),) if quick else (("en",), ("de", "en")):
        bench_orders(folder / f"crowd-{len(languages)}", crowd, repeats, languages)
    for count in (1,) if quick else (1, 100):
        bench_posts(folder / f"posts-{count}", count, repeats)
    bench_memory(folder / "memory", crowd)
