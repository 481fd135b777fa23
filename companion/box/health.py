"""Which parts of the box do not answer, and that the table is told once when one goes and when it is back."""

import logging

from companion.box.verdicts import Verdicts
from companion.inputs import PartName
from companion.table.table import Table

log = logging.getLogger(__name__)


class PartHealth:
    """The parts that are gone, in the order in which they went.

    `ways_in` are the parts that cards and keys come from, as far as the box has them.
    """

    def __init__(self, table: Table, verdicts: Verdicts, ways_in: tuple[str, ...]) -> None:
        self._table, self._verdicts, self._ways_in = table, verdicts, ways_in
        self._parts: dict[PartName, str] = {}

    @property
    def names(self) -> tuple[PartName, ...]:
        """What they are called."""
        return tuple(self._parts)

    def lost(self, part: PartName, reason: str, now: float) -> None:
        """A part does not answer any more; `now` is the clock's moment in seconds."""
        log.warning("%s lost: %s", part, reason)
        if part in self._parts:
            return
        self._parts[part] = reason
        self._table.note("part lost", part=part, reason=reason)
        self._verdicts.lost(part, self.names, self._ways_in, now)

    def back(self, part: PartName, now: float) -> None:
        """A part answers again; nothing is said of one that was not missing."""
        if self._parts.pop(part, None) is None:
            return
        log.info("%s is back", part)
        self._table.note("part back", part=part)
        self._verdicts.back(part, now)
