"""Separates evenings on a box that may not know the date, and reports a game cut off by a power
failure.
"""

from typing import Protocol

from companion.dialogs.context import AnswerEvening, Dialog
from companion.dialogs.notices import CutOffDialog, NewEveningDialog
from companion.errors import JournalError
from companion.table.evenings import CLOCK, EVENING, Calendar
from companion.table.table import Table

TOLERANCE = 60.0
"""Error in seconds above which a note corrects a date."""


class SettableClock(Protocol):
    """The box's clock; `offset` is the number of seconds from 1970 UTC to the start of the
    monotonic clock.
    """

    def monotonic(self) -> float:
        """Return the seconds since a fixed moment; they never decrease."""

    @property
    def is_set(self) -> bool:
        """Whether a time server or a phone has set it."""

    @property
    def offset(self) -> float: ...


class EveningWatch:
    """The question whether a start begins a new evening, and the notes about setting the clock.

    Args:
        table: the owner of the game.
        clock: the clock that dates the journal.
    """

    def __init__(self, table: Table, clock: SettableClock) -> None:
        self._table, self._clock = table, clock
        self._began = 0
        self._before = clock.offset
        self._dated: float | None = None

    def first_question(self) -> Dialog | None:
        """Return the first dialog of a start, or None if the date is known and the game was not cut
        off.
        """
        table = self._table
        is_over = table.state is None or table.state.phase == "game-over"
        is_answered = self._take_up()
        if not is_over:
            return CutOffDialog() if table.journal.was_cut_off else None
        is_unknown = not self._clock.is_set and not is_answered
        return NewEveningDialog() if is_unknown and table.journal.sequence else None

    def _take_up(self) -> bool:
        """Read the journal's state; return whether it tells which evening this start belongs to."""
        journal, self._dated = self._table.journal, None
        self._began, self._before = journal.sequence, self._clock.offset
        if not journal.sequence:
            return False
        try:
            record = journal.record(journal.game)
        except JournalError:
            return False
        calendar = Calendar()
        calendar.learn(record.notes)
        last = record.entries[-1] if record.entries else None
        if last is None or last.boot != journal.boot:
            return calendar.is_answered(journal.boot)
        self._dated = calendar.date(last) - last.clock
        return True

    def execute(self, move: AnswerEvening) -> None:
        """Record the players' answer."""
        self._table.note(EVENING, new=move.new)

    def follow(self, dialog: Dialog | None, _now: float) -> Dialog | None:
        """Return the dialog that follows `dialog`: None if setting the clock has answered it."""
        is_known = isinstance(dialog, NewEveningDialog) and self._clock.is_set
        return None if is_known else dialog

    def look(self) -> None:
        """Record that the clock was set if entries since the machine's start have a different
        date.
        """
        offset = self._clock.offset
        if self._dated is None and self._table.journal.sequence > self._began:
            self._dated = self._before
        self._before = offset
        if self._dated is not None and self._clock.is_set and abs(offset - self._dated) > TOLERANCE:
            self._table.note(CLOCK, boot=self._table.journal.boot, offset=offset)
            if self._table.journal.fault is None:
                self._dated = offset
