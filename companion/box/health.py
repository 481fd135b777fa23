"""Tests the parts, watches them and the journal's disk, and notifies the players once when one
fails and once when it works again.
"""

import logging
from collections.abc import Callable

from companion.box.notifier import Notifier
from companion.box.requests import SelfTestRequest
from companion.box.state import Settings
from companion.core.cards import Card
from companion.dialogs.context import Dialog, Move, Scene, TestResults
from companion.dialogs.notices import NotSavedDialog
from companion.dialogs.self_test import OfferSelfTestDialog, SelfTestDialog, TestedDialog
from companion.errors import DiskFault
from companion.inputs import PartName
from companion.message import Words, phrase
from companion.screens.model import PartFailedScreen
from companion.table.table import Table
from companion.words.parts import part_word

log = logging.getLogger(__name__)

AGAIN = 10.0
"""Seconds between attempts to use a failing disk; a dying SD card may block this long each time."""


class PartHealth:
    """The watch over the parts; `names` are those that do not answer, in the order of their loss.

    Args:
        table: records each part that is lost or back.
        notifier: shows the notices.
        input_parts: the parts of this box that cards and keys come from.
    """

    def __init__(self, table: Table, notifier: Notifier, input_parts: tuple[str, ...]) -> None:
        self._table, self._notifier, self._ways_in = table, notifier, input_parts
        self.names: tuple[PartName, ...] = ()

    def lost(self, part: PartName, reason: str) -> None:
        """Record a lost part and notify the players."""
        log.warning("%s lost: %s", part, reason)
        if part in self.names:
            return
        self.names += (part,)
        self._table.note("part lost", part=part, reason=reason)
        self._notifier.notify(self._lost(part))

    def back(self, part: PartName) -> None:
        """Record that a part answers again and notify the players, unless it was not lost."""
        if part not in self.names:
            return
        self.names = tuple(name for name in self.names if name != part)
        log.info("%s is back", part)
        self._table.note("part back", part=part)
        self._notifier.tell(phrase("All OK"), phrase("{part} is back", part=part_word(part)))

    def _lost(self, part: PartName) -> PartFailedScreen:
        """Return the screen that names a part just lost, and the remaining ways to play."""
        # Buttons are connected to pins, so they are lost with them.
        gone = {*self.names, *(("Buttons",) if "Pins" in self.names else ())}
        left = [way for way in self._ways_in if way not in gone]
        instead: Words = phrase("play continues")
        if gone & set(self._ways_in):
            instead = _use(left[0]) if left else phrase("no input left")
        if part == "Reader":
            return PartFailedScreen(phrase("Scanner unplugged"), instead, "plug")
        if part == "Backup":
            return PartFailedScreen(phrase("No backup"), instead, "warning")
        what = phrase("{part} not answering", part=part_word(part))
        return PartFailedScreen(what, instead, "warning")


class SelfTest:
    """The self-test of the parts, answered at the box or from a phone.

    Attributes:
        results: whether each part worked in the last test; empty before the first.
    """

    def __init__(self, notifier: Notifier, settings: Settings) -> None:
        self.results: TestResults = ()
        self._notifier, self._settings = notifier, settings

    def offer(self) -> Dialog | None:
        """Return the question that offers the test; None if this box has nothing to test."""
        settings = self._settings
        return OfferSelfTestDialog() if settings.offers_test and settings.parts else None

    def take(self, request: SelfTestRequest, dialog: Dialog | None, scene: Scene) -> Move | None:
        """Return the move of a phone's `request`; None if no test is in progress."""
        if request.step == "begin":
            return SelfTestDialog() if scene.parts else None
        test = self.in_progress(dialog)
        if test is None:
            return None
        if request.step == "again":
            return test.again()
        return test.next(scene, works=request.step == "works")

    def in_progress(self, dialog: Dialog | None) -> SelfTestDialog | None:
        """Return the test if `dialog` is one."""
        return dialog if isinstance(dialog, SelfTestDialog) else None

    def opened(self, dialog: Move, scene: Scene) -> None:
        """Play the sound of a test of the buzzer, and keep the results of a test that ended."""
        if isinstance(dialog, TestedDialog):
            self.results = dialog.results
        elif isinstance(dialog, SelfTestDialog) and dialog.sounds(scene):
            self._notifier.try_sounder()


def _use(way_in: PartName) -> Words:
    match way_in:
        case "Reader":
            return phrase("use the scanner")
        case "Second reader":
            return phrase("use second scanner")
    return phrase("use the buttons")


class DiskWatch:
    """The watch over the journal's disk, which keeps the players informed.

    Attributes:
        unsaved: the card that the disk refused last; None if it was not a card or the disk works.

    Args:
        table: the table whose journal has the faults and records when the disk works again.
        notifier: shows changes.
        monotonic: returns the time in seconds; one attempt may take many.
    """

    def __init__(self, table: Table, notifier: Notifier, monotonic: Callable[[], float]) -> None:
        self.unsaved: Card | None = None
        self._table, self._notifier, self._monotonic = table, notifier, monotonic
        self._known: DiskFault | None = None
        self._again = 0.0

    @property
    def fault(self) -> DiskFault | None:
        """The disk's fault, or None if it works."""
        error = self._table.journal.fault
        return None if error is None else error.fault

    def refused(self, card: Card | None) -> Dialog:
        """Signal that the disk did not store `card` (None for other input); return the dialog about
        it.
        """
        self.unsaved = card
        self._notifier.disputed()
        return NotSavedDialog(card)

    def try_again(self) -> None:
        """Try the failing disk immediately, at a player's request."""
        self._try()
        if self.fault is not None:
            self._notifier.disputed()

    def follow(self, dialog: Dialog | None) -> Dialog | None:
        """Try a failing disk when due, and handle a change; return the dialog that follows
        `dialog`.
        """
        journal = self._table.journal
        is_due = self._monotonic() >= self._again
        if self._known is not None and self.fault is not None and is_due:
            self._try()
        fault = self.fault
        if fault == self._known:
            return dialog
        fault_before, self._known = self._known, fault
        if journal.fault is not None:
            log.warning("Journal lost: %s: %s", fault, journal.fault.detail)
            self._again = self._monotonic() + AGAIN
            return NotSavedDialog() if dialog is None else dialog
        log.info("Journal is back")
        self.unsaved = None
        self._table.note("part back", part="Journal", reason=fault_before)
        self._notifier.tell(phrase("All OK"), phrase("Saving works again"))
        if not isinstance(dialog, NotSavedDialog):
            return dialog
        self._notifier.ignore_key()
        return None

    def deadline(self) -> float | None:
        """Return when `follow` is due next, None while the disk works."""
        if self.fault != self._known:
            return 0.0
        return None if self._known is None else self._again

    def _try(self) -> None:
        self._table.journal.try_again()
        self._again = self._monotonic() + AGAIN
