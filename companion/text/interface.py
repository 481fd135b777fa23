"""Defines the words that each family of games gives."""

from collections.abc import Sequence
from typing import Protocol, TypeVar

from companion.rules.events import Event
from companion.text.events.row import EventRow

_Rules_contra = TypeVar("_Rules_contra", contravariant=True)
_State_contra = TypeVar("_State_contra", contravariant=True)


class FamilyWords(Protocol[_Rules_contra, _State_contra]):
    """The words of a family of games, which has rules of one type and states of one type."""

    def event_row(
        self,
        rules: _Rules_contra,
        before: _State_contra | None,
        state: _State_contra,
        events: Sequence[Event],
    ) -> EventRow:
        """Return the row of a command whose `events` led from `before` to `state`."""
        ...

    def beside(self, state: _State_contra, seat: int) -> str:
        """Return what is to be read beside the name at `seat` in this family only; "" for nothing."""
        ...

    def then_again(self, then: _State_contra, now: _State_contra, events: Sequence[Event]) -> str:
        """Return how the table stands `then`, once the command that led to `now` is taken back."""
        ...
