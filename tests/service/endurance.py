"""An hour at full speed: `python -m tests.service.endurance --seconds 3600`, or `make endurance`.

The real program runs with its scanner on a pseudo-terminal, twelve phones that play and eight that
watch. People play the evenings of `tests.table.evenings` as fast as the box accepts them, while
parts fail and come back. Every answer must follow from the rules. Each minute a line reports the
program's resources.
"""

import argparse
import http.client
import json
import os
import random
import sqlite3
import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import cycle
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple, Self

from companion.core.cards import Card, parse_card
from companion.core.commands import Play, as_json
from companion.errors import CardError
from companion.labels.codec import write_label
from companion.table.replay import replay
from tests.bench.rest import busy
from tests.drivers.process import CONFIG
from tests.drivers.scanner import Scanner
from tests.phones.box import Box
from tests.phones.lines import PATIENCE, Listener, Ruler, resident
from tests.table.evenings import Evening, TableCommand

RULING = 12
"""Phones that play in turn: the box accepts ten orders a second from each."""
LOOKING = 8
KEPT_GAMES = 50
"""Games of the evening that can be reopened one after the other; older ones cannot."""
MINUTE = 60.0
SCANS = 0.4
"""The share of plays that are scanned, among those whose card has a sticker."""
FAULTS = 0.01
"""The share of commands before which a part fails."""
AT_MOST = 0.05
"""MB a minute by which the measured memory may grow. An hour on a busy machine gave 0.040 with
131,996 commands, while the caches of rules filled. A leak of the levels of simulated pins gave 0.5.
"""
POOL = min(32, (os.cpu_count() or 1) + 4)
"""Threads that asyncio creates on demand and keeps (`ThreadPoolExecutor`'s default)."""
WAIT = 1.0
"""Seconds until a play is entered on a phone after the box has ignored its scan
as a repeated one.
"""

EXPECTED = ("INFO ", "WARNING companion.box.health: Reader lost: ")
"""The beginnings of lines that the program may log while a scanner is unplugged and plugged in."""


class Sample(NamedTuple):
    """The program's resources at one moment: memory in MB, the journal with its log in bytes."""

    seconds: float
    commands: int
    memory: float
    handles: int
    threads: int
    journal: int
    busy: float


class Endurance:
    """One run: a box, its people, and the failures.

    Attributes:
        met: how often each fault and each kind of answer occurred.
        samples: the program's resources, once a minute.
    """

    def __init__(self, folder: Path, seed: int) -> None:
        self.met: Counter[str] = Counter()
        self.samples: list[Sample] = []
        self._chance = random.Random(seed)  # noqa: S311  # games, not secrets
        self._evening = Evening(seed)
        self._box = Box(folder)
        self._scanner = Scanner(folder / "reader")
        (folder / "companion.toml").write_text(CONFIG.format(port=self._scanner.port), "utf-8")
        self._sequence = 0
        self._looking: list[Listener] = []
        self._reading: sqlite3.Connection | None = None
        self._faults: tuple[Callable[[], None], ...] = (
            self._plug_out_and_in,
            self._noise,
            self._phone_goes_and_comes,
            self._old_page,
            self._wrong_code,
            self._broken_request,
            self._reader_of_the_journal,
        )

    def __enter__(self) -> Self:
        self._scanner.plug()
        self._box.__enter__()
        self._scanner.until_opened()
        ruling = []
        for _ in range(RULING):
            phone = Ruler(self._box.port)
            phone.enters(self._box.invites().code)
            ruling.append(phone)
        self._ruling: Iterator[Ruler] = cycle(ruling)
        self._looking = [self._comes() for _ in range(LOOKING)]
        return self

    def __exit__(self, *_: object) -> None:
        unexpected = [line for line in self._box.program.said if not line.startswith(EXPECTED)]
        sys.stderr.write("".join(f"{line}\n" for line in unexpected[:40]))
        self._box.__exit__(None, None, None)
        self._scanner.unplug()

    def run(self, seconds: float) -> None:
        """Play for `seconds`, and print a line each minute."""
        begun, next_line = time.monotonic(), MINUTE
        for command in self._evening.commands(sys.maxsize):
            if self._chance.random() < FAULTS:
                fault = self._chance.choice(self._faults)
                fault()
                self.met[fault.__name__.strip("_").replace("_", " ")] += 1
            self._does(command)
            del self._evening.games[:-KEPT_GAMES]
            now = time.monotonic() - begun
            if now >= min(next_line, seconds):
                self._tell(now)
                next_line += MINUTE
            if now >= seconds:
                return

    def stop(self) -> int:
        """Stop the program, and return how many commands its journal replays, each with
        its digest.
        """
        self._end_reading()
        assert self._box.program.stop() == 0
        return replay(self._box.journal).commands

    # People

    def _does(self, command: TableCommand) -> None:
        refused = self._evening.refused
        sticker = self._sticker_of(command) if refused is None else None
        if sticker is not None and self._chance.random() < SCANS and self._scans(sticker):
            return
        order = json.loads(as_json(command))
        while _is_too_fast(answer := next(self._ruling).asks(self._sequence, order)):
            self.met["too fast for a phone"] += 1
        if "done" in answer:
            assert refused is None, f"{command} was accepted, and is refused as {refused}"
            self._follows(answer["done"])
        elif refused is None:
            assert "checked" in answer or "judged" in answer, f"{command} was refused: {answer}"
        self.met[next(iter(answer))] += 1

    def _sticker_of(self, command: TableCommand) -> str | None:
        """Return the label of the played card, if the card alone determines the play."""
        if not isinstance(command, Play) or not isinstance(command.card, str):
            return None
        if command != Play(card=command.card):
            return None
        try:
            card = parse_card(command.card)
        except CardError:
            return None
        pack = self._evening.games[-1].rules.pack
        if pack is None or card.suit is None or (card.deck is None and pack.decks > 1):
            return None  # A sticker would name a deck, which the command does not.
        return write_label(Card(card.rank, card.suit, card.deck or 1))

    def _scans(self, sticker: str) -> bool:
        """Scan a card; return False if the box ignores it as a repeated scan."""
        self._scanner.send(self._scanner.line(sticker))
        until = time.monotonic() + WAIT
        looker = self._looking[0]
        while looker.sequence <= self._sequence:
            if time.monotonic() > until:
                self.met["card read twice"] += 1
                return False
            looker.take()
        self._follows(self._sequence + 1)
        self.met["card read"] += 1
        return True

    def _follows(self, sequence: int) -> None:
        """Wait until every phone shows the table with this number."""
        self._sequence = sequence
        for phone in self._looking:
            phone.until(sequence)

    # Failures

    def _plug_out_and_in(self) -> None:
        self._scanner.unplug()
        self._scanner.plug()
        self._scanner.until_opened()

    def _noise(self) -> None:
        self._scanner.send(self._chance.randbytes(self._chance.randrange(1, 40)) + b"\r")

    def _phone_goes_and_comes(self) -> None:
        self._looking.pop(self._chance.randrange(LOOKING)).__exit__(None, None, None)
        self._looking.append(self._comes())

    def _old_page(self) -> None:
        if self._sequence:
            answer = next(self._ruling).asks(self._sequence - 1, {"cmd": "deal"})
            assert "done" not in answer, "an old page has changed the table"

    def _wrong_code(self) -> None:
        self._post("/pair", b'{"code": "000000", "name": ""}')

    def _broken_request(self) -> None:
        self._post("/me", self._chance.randbytes(self._chance.randrange(2000)))

    def _reader_of_the_journal(self) -> None:
        """Start or stop another program that reads the journal, during which the log is not
        emptied.
        """
        if self._reading is not None:
            self._end_reading()
            return
        self._reading = sqlite3.connect(
            f"file:{self._box.journal}?mode=ro", uri=True, isolation_level=None
        )
        self._reading.execute("BEGIN")
        self._reading.execute("SELECT count(*) FROM commands").fetchone()

    def _end_reading(self) -> None:
        if self._reading is not None:
            self._reading.close()
            self._reading = None

    def _comes(self) -> Listener:
        phone = Listener(self._box.port)
        phone.__enter__()
        phone.until(self._sequence)
        return phone

    def _post(self, path: str, body: bytes) -> None:
        headers = {
            "Content-Type": "application/json",
            "Origin": f"http://localhost:{self._box.port}",
        }
        with closing(
            http.client.HTTPConnection("localhost", self._box.port, timeout=PATIENCE)
        ) as line:
            line.request("POST", path, body, headers)
            assert line.getresponse().status < 500

    # Resources

    def _tell(self, seconds: float) -> None:
        process = self._box.program.process.pid
        journal = self._box.journal
        log = journal.with_name(journal.name + "-wal")
        sample = Sample(
            seconds=seconds,
            commands=self._sequence,
            memory=resident(process),
            handles=len(list(Path(f"/proc/{process}/fd").iterdir())),
            threads=len(list(Path(f"/proc/{process}/task").iterdir())),
            journal=sum(file.stat().st_size for file in (journal, log) if file.exists()),
            busy=busy(process),
        )
        self.samples.append(sample)
        sys.stdout.write(
            f"{sample.seconds / MINUTE:5.1f} min {sample.commands:8} commands "
            f"{sample.memory:8.2f} MB "
            f"{sample.handles:4} handles {sample.threads:4} threads "
            f"{sample.journal / 1e6:8.2f} MB of journal {sample.busy:8.1f} s of a core\n"
        )
        sys.stdout.flush()


def _is_too_fast(answer: dict[str, Any]) -> bool:
    return "Not so fast" in answer.get("problem", "")


def growth(samples: list[Sample]) -> float | None:
    """Return the growth of memory in MB a minute after the first quarter, or None with too few
    samples.
    """
    settled = samples[len(samples) // 4 :]
    if len(settled) < 3:
        return None
    slope = statistics.linear_regression(
        [one.seconds / MINUTE for one in settled], [one.memory for one in settled]
    )
    return slope.slope


def main() -> int:
    """Run, and report if the program's resources keep growing."""
    parser = argparse.ArgumentParser(
        description="plays at full speed and looks at what the program holds"
    )
    parser.add_argument("--seconds", type=float, default=3600.0)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    with TemporaryDirectory() as folder, Endurance(Path(folder), arguments.seed) as run:
        run.run(arguments.seconds)
        commands = run.stop()
    sys.stdout.write("".join(f"{count:8} {what}\n" for what, count in run.met.most_common()))
    sys.stdout.write(f"{commands} commands in the journal, every digest agrees\n")
    grows = growth(run.samples)
    if grows is None:
        return 0
    first, last = run.samples[len(run.samples) // 4], run.samples[-1]
    sys.stdout.write(
        f"memory {grows:+.4f} MB a minute after the first quarter, handles "
        f"{last.handles - first.handles:+}, "
        f"threads {last.threads - first.threads:+}\n"
    )
    return int(grows > AT_MOST or last.threads > first.threads + POOL)


if __name__ == "__main__":
    sys.exit(main())
