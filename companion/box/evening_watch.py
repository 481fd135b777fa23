"""Keeps evenings apart on a box that may not know the date,
and says where a power cut left the game.
"""

from typing import Protocol

from companion.dialogs.context import AnswerEvening, Dialog
from companion.dialogs.notices import CutOffDialog, NewEveningDialog
from companion.errors import JournalError
from companion.table.evenings import CLOCK, EVENING, Calendar
from companion.table.table import Table

TOLERANCE = 60.0
"""Seconds by which a date may be wrong before a note corrects it."""


class SettableClock(Protocol):
    """The box's clock; `offset` is the seconds between 1970 UTC
    and the start of the monotonic clock.
    """

    def monotonic(self) -> float:
        """Return the seconds since some fixed moment; they never go back."""

    @property
    def is_set(self) -> bool:
        """Whether a time server or a phone has set it."""

    @property
    def offset(self) -> float: ...


class EveningWatch:
    """Asks after a start whether the evening is new, and notes when the clock is set.

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
        """Return the dialog that a start begins with,
        None if it knows the date and was not cut off.
        """
        table = self._table
        is_over = table.state is None or table.state.phase == "game-over"
        is_answered = self._take_up()
        if not is_over:
            return CutOffDialog() if table.journal.was_cut_off else None
        is_unknown = not self._clock.is_set and not is_answered
        return NewEveningDialog() if is_unknown and table.journal.sequence else None

    def _take_up(self) -> bool:
        """Look at the journal as it is; return whether it knows
        which evening this start belongs to.
        """
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
        """Note the players' answer."""
        self._table.note(EVENING, new=move.new)

    def follow(self, dialog: Dialog | None, _now: float) -> Dialog | None:
        """Return what `dialog` becomes: none once the clock is set,
        which was all that it asks for.
        """
        is_known = isinstance(dialog, NewEveningDialog) and self._clock.is_set
        return None if is_known else dialog

    def look(self) -> None:
        """Note that the clock was set if entries since the machine's start have another date."""
        offset = self._clock.offset
        if self._dated is None and self._table.journal.sequence > self._began:
            self._dated = self._before
        self._before = offset
        if self._dated is not None and self._clock.is_set and abs(offset - self._dated) > TOLERANCE:
            self._table.note(CLOCK, boot=self._table.journal.boot, offset=offset)
            if self._table.journal.fault is None:
                self._dated = offset
