"""What the box accepts: it is on the disk before the box says so, and somebody has asked for it."""

from collections.abc import Callable

from companion.inputs import Receipt
from companion.table.journal import Journal
from companion.table.lines import Entry, GameRecord
from companion.table.reader import RecordCache
from companion.table.table import Table
from tests.soak.disk import Disk
from tests.soak.truth import Failure, Truth


class Acceptance:
    """Compares what the box says with the `disk`, and what the journal gains with what was asked for.

    Attributes:
        truth: how the table stands.
        budget: how many entries the journal may gain, because so many inputs were given.
        failed: promises that were broken where nothing may be raised.
        gained: how many entries the journal has gained in all.
        refused: inputs of nodes that the box has refused.
    """

    def __init__(self, disk: Disk) -> None:
        self.truth = Truth()
        self.budget = 0
        self.failed: list[Failure] = []
        self.gained = 0
        self.refused: set[Receipt] = set()
        self._sequence = 0
        self._disk = disk
        self._happened: list[str] = []
        self._records = RecordCache[GameRecord](lambda record: record)

    def watch(self, work: Callable[[], object], table: Table) -> None:
        """Let the box do one thing, and see that what it says of it is on the disk by then.

        Raises:
            PowerGone: the power has failed meanwhile.
            Failure: nobody has asked for what the journal has gained.
        """
        self._happened = []
        self._disk.happened = self._happened
        before = table.journal.sequence
        work()
        if table.journal.sequence > before:
            self._look_at_order()
        self.take_entries(table.journal)

    def entries(self, journal: Journal, after: int = 0) -> list[Entry]:
        """Return the entries of all games `after` a number, oldest first."""
        records = self._records.newest_first(journal)
        found = [entry for record in records for entry in record.entries if entry.sequence > after]
        return sorted(found, key=lambda entry: entry.sequence)

    def said(self, what: str) -> None:
        """Note that the box says with `what` that something is accepted."""
        self._happened.append(what)
        if not self._disk.is_synced:
            self.failed.append(Failure("accepted means synced", f"{what} came before the sync"))

    # What the box says to reader nodes (`companion.devices.ports.AnswersCards`)

    def taken(self, receipt: Receipt) -> None:
        pass

    def verdict(self, receipt: Receipt, *, accepted: bool) -> None:
        (self.refused.discard if accepted else self.refused.add)(receipt)

    def _look_at_order(self) -> None:
        synced = self._happened.index("synced") if "synced" in self._happened else len(self._happened)
        for what in ("the green light", "a phone's answer"):
            if what in self._happened and self._happened.index(what) < synced:
                self.failed.append(Failure("accepted means synced", f"{what} came before the sync"))

    def take_entries(self, journal: Journal) -> None:
        """Add what the journal has gained to the truth; each entry has an input of its own."""
        if journal.sequence == self._sequence:
            return
        new = self.entries(journal, self._sequence)
        self._sequence = journal.sequence
        self.gained += len(new)
        for entry in new:
            self.budget -= 1
            self.truth.take(entry)
        if self.budget < 0:
            raise Failure("refused means never", f"nobody has asked for {new[0].command}")
