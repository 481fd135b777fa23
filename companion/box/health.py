"""Tracks the parts that do not answer; notifies the table once when one goes and once when it is back."""

import logging

from companion.box.notifier import Notifier
from companion.inputs import PartName
from companion.screens.model import NoticeScreen, PartFailedScreen
from companion.table.table import Table

log = logging.getLogger(__name__)


class PartHealth:
    """The parts that do not answer, in the order in which they went.

    Args:
        table: keeps a note of each part that goes and comes back.
        notifier: shows it.
        ways_in: the parts that cards and keys come from, as far as the box has them.
    """

    def __init__(self, table: Table, notifier: Notifier, ways_in: tuple[str, ...]) -> None:
        self._table, self._notifier, self._ways_in = table, notifier, ways_in
        self._parts: dict[PartName, str] = {}

    @property
    def names(self) -> tuple[PartName, ...]:
        """Their names."""
        return tuple(self._parts)

    def lost(self, part: PartName, reason: str, now: float) -> None:
        """Take in that a part does not answer any more; `now` is the clock's moment in seconds."""
        log.warning("%s lost: %s", part, reason)
        if part in self._parts:
            return
        self._parts[part] = reason
        self._table.note("part lost", part=part, reason=reason)
        self._notifier.notify(self._lost(part), now)

    def back(self, part: PartName, now: float) -> None:
        """Take in that a part answers again; one that was not missing is no news."""
        if self._parts.pop(part, None) is None:
            return
        log.info("%s is back", part)
        self._table.note("part back", part=part)
        self._notifier.notify(NoticeScreen("All well", f"{part} is back"), now)

    def _lost(self, part: PartName) -> PartFailedScreen:
        """Name what is missing now, and with what the players go on."""
        missing = self.names
        # Buttons hang on pins: with the pins all of them are gone.
        gone = {*missing, *(("Buttons",) if "Pins" in missing else ())}
        left = [way for way in self._ways_in if way not in gone]
        instead = "play goes on"
        if gone & set(self._ways_in):
            instead = f"use the {left[0].lower()}" if left else "no way left to play"
        if len(missing) == 2:  # the menu's "About" lists more than there is room for
            return PartFailedScreen(f"{missing[0]} and {missing[1]} missing", instead, "warning")
        if len(missing) > 2:
            return PartFailedScreen(f"{len(missing)} parts missing", instead, "warning")
        if part == "Reader":
            return PartFailedScreen("Reader unplugged", instead, "plug")
        return PartFailedScreen(f"{part} not answering", instead, "warning")
