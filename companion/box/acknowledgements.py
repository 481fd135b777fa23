"""Acknowledges the inputs of reader nodes once they are on disk,
and sends the table's verdict on each card.

A node keeps every input until its receipt is in the journal (docs/reference/node-link.md, "The
link"). When a card opens a question, the box acknowledges the card and the keys after it only when
the question is closed. When a key opens a question, as in the menu, the box acknowledges each key
at once: a node cannot store all keys of a game's setup, and after a restart the box would take
repeated keys as answers to a different question. The box also acknowledges a card that arrives
during such a question at once, whether the card is refused or added to a set: repeated without the
keys before it, the card would count as a separate play. Inputs that arrive while the disk fails are
acknowledged although they are not on disk: the players were told that a refused card does not
count, so it must not be repeated after a restart, and neither must the keys that switch the box
off. Their number stays pending, in case the node cannot be reached; the next successful write
stores it.
"""

import logging
from collections.abc import Sequence

from companion.devices.ports import AnswersCards
from companion.errors import JournalError
from companion.inputs import Receipt
from companion.table.table import Table

NOISE_WAIT = 0.2
"""Seconds that noise from a node waits for its acknowledgement; the node can store 128 lines."""

log = logging.getLogger(__name__)


class Acknowledgements:
    """The sender of acknowledgements and verdicts to `readers`, which the app sets after starting
    them.

    `table` has the journal in use, which changes when a backup is restored. `deadline` is the time
    at which `end` acknowledges noise, or None.
    """

    def __init__(self, table: Table) -> None:
        self.readers: Sequence[AnswersCards] = ()
        self._table = table
        self._acknowledged = dict(table.journal.taken)
        self.deadline: float | None = None
        self._about: Receipt | None = None
        self._is_card = self._card_waits = self._was_asking = False

    def begin(self, receipt: Receipt | None, *, card: bool = True) -> None:
        """Record a new input; one without a receipt may still answer a question opened by a node's
        card.
        """
        if receipt is not None:
            self._about = receipt
            self._table.journal.pending[receipt.boot] = receipt.sequence
            self._is_card = card

    def take_noise(self, receipt: Receipt, now: float) -> None:
        """Record an input without effect; the next due `end` acknowledges all such inputs
        together.
        """
        self._table.journal.pending[receipt.boot] = receipt.sequence
        if self.deadline is None:
            self.deadline = now + NOISE_WAIT

    def end(self, *, settled: bool, accepted: bool | None) -> None:
        """Finish the input; `settled` means that no question is open, `accepted` is the verdict, if
        any.
        """
        journal, self.deadline = self._table.journal, None
        if self._is_card and not self._was_asking:
            self._card_waits = True
        self._is_card, self._was_asking = False, not settled
        if settled or not self._card_waits:
            try:
                journal.take()
            except JournalError as error:
                log.warning("an input is not settled yet: %s", error)
        done = [pair for pair in journal.taken.items() if pair not in self._acknowledged.items()]
        self._acknowledged = dict(journal.taken)
        if settled and journal.fault is not None:
            # Nodes forget inputs that the disk has refused, because they would count after a
            # restart.
            done += journal.pending.items()
        for reader in self.readers:
            if self._about is not None and accepted is not None:
                reader.verdict(self._about, accepted=accepted)
            for boot, sequence in done:
                reader.taken(Receipt(boot, sequence))
        if settled:
            self._about, self._card_waits = None, False
