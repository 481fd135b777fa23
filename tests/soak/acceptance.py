"""Checks of what the box accepts: it is on the disk before the box confirms it, and it was
requested.
"""

from collections.abc import Callable

from companion.table.journal import Journal
from companion.table.lines import Entry, GameRecord
from companion.table.reader import RecordCache
from companion.table.table import Table
from tests.soak.disk import Disk
from tests.soak.truth import Failure, Truth

GREEN = "the green light"
RED = "the red light"
REFUSED = "a phone's refusal"


class Acceptance:
    """Compares the box's answers with the `disk`, and new entries of the journal with the inputs.

    Attributes:
        truth: the true state of the table.
        budget: how many entries the journal may gain, one for each input given.
        failed: promises that were broken where an exception must not be raised.
        is_unlit: true if an answer has no light yet.
    """

    def __init__(self, disk: Disk) -> None:
        self.truth = Truth()
        self.budget = 0
        self.failed: list[Failure] = []
        self.is_unlit = False
        self._answered: object = None  # accepted when the green light was last lit
        self._sequence = 0
        self._disk = disk
        self._happened: list[str] = []
        self._records = RecordCache[GameRecord](lambda record: record)

    def watch(self, work: Callable[[], object], table: Table) -> None:
        """Run one step of the box, and assert that everything it confirms is on the disk by then.

        Raises:
            PowerGone: the power failed during the step.
            Failure: the journal gained an entry without a request.
        """
        self._happened = []
        self._disk.happened = self._happened
        sequence, before = table.journal.sequence, _accepted(table)
        work()
        if table.journal.sequence > sequence:
            self._look_at_order()
        self._look_at_lights(before, _accepted(table))
        self.take_entries(table.journal)

    def entries(self, journal: Journal, after: int = 0) -> list[Entry]:
        """Return the entries of all games `after` a number, oldest first."""
        records = self._records.newest_first(journal)
        found = [entry for record in records for entry in record.entries if entry.sequence > after]
        return sorted(found, key=lambda entry: entry.sequence)

    def said(self, what: str) -> None:
        """Record an answer of the box; most answers confirm an accepted input."""
        self._happened.append(what)
        if what not in {RED, REFUSED} and not self._disk.is_synced:
            self.failed.append(Failure("accepted means synced", f"{what} came before the sync"))

    def _look_at_order(self) -> None:
        synced = (
            self._happened.index("synced") if "synced" in self._happened else len(self._happened)
        )
        for what in (GREEN, "a phone's answer"):
            if what in self._happened and self._happened.index(what) < synced:
                self.failed.append(Failure("accepted means synced", f"{what} came before the sync"))

    def _look_at_lights(self, before: object, after: object) -> None:
        """Assert that accepted input lights green, refused input lights red, and each answer has
        its light.
        """
        if GREEN in self._happened:
            if after == self._answered:
                self.failed.append(
                    Failure("green = accepted", "the green light is lit, and nothing is accepted")
                )
            self._answered = after
        if RED in self._happened and after != before:
            self.failed.append(
                Failure("red = refused", f"the red light is lit, and {after} is accepted")
            )
        answers = after != before or REFUSED in self._happened
        self.is_unlit = (self.is_unlit or answers) and not {GREEN, RED} & {*self._happened}

    def take_entries(self, journal: Journal) -> None:
        """Add new entries of the journal to the truth; each must belong to one input."""
        if journal.sequence == self._sequence:
            return
        new = self.entries(journal, self._sequence)
        self._sequence = journal.sequence
        for entry in new:
            self.budget -= 1
            self.truth.take(entry)
        if self.budget < 0:
            raise Failure("refused means never", f"nobody has asked for {new[0].command}")


def _accepted(table: Table) -> object:
    """Return what the table has accepted so far: commands, and notes except refusals."""
    said = [
        note for note in table._game_notes if note.kind in {"claim", "call-undone", "explained"}
    ]
    return table.journal.sequence, sum(bool(note.facts.get("correct", True)) for note in said)
