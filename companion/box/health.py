"""Tracks the parts that do not answer, and notifies the players once when one is lost and once when
it is back.
"""

import logging

from companion.box.notifier import Notifier
from companion.inputs import PartName
from companion.message import Words, phrase, plural
from companion.screens.model import NoticeScreen, PartFailedScreen
from companion.table.table import Table
from companion.words.parts import part_word

log = logging.getLogger(__name__)


class PartHealth:
    """The parts that do not answer, in the order in which they were lost.

    Args:
        table: records each part that is lost or back.
        notifier: shows the notices.
        input_parts: the parts of this box that cards and keys come from.
    """

    def __init__(self, table: Table, notifier: Notifier, input_parts: tuple[str, ...]) -> None:
        self._table, self._notifier, self._ways_in = table, notifier, input_parts
        self._parts: dict[PartName, str] = {}

    @property
    def names(self) -> tuple[PartName, ...]:
        """The names of the lost parts."""
        return tuple(self._parts)

    def lost(self, part: PartName, reason: str, now: float) -> None:
        """Record a lost part and notify the players; `now` is the time of the clock in seconds."""
        log.warning("%s lost: %s", part, reason)
        if part in self._parts:
            return
        self._parts[part] = reason
        self._table.note("part lost", part=part, reason=reason)
        notice = self._lost(part)
        self._notifier.notify(notice, now)

    def back(self, part: PartName, now: float) -> None:
        """Record that a part answers again and notify the players, unless it was not lost."""
        if self._parts.pop(part, None) is None:
            return
        log.info("%s is back", part)
        self._table.note("part back", part=part)
        sentence = phrase("{part} is back", part=part_word(part))
        self._notifier.notify(NoticeScreen(phrase("All OK"), sentence), now)

    def _lost(self, part: PartName) -> PartFailedScreen:
        """Return the screen that names the missing parts and the remaining ways to play."""
        missing = self.names
        # Buttons are connected to pins, so they are lost with them.
        gone = {*missing, *(("Buttons",) if "Pins" in missing else ())}
        left = [way for way in self._ways_in if way not in gone]
        instead: Words = phrase("play continues")
        if gone & set(self._ways_in):
            instead = _use(left[0]) if left else phrase("no input left")
        if len(missing) == 2:  # there is no room for more; the menu's "About" lists all
            first, second = map(part_word, missing)
            both = phrase("{first} and {second} missing", first=first, second=second)
            return PartFailedScreen(both, instead, "warning")
        if len(missing) > 2:
            count = len(missing)
            several = plural("{n:d} part missing", "{n:d} parts missing", count)
            return PartFailedScreen(several, instead, "warning")
        if part == "Reader":
            return PartFailedScreen(phrase("Scanner unplugged"), instead, "plug")
        if part == "Backup":
            return PartFailedScreen(phrase("No backup"), instead, "warning")
        failed = phrase("{part} not answering", part=part_word(part))
        return PartFailedScreen(failed, instead, "warning")


def _use(way_in: PartName) -> Words:
    match way_in:
        case "Reader":
            return phrase("use the scanner")
        case "Second reader":
            return phrase("use second scanner")
    return phrase("use the buttons")
