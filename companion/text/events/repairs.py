"""Words a repair as a row of the history: what had gone wrong, and what it comes to."""

from companion.message import phrase
from companion.rules.events import Repaired
from companion.rules.family import State
from companion.text.causes import cause_words
from companion.text.events.row import EventRow
from companion.text.undo import undone
from companion.text.voice import sentences


def repair_row(state: State, repaired: Repaired) -> EventRow:
    """Return the row of a repair that led to `state`."""
    words = phrase("Put right: {what}", what=cause_words(repaired.why))
    return EventRow(
        kind="repair",
        hand=state.deal_number,
        player=None,
        text=words,
        brief=words,
        total=state.total,
        said=sentences([words]),
        undone=undone([repaired]),
    )
