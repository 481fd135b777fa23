"""A total that players add up themselves: it reads as a question mark until it is called."""

from collections.abc import Sequence
from typing import Any, Self

from msgspec.structs import replace

from companion.core.events import Event, Played, WentOver
from companion.core.family import HistoryEntry
from companion.core.refusals import OverTarget, Refusal


class HiddenTotal(int):
    """A total that reads "?", as do the sums that it is part of.

    It equals no shown total, so that everything made of it is made again once it is shown.
    """

    __slots__ = ()

    def __str__(self) -> str:
        return "?"

    __repr__ = __str__

    def __format__(self, form: str) -> str:
        return "?"

    def __add__(self, other: int) -> Self:
        return type(self)(int(self) + other)

    __radd__ = __add__

    def __mul__(self, other: int) -> Self:
        return type(self)(int(self) * other)

    def __floordiv__(self, other: int) -> Self:
        return type(self)(int(self) // other)

    def __neg__(self) -> Self:
        return type(self)(-int(self))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, HiddenTotal) and int(self) == int(other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash((HiddenTotal, int(self)))


def is_to_be_called(moment: HistoryEntry) -> bool:
    """Return whether the player has to call a total after this moment."""
    state = moment.state
    is_played = bool(moment.events) and isinstance(moment.events[0], Played)
    return is_played and state.phase == "play" and state.total is not None


def hidden(state: Any) -> Any:
    """Return a state whose total is hidden."""
    return replace(state, total=HiddenTotal(state.total))


def revealed(state: Any) -> Any:
    """Return a state with the number that its total may hide, as rules and searches need it."""
    total = state.total
    return replace(state, total=int(total)) if isinstance(total, HiddenTotal) else state


def without_totals(events: Sequence[Event]) -> tuple[Event, ...]:
    """Return events without the total that a play makes."""
    return tuple(
        replace(event, total=HiddenTotal(event.total))
        if isinstance(event, Played | WentOver)
        else event
        for event in events
    )


def with_hidden_sum(refusal: Refusal) -> Refusal:
    """Return a refusal whose total before and after the play is hidden, if it names them."""
    if not isinstance(refusal, OverTarget):
        return refusal
    return replace(refusal, total=HiddenTotal(refusal.total), was=HiddenTotal(refusal.was))
