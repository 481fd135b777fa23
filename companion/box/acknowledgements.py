"""Acknowledges the inputs of reader nodes once they are on disk,
and sends the table's verdict on each card.

A node keeps every input until its receipt stands in the journal
(docs/reference/node-link.md, "The link").
When a card opens a question, the box acknowledges it and the keys after it only when no question is
open any more. When a key opens a question, as in the menu, the box acknowledges each key at once: a
node cannot keep all keys of a game's set-up, and after a restart the box would take repeated keys
for answers to something else. The box also acknowledges at once a card that arrives during such a
question, whether it refuses the card or adds it to a set: repeated without the keys before it, the
card would count as a play of its own. What arrives while the disk fails is acknowledged although
nothing is on disk: the table hears that a refused card does not count, so it must not come again
after a restart, nor must the keys that switch the box off. Its number stays pending, for a node
that cannot be reached then: the next write that succeeds holds it.
"""

import logging
from collections.abc import Callable, Sequence
from typing import Final

from companion.devices.ports import AnswersCards
from companion.errors import JournalError
from companion.inputs import Receipt
from companion.table.journal import Journal

NOISE_WAIT: Final = 0.2
"""Seconds that noise of a node waits for its acknowledgement: it has room for 128 lines."""

log = logging.getLogger(__name__)


class Acknowledgements:
    """Sends acknowledgements and verdicts to `readers`,
    which the app sets after it has started them.

    `journal` returns the journal in use, which is another one after a backup was taken. `deadline`
    is the moment of the clock at which `end` acknowledges noise, None if there is none.
    """

    def __init__(self, journal: Callable[[], Journal]) -> None:
        self.readers: Sequence[AnswersCards] = ()
        self._journal = journal
        self._acknowledged = dict(journal().taken)
        self.deadline: float | None = None
        self._about: Receipt | None = None
        self._is_card = self._card_waits = self._was_asking = False

    def begin(self, receipt: Receipt | None, *, card: bool = True) -> None:
        """Note a new input; one without a receipt may still answer a question
        that a node's card opened.
        """
        if receipt is not None:
            self._about = receipt
            self._journal().pending[receipt.boot] = receipt.sequence
            self._is_card = card

    def take_noise(self, receipt: Receipt, now: float) -> None:
        """Note an input that comes to nothing; the next `end` acknowledges all of them at once."""
        self._journal().pending[receipt.boot] = receipt.sequence
        if self.deadline is None:
            self.deadline = now + NOISE_WAIT

    def end(self, *, settled: bool, accepted: bool | None) -> None:
        """Note that the input is done; `settled`: no question is open, `accepted`:
        the verdict, if any.
        """
        self.deadline = None
        if self._is_card and not self._was_asking:
            self._card_waits = True
        self._is_card, self._was_asking = False, not settled
        if settled or not self._card_waits:
            try:
                self._journal().take()
            except JournalError as error:
                log.warning("an input is not settled yet: %s", error)
        if settled and self._journal().fault is not None:
            self._forget_refused()
        if self._about is not None and accepted is not None:
            for reader in self.readers:
                reader.verdict(self._about, accepted=accepted)
        for boot, sequence in self._journal().taken.items():
            if self._acknowledged.get(boot) != sequence:
                self._acknowledged[boot] = sequence
                for reader in self.readers:
                    reader.taken(Receipt(boot, sequence))
        if settled:
            self._about, self._card_waits = None, False

    def _forget_refused(self) -> None:
        """Let nodes forget what the disk has refused, which would count after a restart."""
        for boot, sequence in self._journal().pending.items():
            for reader in self.readers:
                reader.taken(Receipt(boot, sequence))
