"""Evenings at a journal alone, on a disk that loses power and fails.

Run it with ``python -m tests.table.power_cuts``. It plays made-up commands, cuts the power, opens
the journal again, and looks for accepted and refused commands. `CUT_EVERYWHERE` of the evenings are
cut at every change of the disk, the others at random ones.
"""

import argparse
import contextlib
import json
import logging
import random
import shutil
import sys
import tempfile
from collections import Counter
from itertools import count
from pathlib import Path
from typing import NamedTuple

from companion.core.commands import as_json
from companion.errors import JournalError
from companion.table.journal import Journal
from companion.table.lines import Entry, GameRecord, JournalNote
from companion.table.reader import verify
from companion.table.recorded import Reopen
from tests.soak.disk import SECTOR, Disk, PowerGone

MEMORY = Path("/dev/shm")  # noqa: S108  # a file system in memory, if there is one
REOPEN = as_json(Reopen())
FAULTS = (
    ("failing_syncs", 1),
    ("failing_syncs", -1),
    ("failing_writes", 1),
    ("failing_writes", -1),
    ("is_full", True),
    ("is_read_only", True),
)
CUT_EVERYWHERE = 10
"""Evenings that are cut at every change; these are shorter."""

SHORT, LONG, CUTS = 40, 200, 40
"""Steps of an evening that is cut everywhere, steps of any other evening, and cuts of that one."""


class Line(NamedTuple):
    """A line that a journal should write for a `game`: the `text` of an entry or of a note."""

    game: int
    text: str
    is_entry: bool
    receipts: dict[str, int]
    begins: int | None = None
    goes_to: int | None = None


class Truth:
    """The required content of a journal: the accepted lines, and one that may be there."""

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self.doubtful: Line | None = None
        self.game = 0
        self.previous: dict[int, int] = {}

    def accept(self, line: Line) -> None:
        self.lines.append(line)
        if line.begins is not None:
            self.previous[line.begins] = self.game
            self.game = line.begins
        if line.goes_to is not None:
            self.game = line.goes_to

    def texts(self, *, is_entry: bool) -> dict[int, list[str]]:
        found: dict[int, list[str]] = {}
        for line in self.lines:
            if line.is_entry == is_entry:
                found.setdefault(line.game, []).append(line.text)
        return found

    def receipts(self) -> dict[str, int]:
        return {boot: number for line in self.lines for boot, number in line.receipts.items()}


def texts_of(record: GameRecord, *, is_entry: bool) -> list[str]:
    """Return the texts of the lines of a game: its entries, or its notes."""
    return (
        [one.command for one in record.entries] if is_entry else [one.kind for one in record.notes]
    )


class Evening:
    """One evening of made-up commands at the journal on a `disk`."""

    def __init__(self, seed: str, disk: Disk, met: Counter[str], *, faults: bool = False) -> None:
        self.chance = random.Random(seed)  # noqa: S311  # not a secret
        self.disk, self.met, self.faults = disk, met, faults
        self.truth = Truth()
        self.path = disk.folder / "journal"
        self.numbers = count(1)
        self.journal: Journal | None = None
        self.has_lost = False

    def play(self, steps: int) -> None:
        """Take `steps` steps.

        Raises:
            PowerGone: the power has failed.
        """
        for _ in range(steps):
            if self.journal is None:
                self._start()
            else:
                self._step(self.journal)
            if self.faults and self.chance.random() < 0.1:
                self._toggle()
        self._mend()

    def _start(self) -> None:
        with contextlib.suppress(JournalError):
            self.journal = Journal(self.path, boot=f"{self.chance.getrandbits(32):08x}")

    def _toggle(self) -> None:
        """Start a fault of the disk, or end it."""
        if self.chance.random() < 0.5:
            self._mend()
            return
        setattr(self.disk, *self.chance.choice(FAULTS))

    def _mend(self) -> None:
        disk = self.disk
        disk.failing_syncs = disk.failing_writes = 0
        disk.is_full = disk.is_read_only = False

    def _step(self, journal: Journal) -> None:
        chance, truth = self.chance, self.truth
        number, game = next(self.numbers), truth.game
        what = chance.choices(
            ("entry", "note", "settling", "take", "new", "reopen", "restart"),
            (70, 10, 4, 4, 7, 3, 2),
        )[0]
        before = truth.previous.get(game, 0)
        if what == "restart" or (journal.fault is not None and chance.random() < 0.3):
            self._restart(journal)
            return
        if what == "new" or (what == "entry" and not game):
            players = [f"{player:08x}" for player in range(chance.randint(2, 6))]
            command = json.dumps({"cmd": "new", "variant": f"v{number}", "players": players})
            new = journal.games + 1
            variant = json.dumps({"x": "y" * chance.randint(9, 3000)})
            entry = Entry(new, number, command, b"12345678", variant=variant)
            line = Line(new, command, True, self._scanned(journal, 0.3), begins=new)
        elif what == "reopen" and before:
            entry = Entry(before, number, REOPEN, b"12345678")
            line = Line(game, REOPEN, True, self._scanned(journal, 0.1), goes_to=before)
        elif what == "entry":
            command = json.dumps(
                {"cmd": "play", "card": f"c{number}", "x": "y" * chance.choice((0, 0, 0, 40, 900))}
            )
            entry = Entry(game, number, command, b"12345678", origin=chance.choice((None, "phone")))
            line = Line(game, command, True, self._scanned(journal, 0.5))
        else:
            self._note(journal, number, what)
            return
        truth.doubtful = line
        try:
            journal.append(entry)
        except JournalError:
            self._refused()
        else:
            self._accepted(line)

    def _note(self, journal: Journal, number: int, what: str) -> None:
        receipts = self._scanned(journal, 1.0) if what in {"settling", "take"} else {}
        text = "taken" if what == "take" else f"note{number}"
        line = Line(self.truth.game, text, False, receipts)
        if was_tried := journal.fault is None:
            self.truth.doubtful = line
        if what == "take":
            with contextlib.suppress(JournalError):
                journal.take()
        else:
            note = JournalNote(journal.sequence, number, text, {"x": number})
            journal.note(note, settles=what == "settling")
        if was_tried and journal.fault is None:
            self._accepted(line)
        elif was_tried:
            self._refused()
        if journal.fault is not None and self.chance.random() < 0.5:
            journal.try_again()
            if journal.fault is None:
                self.truth.doubtful = None

    def _scanned(self, journal: Journal, share: float) -> dict[str, int]:
        """Let a node scan a card; pending receipts are written with the next command."""
        if self.chance.random() < share:
            boot = f"node{self.chance.randint(1, 3)}"
            journal.pending[boot] = (
                max(journal.pending.get(boot, 0), journal.taken.get(boot, 0)) + 1
            )
        return dict(journal.pending)

    def _restart(self, journal: Journal) -> None:
        with contextlib.suppress(JournalError):
            journal.close()
            self.journal = None
            self.truth.doubtful = None

    def _accepted(self, line: Line) -> None:
        self.truth.accept(line)
        self.truth.doubtful = None
        self.met["accepted"] += 1

    def _refused(self) -> None:
        if self.disk.is_synced:  # the refusal is certain
            self.truth.doubtful = None
            self.met["refused for certain"] += 1
        else:
            self.met["refused, in doubt until the next sync"] += 1

    def cut(self) -> None:
        """Cut the power, open the journal again, and compare it with the promised content."""
        self._mend()
        garbled = self.disk.garbled
        self.disk.cut(self.chance)
        self.met["cuts"] += 1
        was_garbled = self.disk.garbled > garbled
        journal = self.journal = Journal(self.path, boot=f"{self.chance.getrandbits(32):08x}")
        assert self.has_lost or was_garbled or journal.trouble is None, journal.trouble
        lost = self._compare(journal, may_lack=was_garbled)
        if was_garbled:
            self.met["cuts that garbled a sector"] += 1
            self.met["accepted lines lost in garbled sectors"] += lost
            self.met["garbled sectors with accepted lines"] += lost > 0
            if (
                lost
                and journal.trouble is None
                and journal.record(journal.game).seal.length % SECTOR == 0
            ):
                # Zeros directly after the last line may also be reserved space of a file that grew.
                self.met["of these unnoticed, where the last line ends with its sector"] += 1
            else:
                assert not lost or journal.trouble is not None, (
                    f"{lost} lines are lost and nobody says so"
                )
        flaws = list(verify(self.path))
        assert self.has_lost or was_garbled or not flaws, flaws

    def _compare(self, journal: Journal, *, may_lack: bool) -> int:
        """Compare the actual with the required content; return how many lines are lost."""
        truth, lost = self.truth, 0
        doubtful, truth.doubtful = truth.doubtful, None
        receipts = truth.receipts()
        allowed = receipts if doubtful is None else receipts | doubtful.receipts
        records = {number: journal.record(number) for number in journal.numbers()}
        found_doubtful = False
        for is_entry in (True, False):
            expected = truth.texts(is_entry=is_entry)
            found = {
                number: texts_of(record, is_entry=is_entry) for number, record in records.items()
            }
            for game in expected.keys() | found.keys():
                must, there = expected.get(game, []), found.get(game, [])
                is_in_doubt = doubtful is not None and (doubtful.is_entry, doubtful.game) == (
                    is_entry,
                    game,
                )
                if doubtful is not None and is_in_doubt and there == [*must, doubtful.text]:
                    found_doubtful = True
                    continue
                if may_lack and there == must[: len(there)]:
                    lost += len(must) - len(there)
                    continue
                assert there == must, f"game {game}: {there[-3:]} in place of {must[-3:]}"
        if doubtful is not None and found_doubtful:
            truth.accept(doubtful)
            self.met["in flight, and counts"] += 1
        elif doubtful is not None:
            self.met["in flight, and does not count"] += 1
        numbers = [one.sequence for record in records.values() for one in record.entries]
        assert len(set(numbers)) == len(numbers), "two entries have one number"
        if lost:
            self.has_lost = True
            self._begin_again(journal)
        else:
            assert self.has_lost or journal.sequence == len(numbers), (
                f"{journal.sequence} is not {len(numbers)}"
            )
            assert journal.game == truth.game, f"game {journal.game} is on in place of {truth.game}"
            for boot, number in receipts.items():
                taken = journal.taken.get(boot, 0)
                assert number <= taken <= allowed[boot], f"{boot}: {taken} in place of {number}"
        return lost

    def _begin_again(self, journal: Journal) -> None:
        """Adopt the remaining content as the truth."""
        truth = self.truth
        left = {number: journal.record(number) for number in journal.numbers()}
        kept: Counter[tuple[int, bool]] = Counter()
        lines = []
        for line in truth.lines:
            record = left.get(line.game)
            kept[line.game, line.is_entry] += 1
            if record and kept[line.game, line.is_entry] <= len(
                texts_of(record, is_entry=line.is_entry)
            ):
                lines.append(line._replace(receipts={}))
        truth.lines, truth.game = lines, journal.game

    def end(self) -> None:
        """Close the journal as the box does, and check that it opens as complete."""
        (self.journal or Journal(self.path)).close()
        journal = Journal(self.path)
        assert journal.trouble is None
        assert not journal.was_cut_off
        self._compare(journal, may_lack=False)
        flaws = list(verify(self.path))
        assert self.has_lost or not flaws, flaws
        journal.abandon()


def play(
    seed: int,
    met: Counter[str],
    folder: Path,
    dies_in: int,
    steps: int,
    *,
    faults: bool,
    garbles: bool,
) -> bool:
    """Play an evening that is cut after `dies_in` changes and then continues.

    Return whether it was cut.
    """
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    with Disk(folder) as disk:
        disk.garbles = garbles
        evening = Evening(f"{seed}", disk, met, faults=faults)
        disk.die_in(dies_in)
        try:
            evening.play(steps)
        except PowerGone:
            evening.chance = random.Random(f"{seed} {dies_in}")  # noqa: S311  # not a secret
            evening.cut()
            disk.die_in(evening.chance.randint(1, 60))
            with contextlib.suppress(PowerGone):
                evening.play(12)
                disk.die_in(0)
            evening.cut()
            evening.play(5)
            evening.end()
            return True
        disk.die_in(0)
        evening.end()
        return False


def evening_of(
    seed: int,
    met: Counter[str],
    folder: Path,
    *,
    everywhere: bool = False,
    cuts: int = CUTS,
    faults: bool = False,
    garbles: bool = False,
) -> None:
    """Play an evening again and again, with `cuts` different cuts or one at every change."""
    if everywhere:
        for dies_in in count(1):
            met["points"] += 1
            if not play(seed, met, folder, dies_in, SHORT, faults=faults, garbles=garbles):
                return
    chance = random.Random(f"cuts of {seed}")  # noqa: S311  # not a secret
    for _ in range(cuts):
        play(seed, met, folder, chance.randint(1, 4 * LONG), LONG, faults=faults, garbles=garbles)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--evenings", type=int, default=50)
    parser.add_argument("--seed", type=int, default=0, help="the first evening's")
    given = parser.parse_args()
    logging.disable(logging.CRITICAL)
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as made:
        for name, faults, garbles in (
            ("power cuts", False, False),
            ("power cuts on a disk that fails or is full", True, False),
            ("power cuts that garble a sector", False, True),
        ):
            met: Counter[str] = Counter()
            for seed in range(given.seed, given.seed + given.evenings):
                try:
                    evening_of(
                        seed,
                        met,
                        Path(made) / "data",
                        everywhere=seed < CUT_EVERYWHERE,
                        faults=faults,
                        garbles=garbles,
                    )
                except AssertionError as error:
                    sys.stdout.write(f"{name}, evening {seed}: {error}\n")
                    raise
            sys.stdout.write(f"{name}: {given.evenings} evenings, {dict(sorted(met.items()))}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
