"""What a reader node is told of the things it has told: that they are on disk, and the table's verdict.

A node keeps every card until its receipt stands in the journal (firmware/README.md, "The link"). A card
that has only made the box ask something is taken when nothing is asked any more, and the keys after it
with it. Keys that ask something themselves, as those of the menu do, are taken at once: a node has no room
for all that are pressed while a game is set up, and told again they would be pressed into something else.
So is a card that comes while such a question stands, be it refused or gathered into a set: told again
without the keys before it, it would be played by itself.
"""

import logging
from collections.abc import Sequence

from companion.devices.ports import AnswersCards
from companion.errors import JournalError
from companion.inputs import Receipt
from companion.table.journal import Journal

log = logging.getLogger(__name__)


class Acknowledgements:
    """Between the box and its reader nodes. `readers` may be set when they have been started."""

    def __init__(self, journal: Journal) -> None:
        self.readers: Sequence[AnswersCards] = ()
        self._journal = journal
        self._acknowledged = dict(journal.taken)
        self._about: Receipt | None = None
        self._is_card = self._card_waits = self._was_asking = False

    def begin(self, receipt: Receipt | None, *, card: bool = True) -> None:
        """A card or a key has come in; without a receipt it may still answer what was asked before."""
        if receipt is not None:
            self._about = receipt
            self._journal.pending[receipt.boot] = receipt.sequence
            self._is_card = card

    def end(self, *, settled: bool, accepted: bool | None) -> None:
        """What has come in is dealt with: `settled` when nothing is asked; the verdict, None without one."""
        if self._is_card and not self._was_asking:
            self._card_waits = True
        self._is_card, self._was_asking = False, not settled
        if settled or not self._card_waits:
            try:
                self._journal.take()
            except JournalError as error:  # the node keeps it and tells it again
                log.warning("a card is not settled yet: %s", error)
        if self._about is not None and accepted is not None:
            for reader in self.readers:
                reader.verdict(self._about, accepted=accepted)
        for boot, sequence in self._journal.taken.items():
            if self._acknowledged.get(boot) != sequence:
                self._acknowledged[boot] = sequence
                for reader in self.readers:
                    reader.taken(Receipt(boot, sequence))
        if settled:
            self._about, self._card_waits = None, False
