"""A total that players add up themselves: it reads as a question mark until it is called."""

from typing import Any, Self

from msgspec.structs import replace

from companion.core.events import Played
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

    def __hash__(self) -> int:
        return hash((HiddenTotal, int(self)))


def is_to_be_called(moment: HistoryEntry) -> bool:
    """Return whether the player has to call a total after this moment."""
    state = moment.state
    is_played = bool(moment.events) and isinstance(moment.events[0], Played)
    return is_played and state.phase == "play" and state.total is not None


def with_hidden_total(moment: HistoryEntry) -> HistoryEntry:
    """Return a moment whose total is hidden, in its state and in its events."""
    state: Any = moment.state
    hidden = HiddenTotal(state.total)
    events = tuple(
        replace(event, total=hidden) if isinstance(event, Played) else event
        for event in moment.events
    )
    return replace(moment, state=replace(state, total=hidden), events=events)


def with_hidden_sum(refusal: Refusal) -> Refusal:
    """Return a refusal whose total before and after the play is hidden, if it names them."""
    if not isinstance(refusal, OverTarget):
        return refusal
    return replace(refusal, total=HiddenTotal(refusal.total), was=HiddenTotal(refusal.was))
